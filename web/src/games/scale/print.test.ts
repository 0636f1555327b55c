import { expect, it } from 'vitest';
import components from '../../../../data/components/scale.json';
import { countOf } from '../../lib/printing/sheets';
import { kinds } from './print';

const of = (name: string, seats = 8) => kinds({ components, texts: {}, seats }).find((kind) => kind.name === name)!.pieces;

it('there are sixty action cards, twenty of each colour, sorted by their backs', () => {
  const backs = [...new Set(of('actions').map(({ back }) => back))];
  expect(backs.map((one) => countOf(of('actions').filter(({ back }) => back === one)))).toEqual([20, 20, 20]);
});

it('the seventy-nine number cards look the same from behind', () => {
  expect(countOf(of('numbers'))).toBe(79);
  expect(new Set(of('numbers').map(({ back }) => back)).size).toBe(1);
});

it('there are the tokens of the box', () => expect(of('tokens').map(({ count }) => count)).toEqual([40, 18]));

it('what two need to remember is in front for them, and behind for others', () => {
  expect([2, 3].map((seats) => of('reminders', seats)[0]!.face)).toEqual(['reminder two', 'reminder']);
  expect(of('reminders')[0]!.back).toBe('reminder two');
});
