import { beforeAll, describe, expect, it } from 'vitest';
import { callTo } from './call';
import { learnGames } from '../connection/facts.svelte';
import type { Game } from '../connection/protocol';

const game = (id: string, real_time: boolean): Game => ({
  id,
  seats: [2, 4],
  options: {},
  facts: { real_time, best: 'highest', together: [], computers_need: null },
  box: null,
  levels: [],
});
beforeAll(() => learnGames([game('turns', false), game('bustle', true)]));

describe('what a table wants of somebody', () => {
  it('is a move of those whose turn it is', () => {
    expect(callTo(0, 'turns', { aids: {}, awaited: [0] })).toBe('turn');
    expect(callTo(0, 'turns', { aids: null, awaited: [0] })).toBe('turn');
    expect(callTo(0, 'turns', { aids: {}, awaited: [1] })).toBe(null);
    expect(callTo(null, 'turns', { aids: {}, awaited: [0, 1] })).toBe(null);
  });
  it('is what the game says where all play at once', () => {
    const aids = { calls: ['offer', null] };
    expect(callTo(0, 'bustle', { aids, awaited: [] })).toBe('offer');
    expect(callTo(1, 'bustle', { aids, awaited: [] })).toBe(null);
    expect(callTo(0, 'bustle', { aids: null, awaited: [0, 1] })).toBe(null);
  });
});
