/* Moves in words, as a hint tells them. */
import { say } from '../../lib/language.svelte';
import type { Told } from '../../lib/words';
import type { TrexView } from './view';

export function moveWords(move: string, { view, words }: Told): string {
  const [kind = '', what = '', colour = ''] = move.split(' ');
  const word = (value: string | null | undefined): string => words.word(value ?? '');
  switch (kind) {
    case 'play':
      return say('moves.trex_play', { card: words.the(what) });
    case 'flip':
      return say('moves.trex_flip');
    case 'egg':
      return say('moves.trex_egg', { colour: word((view as unknown as TrexView).eggs[Number(what) - 1]) });
    case 'remove':
      return say(`moves.trex_remove_${what}`);
    default:
      return what === 'keep' ? say('moves.trex_keep') : say(`moves.trex_${what}`, { colour: word(colour) });
  }
}
