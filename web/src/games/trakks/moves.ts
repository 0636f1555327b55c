/* Moves in words, as a hint tells them. */
import { language, say } from '../../lib/language.svelte';
import type { Told } from '../../lib/words';

/** A placing has no words: it is shown on the table itself. */
export function moveWords(move: string, { words, names }: Told): string {
  const [kind = '', ...rest] = move.split(' ');
  if (kind === 'place') return '';
  const tiles = rest.map((tile) =>
    tile === 'arrow' ? say('moves.trakks_arrow_tile') : say('moves.trakks_tile', { tile: words.word(tile) }),
  );
  return say(`moves.trakks_${kind}`, {
    tile: tiles[0] ?? '',
    tiles: new Intl.ListFormat(language()).format(tiles),
    name: names[Number(rest[0])] ?? '',
  });
}
