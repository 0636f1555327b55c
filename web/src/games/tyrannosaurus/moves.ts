/* Moves in words, for hints. */
import { say } from '../../lib/words/language.svelte';
import type { MoveContext } from '../../lib/words/words';
import type { ValleyView } from './view';

/** If only a direction is asked, the phase says what moves. */
export function moveWords(move: string, { view, words, names }: MoveContext): string {
  const [kind = '', direction = ''] = move.split(' ');
  if (kind === 'rest') return say('tyrannosaurus.move_rest');
  if (kind !== 'steer') return words.word(move);
  const { phase, panicking } = view as ValleyView;
  return say(`tyrannosaurus.move_${phase}`, { direction: words.word(direction), name: names[panicking[0] ?? -1] ?? '' });
}
