/* The title of the page, which shows in its tab whether the person is awaited. */
import { mine } from './mine.svelte';

/** The title of a screen, with the number of other tables that call. */
export function titled(...parts: string[]): string {
  return (mine.turns > 0 ? `(${mine.turns}) ` : '') + [...parts, 'Ludosaure'].join(' – ');
}
