/* Moves in words, for hints. */
import { say } from '../../lib/words/language.svelte';
import type { MoveContext } from '../../lib/words/words';
import { parsePlace, type Laid } from './logic';
import type { TrakksView } from './view';

/* More tiles are counted: their names would be too much to read. */
const NAMED_MAX = 4;

/* The tiles that a placing adds to the table: all the others stay on it. */
function laidBy(placed: Laid[][], before: string[][]): string[] {
  const tiles = placed.flat().map(({ tile }) => tile);
  for (const one of before.flat()) tiles.splice(tiles.indexOf(one.split('@')[0]!), 1);
  return tiles;
}

export function moveWords(move: string, { view, words, names }: MoveContext): string {
  const [kind = '', ...rest] = move.split(' ');
  const placed = parsePlace(move);
  const laid = placed ? laidBy(placed, (view as TrakksView).table) : rest;
  if (laid.length > NAMED_MAX) return say('trakks.move_place_many', { count: laid.length });
  const tiles = laid.map((tile) => words.the(tile));
  return say(`trakks.move_${kind}`, {
    tile: tiles[0] ?? '',
    tiles,
    name: names[Number(rest[0])] ?? '',
  });
}
