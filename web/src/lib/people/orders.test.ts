import { describe, expect, it } from 'vitest';
import { choicesAt, fitting, orderOf, ordersFor, pick, rangeOf } from './orders';
import type { Option } from '../connection/protocol';

const options: Record<string, Option> = {
  who: {
    default: 'random',
    values: [
      'random',
      ['a', 'b', 'c'],
      ['a', 'c', 'b'],
      ['b', 'a', 'c'],
      ['b', 'c', 'a'],
      ['c', 'a', 'b'],
      ['c', 'b', 'a'],
      ['a', 'd'],
      ['d', 'a'],
      ['b', 'c'],
    ],
  },
  two: {
    default: 'far',
    values: ['far', 'near'],
    seats: [2],
    allows: { who: { far: ['random', ['a', 'd'], ['d', 'a']], near: ['random', ['b', 'c']] } },
  },
};
const three = ordersFor(options, 'who', 3, { two: 'near' });
const two = ordersFor(options, 'who', 2, { two: 'far' });

describe('orders of seats', () => {
  it('are those for the number of seats that go with the other options', () => {
    expect(three).toHaveLength(6);
    expect(two).toEqual([
      ['a', 'd'],
      ['d', 'a'],
    ]);
    expect(ordersFor(options, 'who', 2, { two: 'near' })).toEqual([['b', 'c']]);
    expect(ordersFor(options, 'who', 4, { two: 'far' })).toEqual([]);
    expect(ordersFor({}, '', 3, {})).toEqual([]);
  });
  it('let every seat pick what there is', () => {
    expect(choicesAt(three, 1)).toEqual(['b', 'c', 'a']);
  });
  it('give an item to the seat that picks it last', () => {
    expect(pick(three, ['a', 'b', null], 2, 'a')).toEqual([null, 'b', 'a']);
    expect(pick(two, ['a', null], 1, 'a')).toEqual([null, 'a']);
    expect(pick(three, ['a', 'b', null], 0, null)).toEqual([null, 'b', null]);
  });
  it('leave the rest to chance', () => {
    expect(orderOf(three, [null, null, null], 0.5)).toBeNull();
    expect(orderOf(three, [null, 'b', null], 0)).toEqual(['a', 'b', 'c']);
    expect(orderOf(three, [null, 'b', null], 0.99)).toEqual(['c', 'b', 'a']);
    expect(fitting(three, ['c', null, null])).toHaveLength(2);
  });
});

describe('an option that is a number', () => {
  const upTo = (most: number): Option => ({ default: 1, values: Array.from({ length: most }, (_, i) => i + 1) });

  it('is typed if its values are too many for a list', () => {
    expect(rangeOf(upTo(99))).toEqual([1, 99]);
    expect(rangeOf(upTo(9))).toBeNull();
    expect(rangeOf({ default: 'a', values: ['a', ...upTo(99).values] })).toBeNull();
  });
});
