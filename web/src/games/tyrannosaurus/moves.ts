/* Moves in words, as a hint tells them. */
import { say } from '../../lib/language.svelte';
import type { Told } from '../../lib/words';
import type { ValleyView } from './view';

/** Where one only says a direction, the phase says what is sent there. */
export function moveWords(move: string, { view, words, names }: Told): string {
  const [kind = '', direction = ''] = move.split(' ');
  if (kind === 'rest') return say('tyrannosaurus.move_rest');
  if (kind !== 'steer') return words.word(move);
  const { phase, panicking } = view as ValleyView;
  return say(`tyrannosaurus.move_${phase}`, { direction: words.word(direction), name: names[panicking[0] ?? -1] ?? '' });
}
