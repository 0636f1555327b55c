import { describe, expect, it } from 'vitest';
import { choicesAt, fitting, orderOf, ordersFor, pick } from './orders';

const values = ['random', ['a', 'b', 'c'], ['a', 'c', 'b'], ['b', 'a', 'c'], ['b', 'c', 'a'], ['c', 'a', 'b'], ['c', 'b', 'a'], ['a', 'd'], ['d', 'a']];
const three = ordersFor(values, 3);

describe('orders of seats', () => {
  it('are those for the number of seats', () => {
    expect(three).toHaveLength(6);
    expect(ordersFor(values, 2)).toEqual([['a', 'd'], ['d', 'a']]);
    expect(ordersFor(values, 4)).toEqual([]);
  });
  it('let every seat pick what there is', () => {
    expect(choicesAt(three, 1)).toEqual(['b', 'c', 'a']);
  });
  it('give what is taken from somebody to whoever picks it', () => {
    expect(pick(three, ['a', 'b', null], 2, 'a')).toEqual([null, 'b', 'a']);
    expect(pick(ordersFor(values, 2), ['a', null], 1, 'a')).toEqual([null, 'a']);
    expect(pick(three, ['a', 'b', null], 0, null)).toEqual([null, 'b', null]);
  });
  it('leave the rest to chance', () => {
    expect(orderOf(three, [null, null, null], 0.5)).toBeNull();
    expect(orderOf(three, [null, 'b', null], 0)).toEqual(['a', 'b', 'c']);
    expect(orderOf(three, [null, 'b', null], 0.99)).toEqual(['c', 'b', 'a']);
    expect(fitting(three, ['c', null, null])).toHaveLength(2);
  });
});
