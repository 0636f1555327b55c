import { describe, expect, it } from 'vitest';
import { placed } from './places';

describe('places', () => {
  it('puts the winners first, then the highest scores', () => {
    expect(placed({ scores: [3, 9, 7, 9], winners: [2] }, 'highest')).toEqual([2, 1, 3, 0]);
  });
  it('puts the lowest first where that wins', () => {
    expect(placed({ scores: [30, 0, 12], winners: [1] }, 'lowest')).toEqual([1, 2, 0]);
  });
  it('goes by what decides between equals', () => {
    expect(placed({ scores: [5, 8, 8, 5], winners: [2] }, 'highest', [1, 20, 31, 4])).toEqual([2, 1, 3, 0]);
  });
});
