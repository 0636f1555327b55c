/* Moves in words, for hints. */
import { say } from '../../lib/language.svelte';
import type { MoveContext } from '../../lib/words';
import { parsePlace } from './logic';
import type { TrakksView } from './view';

export function moveWords(move: string, { view, words, names }: MoveContext): string {
  /* A whole table cannot be read: it is shown where it would lie. */
  const placed = parsePlace(move);
  if (placed) return say('trakks.move_place', { count: placed.flat().length - (view as unknown as TrakksView).table.flat().length });
  const [kind = '', ...rest] = move.split(' ');
  const tiles = rest.map((tile) => words.the(tile));
  return say(`trakks.move_${kind}`, {
    tile: tiles[0] ?? '',
    tiles,
    name: names[Number(rest[0])] ?? '',
  });
}
