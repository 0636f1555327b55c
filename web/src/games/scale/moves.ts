/* Moves in words, for hints. */
import { say } from '../../lib/words/language.svelte';
import type { MoveContext } from '../../lib/words/words';

export function moveWords(move: string, { words, names }: MoveContext): string {
  const [kind = '', ...rest] = move.split(' ');
  const said = rest.map((value) => words.word(value));
  return say(`scale.move_${kind}`, {
    name: names[Number(rest[0])] ?? '',
    colour: said[0] ?? '',
    colours: said.join(', '),
    answer: said[0] ?? '',
  });
}
