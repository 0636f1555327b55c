import { beforeAll, describe, expect, it } from 'vitest';
import { learnGames } from '../connection/facts.svelte';
import { isForPeople, seatsFrom } from './seats';

const facts = { real_time: true, best: 'highest', together: [], computers_need: null } as const;
beforeAll(() =>
  learnGames([
    {
      id: 'choosy',
      seats: [2, 4],
      options: {},
      facts: { ...facts, together: [], computers_need: { mode: 'stage' } },
      box: null,
      levels: [],
    },
    { id: 'any', seats: [2, 4], options: {}, facts: { ...facts, together: [] }, box: null, levels: [] },
  ]),
);

describe('a table for people alone', () => {
  it('is one without what computer players need', () => {
    expect(isForPeople('choosy', { mode: 'room' })).toBe(true);
    expect(isForPeople('choosy', { mode: 'stage' })).toBe(false);
    expect(isForPeople('any', { mode: 'room' })).toBe(false);
  });
});

it('draws oneself first', () => {
  expect(seatsFrom(2, 4)).toEqual([2, 3, 0, 1]);
  expect(seatsFrom(null, 3)).toEqual([0, 1, 2]);
});
