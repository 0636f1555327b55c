/* Keys that work wherever the focus is, and what arrow keys mean. */

/** Whether a key is meant for something else: it is being typed somewhere, or a dialog lies over the page. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return true;
  if (document.querySelector('dialog[open]')) return true;
  const { target } = event;
  if (target instanceof HTMLInputElement) return target.type !== 'radio' && target.type !== 'checkbox';
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select'));
}

/* By the key: one step of an arrow, to the right and upwards. */
const STEPS: Partial<Record<string, { x: number; y: number }>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

/** The step of an arrow key on a map whose rows count upwards; undefined for any other key. */
export const arrowStep = (key: string): { x: number; y: number } | undefined => STEPS[key];

/** The step of an arrow key within a row: right and down lead on; 0 for any other key. */
export function rowStep(key: string): number {
  const { x, y } = STEPS[key] ?? { x: 0, y: 0 };
  return x - y;
}

/** Where a key leads within a row of things, beyond whose end the other one comes; null for a key that leads nowhere. */
export function rowTarget(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = rowStep(key);
  return step === 0 ? null : (at + step + count) % count;
}
