import { describe, expect, it } from 'vitest';
import { draftText, groupAt, groupsOf, linesAt, parsePlace, placeText, sorted } from './logic';

const table = (text: string) => parsePlace(`place ${text}`)!.flat();

/* The sheet's own example: a run, and upwards on its last tile a set. */
const EXAMPLE = 'b3@0,0 b4@1,0 b5@2,0 b6@3,0 r6@3,-1 y6@3,-2 g6@3,-3';

describe('groups', () => {
  it('are what hangs together side by side', () => {
    const laid = table('b3@0,0 b4@1,0 b5@2,0 | r7@3,1 g7@3,2 y7@3,3');
    expect(groupsOf(laid).map((group) => group.length)).toEqual([3, 3]);
    expect(groupAt(laid, { x: 1, y: 0 }).length).toBe(3);
    expect(groupAt(laid, { x: 9, y: 9 })).toEqual([]);
  });
  it('are sent parted', () => {
    const laid = table('b3@0,0 b4@1,0 b5@2,0 | r7@3,1 g7@3,2 y7@3,3');
    expect(placeText(laid)).toBe('place b3@0,0 b4@1,0 b5@2,0 | r7@3,1 g7@3,2 y7@3,3');
    expect(draftText(laid)).toBe('place b3@0,0 b4@1,0 b5@2,0 r7@3,1 g7@3,2 y7@3,3');
  });
});

describe('lines through a square', () => {
  it('go across and down', () => {
    const laid = table(EXAMPLE);
    expect(linesAt(laid, { x: 1, y: 0 })[0]!.map((one) => one.tile)).toEqual(['b3', 'b4', 'b5', 'b6']);
    expect(linesAt(laid, { x: 3, y: 0 }).length).toBe(2);
    expect(linesAt(laid, { x: 1, y: 0 }).length).toBe(1);
  });
});

describe('moves', () => {
  it('other than placings have no groups', () => {
    expect(parsePlace('draw')).toBeNull();
  });
});

describe('a rack', () => {
  const rack = ['plus', 'r2', 'y9', 'r10', 'y1'].map((tile) => ({ tile }));
  const order = (by: 'colour' | 'number' | 'own') => sorted(rack, by).map((one) => one.tile);
  it('is sorted by colour, by number, or left alone', () => {
    expect(order('colour')).toEqual(['y1', 'y9', 'r2', 'r10', 'plus']);
    expect(order('number')).toEqual(['y1', 'r2', 'y9', 'r10', 'plus']);
    expect(order('own')).toEqual(['plus', 'r2', 'y9', 'r10', 'y1']);
  });
});
