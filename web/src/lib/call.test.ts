import { describe, expect, it } from 'vitest';
import type { ScalePlayer, ScaleView } from '../games/scale/view';
import { callTo } from './call';

const player = (more: Partial<ScalePlayer> = {}): ScalePlayer => ({ card: '?', good: 0, bad: 0, offer: null, answer: null, swapping: false, ...more });
const scale = (players: ScalePlayer[], phase: ScaleView['phase'] = 'play'): ScaleView =>
  ({ game: 'scale', seats: players.length, phase, players }) as unknown as ScaleView;
const called = (view: ScaleView, to_act = view.players.map((_, seat) => seat)): string | null => callTo(0, 'scale', { view, to_act });

describe('what a table wants of somebody', () => {
  it('is a move when it is their turn', () => {
    const view = null;
    expect(callTo(0, 'trex', { view, to_act: [0] })).toBe('turn');
    expect(callTo(0, 'trex', { view, to_act: [1] })).toBe(null);
    expect(callTo(null, 'trex', { view, to_act: [0, 1] })).toBe(null);
  });
  it('is nothing while everybody plays at once', () => {
    expect(called(scale([player(), player(), player()]))).toBe(null);
    expect(called(scale([player({ offer: 1 }), player({ offer: 2 }), player()]))).toBe(null);
    expect(callTo(0, 'scale', { view: null, to_act: [0, 1] })).toBe(null);
  });
  it('is what others wait for', () => {
    expect(called(scale([player(), player({ offer: 0 }), player()]))).toBe('offer');
    expect(called(scale([player({ swapping: true }), player({ offer: 2 }), player()]))).toBe('swap');
    expect(called(scale([player(), player({ answer: 'match' })]))).toBe('answer');
    expect(called(scale([player({ answer: 'match' }), player({ answer: 'match' })]))).toBe(null);
  });
  it('is a choice or a vote after a tie, for those who have one', () => {
    expect(called(scale([player(), player(), player()], 'pick'))).toBe('pick');
    expect(called(scale([player(), player(), player()], 'vote'))).toBe('vote');
    expect(called(scale([player(), player(), player()], 'vote'), [1, 2])).toBe(null);
  });
});
