/* Who is away is missed after a while, and for how long is counted. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Presence } from './presence.svelte';

const told: string[] = [];
const seats = [{ person: 'ann', name: 'Ann' }, { person: 'bob', name: 'Bob' }, { level: 'easy' as const, name: 'Hugo' }, null];
let presence: Presence;

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
  presence = new Presence((person, isHere) => told.push(`${person} ${isHere ? 'back' : 'gone'}`));
});
afterEach(() => vi.useRealTimers());

it('says nothing about a short break', () => {
  presence.note(seats, [true, false, false, false]);
  vi.advanceTimersByTime(5000);
  presence.note(seats, [true, true, false, false]);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
  expect(presence.minutes('bob', Date.now())).toBeNull();
});

it('says who is away, since when, and who is back', () => {
  presence.note(seats, [true, false, false, false]);
  vi.advanceTimersByTime(150_000);
  presence.note(seats, [true, false, false, false]); /* heard again: it goes on */
  expect(told).toEqual(['bob gone']);
  expect(presence.minutes('bob', Date.now())).toBe(2);
  presence.note(seats, [true, true, false, false]);
  expect(told).toEqual(['bob gone', 'bob back']);
});

it('forgets people who gave up their seat, and everyone when the table is left', () => {
  presence.note(seats, [true, false, false, false]);
  vi.advanceTimersByTime(10_000);
  presence.note([seats[0]!, null, null, null], [true, false, false, false]);
  presence.note([seats[0]!, null, null, null], [false, false, false, false]);
  presence.forget();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(['bob gone']);
});
