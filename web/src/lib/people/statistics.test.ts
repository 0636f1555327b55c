import { describe, expect, it } from 'vitest';
import type { Connection } from '../connection/connection.svelte';
import { speak } from '../words/language.svelte';
import { allRecords, chooseRecords, peopleMet, strengthWords, summary, type FinishedMatch } from './statistics';

const hall = {} as Connection;
const match = (ended: number, game: string, ...seats: [who: string, score: number, won?: boolean][]): FinishedMatch => ({
  hall,
  table: `t${ended}`,
  game,
  ended,
  moves: 10,
  host: null,
  shared: false,
  rated: true,
  seats: seats.map(([who, score, won]) => ({
    person: who.startsWith('*') ? null : who,
    level: who.startsWith('*') ? who.slice(1) : null,
    name: who,
    score,
    won: won ? 1 : 0,
  })),
});

/* Latest first. */
const records = [
  match(5, 'one', ['ann', 9, true], ['*easy', 3]),
  match(4, 'one', ['ann', 8, true], ['bob', 3], ['*strong', 2]),
  match(3, 'one', ['ann', 1], ['bob', 3, true]),
  match(2, 'two', ['here', 4, true], ['*easy', 30]),
  match(1, 'one', ['bob', 1], ['eve', 3, true]),
];
const own = ['ann', 'here'];
const all = { game: '', seats: 0, opponents: '' };

describe('statistics of finished matches', () => {
  it('sums up', () => {
    expect(summary(chooseRecords(records, all, own), own)).toEqual({
      matches: 4,
      wins: 3,
      meanScore: 5.5,
      scores: [1, 9],
      streak: 2,
      longest: 2,
    });
    expect(summary([records[2]!], own)).toMatchObject({ streak: 0, longest: 0, wins: 0 });
    expect(summary([records[0]!, records[1]!], own).streak).toBe(2);
  });

  it('counts only what was chosen', () => {
    const tables = (choice: object): number[] => chooseRecords(records, { ...all, ...choice }, own).map((record) => record.ended);
    expect(tables({ game: 'two' })).toEqual([2]);
    expect(tables({ seats: 3 })).toEqual([4]);
    expect(tables({ opponents: 'people' })).toEqual([4, 3]);
    expect(tables({ opponents: 'computers' })).toEqual([5, 2]);
    expect(tables({ opponents: 'strong' })).toEqual([4]);
    expect(tables({ opponents: 'bob' })).toEqual([4, 3]);
    expect(tables({ opponents: 'bob', game: 'two' })).toEqual([]);
  });

  it('knows who was met', () => {
    expect(peopleMet(chooseRecords(records, all, own), own)).toEqual([{ person: 'bob', name: 'bob', matches: 2 }]);
  });

  it('reads all pages', async () => {
    const pages = [Array.from({ length: 50 }, (_, i) => match(1000 - i, 'one', ['ann', 1])), [match(1, 'one', ['ann', 1])]];
    const asked: unknown[] = [];
    const fake = { ask: (_: string, values: unknown) => (asked.push(values), Promise.resolve({ records: pages.shift() })) } as Connection;
    expect(await allRecords(fake, 'ann')).toHaveLength(51);
    expect(asked).toEqual([{ person: 'ann' }, { person: 'ann', before: 951 }]);
  });
});

describe('a strength in words', () => {
  it('has its uncertainty', () => expect(strengthWords({ mean: 1630, deviation: 90 })).toBe('1630 ± 180'));
  it('is not known while it could be anything', () => {
    expect(strengthWords({ mean: 1630, deviation: 450 })).toBe('not known yet');
    speak('fr');
    expect(strengthWords({ mean: 1630, deviation: 450 })).toBe('pas encore connue');
    speak('en');
  });
});
