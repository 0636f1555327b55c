/* Moves in words, for hints. */
import { say } from '../../lib/words/language.svelte';
import type { MoveContext } from '../../lib/words/words';

export function moveWords(move: string, { words, names }: MoveContext): string {
  const [kind = '', ...rest] = move.split(' ');
  const terms = rest.map((value) => words.word(value));
  return say(`scale.move_${kind}`, {
    name: names[Number(rest[0])] ?? '',
    colour: terms[0] ?? '',
    colours: terms.join(', '),
    answer: terms[0] ?? '',
  });
}
