import { expect, it } from 'vitest';
import components from '../../../../data/components/tyrannosaurus.json';
import { countOf } from '../../lib/printing/sheets';
import { kinds } from './print';

const of = (seats: number, name: string) => kinds({ components, seats }).find((kind) => kind.name === name)!.pieces;

it('each dinosaur has nine action cards and eight directions, with one back', () => {
  for (const [name, count] of [
    ['cards', 9],
    ['ways', 8],
  ] as const)
    for (const dino of Object.keys(components.cards)) {
      const own = of(4, name).filter(({ face }) => face.includes(dino));
      expect(countOf(own)).toBe(count);
      expect(new Set(own.map(({ back }) => back)).size).toBe(1);
    }
});

it('three players do without the stegosaurus; two choose', () => {
  expect([2, 3, 4].map((seats) => of(seats, 'reminders').length)).toEqual([4, 3, 4]);
});

it('cards are those of the components in use', () => {
  const other = { ...components, cards: { ...components.cards, diplodocus: { move: 1, rest: 1, panic: 7 } } };
  const cards = kinds({ components: other, seats: 4 }).find(({ name }) => name === 'cards')!.pieces;
  expect(cards.find(({ face }) => face === 'panic diplodocus')!.count).toBe(7);
});

it('there are trees for every square, and those of the players', () => {
  const own = Object.values(components.trees).reduce((sum, trees) => sum + trees, 0);
  expect(countOf(of(4, 'trees'))).toBeGreaterThanOrEqual(20 + own);
});
