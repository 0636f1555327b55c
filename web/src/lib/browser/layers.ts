/* What lies over a screen: dialogs, sheets, menus. Each has an entry of its own in the browser's history, with the
 * address of the screen, so that Back closes the topmost one and stays on the screen. The entry of one that was
 * closed otherwise is left where it is: the next one uses it, the next screen takes its place, and Back skips it. */

/* How to close each of them, the lowest first. */
const layers: (() => void)[] = [];

/* The number of layers that the current entry stands for. */
const depth = (): number => (history.state as { layers?: number } | null)?.layers ?? 0;
const here = (): { address: string; depth: number } => ({ address: location.pathname + location.hash, depth: depth() });
let last = here();

/** Call it when something opens over the screen: Back then calls `close`. Returns a function to call once it is closed,
 * in whatever way. */
export function openLayer(close: () => void): () => void {
  layers.push(close);
  if (depth() < layers.length) {
    history.scrollRestoration = 'manual'; /* closing it does not scroll the screen */
    history.pushState({ layers: depth() + 1 }, '');
    last = here();
  }
  return () => {
    const at = layers.indexOf(close);
    if (at >= 0) layers.splice(at, 1);
  };
}

/** Goes to the address of a screen. */
export function visit(address: string, replace: boolean): void {
  if (replace || depth() > 0) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  last = here();
}

/** Keeps a word with the current entry, which Back and a reload find again. */
export function keepHere(word: string | null): void {
  history.replaceState({ ...(history.state as object | null), kept: word }, '');
}

export const keptHere = (): string | null => (history.state as { kept?: string | null } | null)?.kept ?? null;

/** Calls `moved` whenever the person goes back or forward. */
export function onTravel(moved: () => void): void {
  addEventListener('popstate', () => {
    const now = here();
    const isLeft = now.address === last.address && now.depth < last.depth;
    last = now;
    if (now.depth === 0) history.scrollRestoration = 'auto';
    if (!isLeft) moved();
    else if (layers.length > 0) layers.pop()!();
    else history.back();
  });
}
