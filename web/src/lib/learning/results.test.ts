import { beforeEach, describe, expect, it } from 'vitest';
import { counts, keepResult, resultOf, streak, type PuzzleResult } from './results';

const solved = (on: number, more: Partial<PuzzleResult> = {}): PuzzleResult => ({
  tries: 1,
  seconds: 9,
  hinted: false,
  shown: false,
  on,
  ...more,
});

describe('results of puzzles', () => {
  beforeEach(() => localStorage.setItem('ludosaure.puzzles', '{}'));

  it('are kept by game and day', () => {
    keepResult('a', 5, solved(5, { tries: 3 }));
    keepResult('b', 5, solved(6));
    expect(resultOf('a', 5).tries).toBe(3);
    expect(resultOf('b', 5).on).toBe(6);
    expect(resultOf('a', 6)).toEqual({ tries: 0, seconds: 0, hinted: false, shown: false, on: null });
  });

  it('survive what somebody else wrote', () => {
    localStorage.setItem('ludosaure.puzzles', '{"a":{"5":7},"b":null');
    expect(resultOf('a', 5).on).toBeNull();
    localStorage.setItem('ludosaure.puzzles', '{"a":{"5":7},"b":null}');
    expect(resultOf('a', 5).on).toBeNull();
    expect(streak(5)).toBe(0);
  });

  it('count if they were not looked up', () => {
    expect(counts(solved(5))).toBe(true);
    expect(counts(solved(5, { hinted: true }))).toBe(true);
    expect(counts(solved(5, { shown: true }))).toBe(false);
    expect(counts({ ...solved(5), on: null })).toBe(false);
  });

  it('make a streak with one puzzle a day, of any game', () => {
    expect(streak(10)).toBe(0);
    keepResult('a', 8, solved(8));
    keepResult('b', 9, solved(9));
    expect(streak(9)).toBe(2);
    expect(streak(10)).toBe(2);
    expect(streak(11)).toBe(0);
    keepResult('a', 10, solved(10, { shown: true }));
    expect(streak(10)).toBe(2);
    keepResult('b', 10, solved(10));
    expect(streak(10)).toBe(3);
  });

  it('do not make one afterwards', () => {
    keepResult('a', 8, solved(10));
    keepResult('a', 9, solved(9));
    expect(streak(9)).toBe(1);
  });
});
