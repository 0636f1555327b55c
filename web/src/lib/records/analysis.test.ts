import { describe, expect, it } from 'vitest';
import type { Grade, SeatAccount } from '../schema/module';
import { decisionsOf, tenthsOf, turnsOf, formatTenths, type Analysis } from './analysis';
import { speak } from '../words/language.svelte';

const account = (start: number, deal: number, own: number, others: number, result: number): SeatAccount => ({
  name: 'Ann',
  start,
  deal,
  own,
  others,
  luck: result - start - deal - own - others,
  result,
  grades: { none: 0, good: 0, inaccuracy: 0, mistake: 0, blunder: 0 },
  story: [],
  summary: null,
});

function analysisOf(grades: [number, Grade][]): Analysis {
  const decisions = grades.map(([seat, grade]) => ({
    seat,
    grade,
    move: '',
    lost: 0,
    error: 0,
    stake: 0,
    best: null,
    waits: false,
    reason: null,
    note: null,
    effects: [],
  }));
  return { analysis: 2, game: 'any', effort: 1, progress: 1000, one: 1_000_000, seats: [], curve: [], views: [], decisions };
}

describe('a match', () => {
  it('turned where a chance rose much', () => {
    const curve = [500, 640, 800, 790, 1000].map((one) => [one * 1000, 1_000_000 - one * 1000]);
    const analysis = { ...analysisOf([]), curve };
    expect(turnsOf(analysis).map(({ move, seat, change }) => [move, seat, Math.round(100 * change)])).toEqual([
      [2, 0, 16],
      [4, 0, 21],
    ]);
  });
});

describe('an account', () => {
  it('adds up in the tenths that are printed', () => {
    for (const seat of [
      account(333_333, 16_650, -54_449, 1_249, 1_000_000),
      account(250_000, -12_655, -556_852, 207_113, 0),
      account(142_857, 49_999, -49, 51, 500_000),
    ]) {
      const { start, deal, own, others, luck, result } = tenthsOf(seat, 1_000_000);
      expect(start + deal + own + others + luck).toBe(result);
      expect(Math.abs(luck - seat.luck / 1000)).toBeLessThan(3);
    }
  });

  it('is written with signs and the comma of the language', () => {
    speak('en');
    expect([formatTenths(0, true), formatTenths(-124, true), formatTenths(1165, true), formatTenths(250)]).toEqual([
      '0.0',
      '−12.4',
      '+116.5',
      '25.0',
    ]);
    speak('fr');
    expect(formatTenths(-124)).toBe('−12,4');
    speak('en');
  });
});

describe('the filter', () => {
  const analysis = analysisOf([
    [0, 'good'],
    [1, 'blunder'],
    [0, 'none'],
    [1, 'mistake'],
    [0, 'inaccuracy'],
    [0, 'mistake'],
  ]);
  const moves = (...filter: [Parameters<typeof decisionsOf>[1], number | null]): number[] =>
    decisionsOf(analysis, ...filter).map(({ at }) => at);

  it('keeps decisions from a size on, of one player or of all', () => {
    expect(moves('good', null)).toEqual([0, 1, 3, 4, 5]);
    expect(moves('inaccuracy', null)).toEqual([1, 3, 4, 5]);
    expect(moves('mistake', 0)).toEqual([5]);
    expect(moves('blunder', 0)).toEqual([]);
  });
});
