import { describe, expect, it } from 'vitest';
import { Looks } from './looks';

describe('advice in real time', () => {
  const say = (moves: string[]): string[] => {
    const looks = new Looks();
    const advice: string[] = [];
    for (const move of moves) if (looks.look(move, advice.at(-1))) advice.push(move);
    return advice;
  };

  it('is what two looks in a row are for', () => {
    expect(say(['change'])).toEqual([]);
    expect(say(['change', 'offer 1', 'change'])).toEqual([]);
    expect(say(['change', 'offer 1', 'offer 1'])).toEqual(['offer 1']);
  });

  it('stands while impressions waver', () => {
    expect(say(['change', 'change', 'offer 1', 'change', 'change', 'offer 1'])).toEqual(['change']);
    expect(say(['change', 'change', 'offer 1', 'offer 1', 'offer 1'])).toEqual(['change', 'offer 1']);
  });

  it('begins anew with a new card', () => {
    const looks = new Looks();
    looks.look('change', undefined);
    looks.forget();
    expect(looks.look('change', undefined)).toBe(false);
    expect(looks.look('change', undefined)).toBe(true);
  });
});
