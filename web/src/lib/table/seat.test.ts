/* A seat at a playback without a hall, as lessons, puzzles and replays have them. */
import { describe, expect, it, vi } from 'vitest';
import { gameIds } from './games';
import { Playback, type Step } from './playback.svelte';
import { Refusal } from '../connection/protocol';
import { MySeat } from './seat.svelte';

const game = gameIds()[0]!;
const moment = { view: { game, seats: 2, phase: 'play' }, aids: {}, to_act: [0], awaited: [0], legal: ['play y6'] };
const step: Step = { ...moment, v: 1, kind: 'move', seat: 0, legal: [] };

function laid(): Playback {
  const playback = new Playback();
  playback.show({ ...moment, v: 0, info: { id: 'a', game, seat: [{ name: 'Ann' }, { name: 'Bob' }] }, you: 0 });
  return playback;
}

describe('seat', () => {
  it('makes no move while another one is judged, nor after the only one that is wanted', async () => {
    const playback = laid();
    const made: string[] = [];
    const seat = new MySeat(playback, { move: async (move) => void made.push(move), judge: () => (seat.isSpent = true) });
    expect([seat.mayMove, seat.legal]).toEqual([true, ['play y6']]);
    const played = seat.play('play y6');
    expect([seat.sending, seat.mayMove]).toEqual([true, false]);
    await played;
    await seat.play('play y6');
    expect([made, seat.sending, seat.mayMove]).toEqual([['play y6'], false, false]);
  });

  it('tells its maker about moves that were refused, and those that were not even sent', async () => {
    const trouble = { code: 'wrong' as const, rule: 'X1', text: { en: 'No.', fr: 'Non.' } };
    const judge = vi.fn();
    const seat = new MySeat(laid(), { move: () => Promise.reject(new Refusal(trouble)), judge });
    await expect(seat.play('play y5')).rejects.toThrow('No.');
    seat.withhold('play y4', trouble);
    expect(judge.mock.calls.map(([move, refusal]) => [move, (refusal as Refusal).trouble.rule])).toEqual([
      ['play y5', 'X1'],
      ['play y4', 'X1'],
    ]);
    expect(seat.mayMove).toBe(true);
  });

  it('may move only when what its playback plays out has been seen', () => {
    const playback = laid();
    const seat = new MySeat(playback, { move: () => Promise.resolve() });
    playback.onStep((one) => playback.hold(one, 0));
    playback.add(step);
    expect([playback.version, seat.legal, seat.mayMove, seat.call]).toEqual([1, [], false, null]);
    playback.release();
    expect([seat.mayMove, seat.call]).toEqual([true, 'turn']);
  });
});

it('in a replay, others than the reader are called by their names in their own view', () => {
  const own = 1;
  const playback: Playback = new Playback({
    addresses: (seat) => seat === own && seat === playback.you,
    nameless: (seat) => `Player ${seat + 1}`,
  });
  const look = (you: number): void => playback.show({ ...moment, v: 0, info: { id: 'a', game, seat: [null, { name: 'Bob' }] }, you });
  look(0);
  expect(playback.namesToYou).toEqual(['Player 1', 'Bob']);
  look(1);
  expect(playback.namesToYou).toEqual(['Player 1', null]);
});
