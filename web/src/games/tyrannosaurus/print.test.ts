import { expect, it } from 'vitest';
import components from '../../../../data/components/tyrannosaurus.json';
import { countOf } from '../../lib/printing/sheets';
import { kinds } from './print';

const of = (seats: number, name: string) => kinds({ components, texts: {}, seats }).find((kind) => kind.name === name)!.pieces;

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

it('two choose which dinosaurs they play, and three do without another one', () => {
  expect([2, 3, 4].map((seats) => of(seats, 'reminders').length)).toEqual([4, 4, 4]);
});

it('cards are those of the components in use', () => {
  const other = { ...components, cards: { ...components.cards, diplodocus: { move: 1, rest: 1, panic: 7 } } };
  const cards = kinds({ components: other, texts: {}, seats: 4 }).find(({ name }) => name === 'cards')!.pieces;
  expect(cards.find(({ face }) => face === 'panic diplodocus')!.count).toBe(7);
});

it('there are the trees of the box, enough for every square and every player', () => {
  expect([2, 3, 4].map((seats) => countOf(of(seats, 'trees')))).toEqual([32, 32, 32]);
});
