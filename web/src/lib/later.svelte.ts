/* What is not looked at first is drawn a moment later, in a task of its own, so that a slow machine
 * never holds its breath: the move first, then what is written about it. */

/** Does something after the next paint; soon, where nothing is painted. Returns how not to. */
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
