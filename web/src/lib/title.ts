/* What the browser writes above the page: tabs tell that one is waited for. */
import { mine } from './mine.svelte';

/** The title of a screen, with how many other tables call. */
export function titled(...parts: string[]): string {
  return (mine.turns > 0 ? `(${mine.turns}) ` : '') + [...parts, 'Ludosaure'].join(' – ');
}
