/* What one cuts out to play On a Scale of One to T-Rex: action cards in the language of the page, number cards, and the tokens of
 * the whole box (S1 to S3). */
import actions from 'texts:scale/actions';
import type { PieceKind, Order, PrintedPiece } from '../../lib/printing/sheets';
import { COLOURS, type Colour } from './view';

export { default as Face } from './Printed.svelte';

const NUMBER = { width: 63, height: 88 };
const GOOD = 40;
const BAD = 18;

/* A card is written with the letter of its colour. */
const ofLetter = (letter: string): Colour => COLOURS.find((colour) => colour.startsWith(letter))!;

function numberCards(components: Order['components']): PrintedPiece[] {
  const { values, swaps, multicolour } = components as {
    values: Record<Colour, number[]>;
    swaps: Record<Colour, number>;
    multicolour: number;
  };
  const ofColour = (colour: Colour): [string, number][] => [
    ...values[colour].map((count, index): [string, number] => [`${colour[0]}${index + 1}`, count]),
    [`${colour[0]}s`, swaps[colour]],
  ];
  const all: [string, number][] = [...COLOURS.flatMap(ofColour), ['xs', multicolour]];
  return all.map(([card, count]) => ({ face: `number ${card}`, back: 'numbers', count }));
}

/* Two play by other rules (S13, S14): theirs are behind those of the others. */
const reminder = (seats: number): { face: string; back: string } =>
  seats === 2 ? { face: 'reminder two', back: 'reminder' } : { face: 'reminder', back: 'reminder two' };

export function kinds({ components, seats }: Order): PieceKind[] {
  const tokens = (kind: string, count: number): PrintedPiece => ({ face: `token ${kind}`, back: `token ${kind}`, count });
  return [
    {
      name: 'actions',
      width: 63,
      height: 63,
      pieces: Object.keys(actions).map((card) => ({ face: `action ${card}`, back: `actions ${ofLetter(card[0]!)}`, count: 1 })),
    },
    { name: 'numbers', ...NUMBER, pieces: numberCards(components) },
    { name: 'reminders', ...NUMBER, pieces: [{ ...reminder(seats), count: seats }] },
    { name: 'tokens', width: 24, height: 24, pieces: [tokens('good', GOOD), tokens('bad', BAD)] },
  ];
}
