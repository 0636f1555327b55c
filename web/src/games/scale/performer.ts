/* The player's own puppet: from a finger, a mouse, keys or a shaken phone to gestures. Power is how
 * vigorously one does it, whatever one does it with. Everything is from 0 to 1. */
import type { Gesture } from './stream';

/** At this speed, in widths of the pad a second, power is about two thirds. */
const SPEED = 1.65;
/* Each: a share of the way, reached after this many seconds. */
const FOLLOW_S = 0.035;
const KEY_S = 0.13;
const HOME_S = 0.25;
const POWER_UP_S = 0.15;
const POWER_DOWN_S = 0.4;
const EFFORT_UP_S = 1.6;
const EFFORT_DOWN_S = 0.5;
const KEY_REACH = 0.42;
const SHAKE = 11;
const SHAKE_REACH = 26;
/* What is repeated: the latest movement only, not what was tried before it; and without its last moments, in which a
 * mouse leaves for the button. */
const LOOP_SAMPLES = 24;
const LOOP_LEAST = 12;
const LOOP_LEFT_OUT = 4;

const towards = (from: number, to: number, seconds: number, time: number): number => from + (to - from) * (1 - Math.exp(-seconds / time));
const within = (value: number): number => Math.min(1, Math.max(0, value));

/* What a computer player expects of a performer whom it does not know: the power at the middle of the
 * scale (5.5), and what each level adds (src/games/scale/memory.c). */
export const POWER_MIDDLE = 0.44;
export const POWER_A_LEVEL = 0.064;
export const LEVELS = 10;

/** How much of a meter with a cell for each level is full at this power, from 0 to 1. */
export function meterShare(power: number): number {
  return within((power - POWER_MIDDLE) / (LEVELS * POWER_A_LEVEL) + 0.5);
}

export type Direction = 'left' | 'right' | 'up' | 'down';

export class Performer {
  gesture: Gesture = { x: 0.5, y: 0.5, power: 0 };
  looping = false;

  private pointer: { x: number; y: number } | null = null;
  private held = new Set<Direction>();
  private effort = 0;
  private pushing = false;
  private shake: { x: number; y: number; strength: number } | null = null;
  private gravity = { x: 0, y: 0, z: 0 };
  private recorded: Gesture[] = [];
  private repeated: Gesture[] = [];
  private loopAt = 0;

  /** Where the finger or the mouse is; null when it has left. */
  point(at: { x: number; y: number } | null): void {
    this.pointer = at && { x: within(at.x), y: within(at.y) };
    if (at) this.looping = false;
  }

  hold(direction: Direction, down: boolean): void {
    if (down) this.held.add(direction);
    else this.held.delete(direction);
    if (down) this.looping = false;
  }

  push(down: boolean): void {
    this.pushing = down;
    if (down) this.looping = false;
  }

  /** Releases everything: the pad has lost the focus. */
  release(): void {
    this.held.clear();
    this.pushing = false;
  }

  /** What the phone measures, in m/s², including gravity, which every phone reports. */
  feel(x: number, y: number, z: number): void {
    const gravity = this.gravity;
    for (const [axis, value] of [
      ['x', x],
      ['y', y],
      ['z', z],
    ] as const)
      gravity[axis] += (value - gravity[axis]) * 0.1;
    const own = { x: x - gravity.x, y: y - gravity.y, z: z - gravity.z };
    const strength = Math.hypot(own.x, own.y, own.z);
    if (strength > 3) this.looping = false;
    this.shake = { x: own.x, y: own.y, strength };
  }

  stopFeeling(): void {
    this.shake = null;
  }

  /** There is something to repeat. */
  get canLoop(): boolean {
    return this.recorded.length >= LOOP_LEAST + LOOP_LEFT_OUT;
  }

  loop(on: boolean): void {
    this.looping = on && this.canLoop;
    this.repeated = this.recorded.slice(0, -LOOP_LEFT_OUT);
    this.loopAt = 0;
  }

  /** A new card starts a new performance. */
  forget(): void {
    this.looping = false;
    this.recorded = [];
  }

  private get active(): boolean {
    return this.pointer !== null || this.held.size > 0 || this.pushing || (this.shake?.strength ?? 0) > 1.5;
  }

  get resting(): boolean {
    const { x, y, power } = this.gesture;
    return !this.active && !this.looping && power < 0.02 && Math.abs(x - 0.5) + Math.abs(y - 0.5) < 0.02;
  }

  /** Advances by this many seconds. */
  pass(seconds: number): void {
    if (this.looping || seconds <= 0) return;
    const { x, y, power } = this.gesture;
    const [target, time] = this.target();
    const nextX = within(towards(x, target.x, seconds, time));
    const nextY = within(towards(y, target.y, seconds, time));
    const speed = this.active ? (Math.abs(nextX - x) + Math.abs(nextY - y)) / seconds : 0;
    this.effort = towards(this.effort, this.pushing ? 1 : 0, seconds, this.pushing ? EFFORT_UP_S : EFFORT_DOWN_S);
    const shaken = this.shake && this.shake.strength > 1 ? 1 - Math.exp(-this.shake.strength / SHAKE) : 0;
    const wanted = Math.max(1 - Math.exp(-speed / SPEED), this.effort, shaken);
    const next = towards(power, wanted, seconds, wanted > power ? POWER_UP_S : POWER_DOWN_S);
    this.gesture = { x: nextX, y: nextY, power: within(next) };
  }

  private target(): [{ x: number; y: number }, number] {
    if (this.pointer) return [this.pointer, FOLLOW_S];
    if (this.held.size > 0) {
      const way = (more: Direction, less: Direction): number =>
        0.5 + KEY_REACH * (Number(this.held.has(more)) - Number(this.held.has(less)));
      return [{ x: way('right', 'left'), y: way('down', 'up') }, KEY_S];
    }
    if (this.shake && this.shake.strength > 1)
      return [{ x: within(0.5 + this.shake.x / SHAKE_REACH), y: within(0.5 - this.shake.y / SHAKE_REACH) }, KEY_S];
    return [{ x: 0.5, y: 0.5 }, HOME_S];
  }

  /** The gesture to send now; called twenty times a second. */
  next(): Gesture {
    if (this.looping) {
      /* There and back again, so that nothing jumps. */
      const last = this.repeated.length - 1;
      const step = this.loopAt++ % (2 * last);
      this.gesture = this.repeated[step <= last ? step : 2 * last - step]!;
    } else if (this.active) {
      this.recorded.push(this.gesture);
      if (this.recorded.length > LOOP_SAMPLES + LOOP_LEFT_OUT) this.recorded.shift();
    }
    return this.gesture;
  }
}

/** As it is sent: three bytes. */
export function bytes({ x, y, power }: Gesture): [number, number, number] {
  return [Math.round(x * 255), Math.round(y * 255), Math.round(power * 255)];
}
