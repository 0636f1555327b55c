/* Draws less important parts in later tasks, so that a slow machine has no long task: the move first, then
 * what is written about it. */
import { flushSync, tick } from 'svelte';

/** Yields to the browser: the code after `await soon()` runs in a task of its own. */
export const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const IDLE_MOST_MS = 3000;

/** Waits until the browser has nothing else to do, but not for long. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: IDLE_MOST_MS });
    else setTimeout(resolve, IDLE_MOST_MS / 3);
  });

/** Does something after the next paint; soon, where nothing is painted. Returns a function that cancels it. */
export function afterPaint(work: () => void): () => void {
  if (document.hidden) {
    const timer = window.setTimeout(work);
    return () => clearTimeout(timer);
  }
  let timer = 0;
  const frame = requestAnimationFrame(() => (timer = window.setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** A value that follows `read` after the next paint; `first` until then. To be called while a component
 * is made. */
export function later<T, First = T>(read: () => T, first: First): { readonly value: T | First } {
  let value = $state.raw<T | First>(first);
  $effect(() => {
    const next = read();
    return afterPaint(() => (value = next));
  });
  return {
    get value() {
      return value;
    },
  };
}

/* The parts of a large screen, in the order in which they are drawn. */
interface Part {
  draw: (() => void) | null;
  last: boolean;
}
let row: Part[] = [];
let expected = false;
/* Where a part takes less, the next one is drawn at once: a quick machine shows all in a frame or two. */
const TASK_MS = 8;

/** Draws a part of the screen when those before it are drawn and painted, or when all others that come
 * with it are (`last`). Returns a function that cancels it. */
export function inTurn(draw: () => void, last = false): () => void {
  const part: Part = { draw, last };
  row.push(part);
  expect();
  return () => (part.draw = null);
}

/** Does something when all that this update draws in turn is drawn and painted. Returns a function that cancels it. */
export function whenDrawn(work: () => void): () => void {
  let wanted = true;
  const unlessCancelled = (next: () => void) => (): void => {
    if (wanted) next();
  };
  /* Parts are in the row once the update is done. */
  void tick().then(unlessCancelled(() => inTurn(unlessCancelled(() => afterPaint(unlessCancelled(work))))));
  return () => (wanted = false);
}

function expect(): void {
  if (expected || row.length === 0) return;
  expected = true;
  afterPaint(() => {
    const until = performance.now() + TASK_MS;
    try {
      do drawFirst();
      while (row.length > 0 && performance.now() < until);
    } finally {
      expected = false;
      expect();
    }
  });
}

/* Parts of a part come before what comes after it, so that the screen grows downwards and nothing that
 * is seen is pushed away. */
function drawFirst(): void {
  const [first, ...others] = row;
  row = [];
  try {
    first?.draw?.();
    flushSync();
  } finally {
    row = [...row.filter((part) => !part.last), ...row.filter((part) => part.last), ...others];
  }
}
