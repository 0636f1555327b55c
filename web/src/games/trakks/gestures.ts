/* Pointers on a surface, told apart: taps, double taps, long presses, dragging, two fingers, wheel. */

export interface Point {
  x: number;
  y: number;
}

export interface Gestures {
  tap?(at: Point): void;
  /** False if this was nothing to tap twice: it is then a tap like any other. */
  doubleTap?(at: Point): boolean;
  /** False if there is nothing to press for long: it is then a tap like any other. */
  longPress?(at: Point): boolean;
  /** Something is taken at this point; false: nothing to take here, the surface moves instead. */
  take(at: Point, target: Element): boolean;
  carry(at: Point): void;
  drop(at: Point): void;
  cancel(): void;
  pan?(dx: number, dy: number): void;
  zoom?(factor: number, at: Point): void;
}

const FAR = 7;
const DOUBLE_MS = 330;
const LONG_MS = 480;
const WHEEL_ZOOM = 0.0016;

export function gestures(node: HTMLElement, asked: Gestures): { update(asked: Gestures): void; destroy(): void } {
  let on = asked;
  const pointers = new Map<number, Point>();
  let mode: 'none' | 'press' | 'pan' | 'carry' | 'pinch' | 'done' = 'none';
  let start: Point = { x: 0, y: 0 };
  let target: Element = node;
  let timer = 0;
  let pressedLong = false;
  let lastTap: { at: Point; time: number } | null = null;

  const near = (a: Point, b: Point, most: number): boolean => Math.hypot(a.x - b.x, a.y - b.y) <= most;

  /** The middle between the fingers and how far apart they are. */
  function span(): { at: Point; size: number } {
    const [a = start, b = start] = [...pointers.values()];
    return { at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, size: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
  }

  function down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest('[data-no-gesture]')) return;
    const at = { x: event.clientX, y: event.clientY };
    pointers.set(event.pointerId, at);
    clearTimeout(timer);
    if (pointers.size > 1) {
      if (mode === 'carry') on.cancel();
      mode = on.zoom ? 'pinch' : 'done';
      return;
    }
    mode = 'press';
    pressedLong = false;
    start = at;
    target = event.target as Element;
    if (on.longPress)
      timer = window.setTimeout(() => {
        /* With the finger still down, what was just taken can be dragged. */
        pressedLong = on.longPress?.(start) === true;
        if (pressedLong) lastTap = null;
      }, LONG_MS);
  }

  function move(event: PointerEvent): void {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const at = { x: event.clientX, y: event.clientY };
    if (mode === 'pinch') {
      const old = span();
      pointers.set(event.pointerId, at);
      const now = span();
      on.pan?.(now.at.x - old.at.x, now.at.y - old.at.y);
      on.zoom?.(now.size / old.size, now.at);
      return;
    }
    pointers.set(event.pointerId, at);
    if (mode === 'press' && !near(at, start, FAR)) {
      clearTimeout(timer);
      mode = on.take(start, target) ? 'carry' : on.pan ? 'pan' : 'done';
      if (mode === 'pan') on.pan?.(at.x - start.x, at.y - start.y);
    } else if (mode === 'pan') on.pan?.(at.x - before.x, at.y - before.y);
    if (mode === 'carry') on.carry(at);
  }

  function up(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    clearTimeout(timer);
    const at = { x: event.clientX, y: event.clientY };
    if (mode === 'carry') {
      noClick();
      on.drop(at);
    } else if (mode === 'press' && !pressedLong) tapped(at);
    mode = pointers.size > 0 ? 'done' : 'none';
  }

  /* Something dragged and dropped on its own button was not clicked. */
  function noClick(): void {
    const stop = (event: Event): void => event.stopPropagation();
    addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', stop, { capture: true }));
  }

  function tapped(at: Point): void {
    const now = performance.now();
    const soon = lastTap !== null && now - lastTap.time < DOUBLE_MS && near(lastTap.at, at, 24);
    const twice = soon && on.doubleTap?.(at) === true;
    lastTap = twice ? null : { at, time: now };
    if (!twice) on.tap?.(at);
  }

  function cancelled(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    clearTimeout(timer);
    if (mode === 'carry') on.cancel();
    mode = pointers.size > 0 ? 'done' : 'none';
  }

  function wheel(event: WheelEvent): void {
    if (!on.zoom) return;
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) on.pan?.(-event.deltaX || -event.deltaY, 0);
    else on.zoom(Math.exp(-event.deltaY * WHEEL_ZOOM), { x: event.clientX, y: event.clientY });
  }

  const noMenu = (event: Event): void => event.preventDefault();

  node.addEventListener('pointerdown', down);
  /* A quick pointer may be elsewhere by its first move event. */
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', cancelled);
  node.addEventListener('wheel', wheel, { passive: false });
  node.addEventListener('contextmenu', noMenu);
  return {
    update: (now) => (on = now),
    destroy: () => {
      clearTimeout(timer);
      node.removeEventListener('pointerdown', down);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', cancelled);
      node.removeEventListener('wheel', wheel);
      node.removeEventListener('contextmenu', noMenu);
    },
  };
}
