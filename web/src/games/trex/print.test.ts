import { expect, it } from 'vitest';
import components from '../../../../data/components/trex.json';
import { countOf } from '../../lib/printing/sheets';
import { kinds } from './print';

const of = (seats: number, name: string) => kinds({ components, texts: {}, seats }).find((kind) => kind.name === name)!.pieces;

it.each([2, 5])('every one of %i players has a deck of seventeen different cards, with a back of its own', (seats) => {
  const backs = new Set(of(seats, 'cards').map(({ back }) => back));
  expect(backs.size).toBe(seats);
  for (const one of backs) {
    const deck = of(seats, 'cards').filter(({ back }) => back === one);
    expect(countOf(deck)).toBe(17);
    expect(new Set(deck.map(({ face }) => face)).size).toBe(17);
  }
});

it('there are thirty eggs and five trumps, whose backs tell nothing', () => {
  expect(countOf(of(2, 'eggs'))).toBe(30);
  expect(countOf(of(2, 'trumps'))).toBe(5);
  for (const name of ['eggs', 'trumps']) expect(new Set(of(2, name).map(({ back }) => back)).size).toBe(1);
});

it('eggs are those of the components in use', () => {
  const other = { ...components, eggs: { yellow: 26, blue: 1, brown: 1, green: 1, red: 1 } };
  const eggs = kinds({ components: other, texts: {}, seats: 2 }).find(({ name }) => name === 'eggs')!.pieces;
  expect(eggs.map(({ count }) => count)).toEqual([26, 1, 1, 1, 1]);
});
