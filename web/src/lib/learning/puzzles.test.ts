import { describe, expect, it } from 'vitest';
import { dateOf, dayOf, starsText } from './puzzles';

describe('days of puzzles', () => {
  it.each([
    ['2026-11-16', 20773],
    ['1970-01-01', 0],
    ['2028-02-29', 21243],
  ])('%s', (date, day) => {
    expect(dayOf(date)).toBe(day);
    expect(dateOf(day)).toBe(date);
  });

  it.each(['', 'today', '2026-02-29', '2026-13-01', '2026-1-1', '2026-11-16T00:00'])('%j is none', (date) =>
    expect(dayOf(date)).toBeNull(),
  );

  it('has one to three stars', () => expect([1, 2, 3].map(starsText)).toEqual(['★☆☆', '★★☆', '★★★']));
});
