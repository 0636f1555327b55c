/* Moves in words, for hints. */
import { say } from '../../lib/words/language.svelte';

export function moveWords(move: string): string {
  const [kind = '', fossil = ''] = move.split(' ');
  return say(`template.move_${kind}`, { fossil });
}
