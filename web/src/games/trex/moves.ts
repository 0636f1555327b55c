/* Moves in words, for hints. */
import { say } from '../../lib/words/language.svelte';
import type { MoveContext } from '../../lib/words/words';
import type { TrexView } from './view';

export function moveWords(move: string, { view, words }: MoveContext): string {
  const [kind = '', what = '', colour = ''] = move.split(' ');
  const word = (value: string | null | undefined): string => words.word(value ?? '');
  switch (kind) {
    case 'play':
      return say('trex.move_play', { card: words.the(what) });
    case 'flip':
      return say('trex.move_flip');
    case 'egg':
      return say('trex.move_egg', { colour: word((view as TrexView).eggs[Number(what) - 1]) });
    case 'remove':
      return say(`trex.move_remove_${what}`);
    default:
      return what === 'keep' ? say('trex.move_keep') : say(`trex.move_${what}`, { colour: word(colour) });
  }
}
