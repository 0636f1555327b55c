/* Cards in words, for screen readers and for the names beneath pictures. */
import { say } from '../../lib/words/language.svelte';
import type { Words } from '../../lib/words/words';
import { eggCount, face } from './logic';
import { COLOURS, type CardText, type Colour } from './view';

/** “blue 7, meteor”; “yellow 6, draw 2”. */
export function cardWords(words: Words | null, card: CardText): string {
  const { kind, meteor, draws } = face(card);
  if (kind === 'hidden') return say('trex.unknown_card');
  const name = words?.word(card) ?? card;
  if (kind === 'chameleon') return name;
  if (kind === 'shower') return `${name}, ${say('trex.rank_nothing')}`;
  return `${name}, ${meteor ? say('trex.meteor') : say('trex.draws', { count: draws })}`;
}

export function cardList(words: Words | null, cards: CardText[]): string {
  const known = cards.filter((card) => card !== '?').map((card) => words?.word(card) ?? card);
  const hidden = cards.length - known.length;
  if (hidden > 0) known.push(say('trex.unknown_cards', { count: hidden }));
  return known.join(', ');
}

export function eggWords(words: Words | null, eggs: Colour[]): string {
  const parts = COLOURS.map((colour) => ({ colour, count: eggCount(eggs, colour) })).filter(({ count }) => count > 0);
  if (parts.length === 0) return say('trex.no_eggs');
  return parts.map(({ colour, count }) => `${count} ${words?.word(colour) ?? colour}`).join(', ');
}
