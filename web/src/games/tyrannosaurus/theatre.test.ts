/* A turn as it plays out, at a table that is only pretended. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../lib/browser/settings.svelte';
import type { GameEvent } from '../../lib/connection/protocol';
import type { Step } from '../../lib/table/playback.svelte';
import { Words } from '../../lib/words/words';
import { valleyMatches } from '../../../tests/valley-matches';
import { beatsOf, sceneOf } from './scene';
import { Theatre } from './theatre.svelte';

const SENTENCE = 'a sentence of forty characters, no more.';

function pretended() {
  const holds: number[] = [];
  const playback = {
    info: { id: 't', game: 'tyrannosaurus', seat: [] },
    sentence: (_: GameEvent): string => SENTENCE,
    hold: (_: Step, played: number) => holds.push(played),
    release: vi.fn(),
  };
  return { playback, holds, theatre: new Theatre(playback) };
}

/* The steps of all matches, with the views before them. */
const steps = valleyMatches.flatMap(({ start, steps: all }) =>
  all
    .map(({ events, view }, at) => ({ events, view, before: at > 0 ? all[at - 1]!.view : start }))
    .map((one) => ({ ...one, beats: beatsOf(sceneOf(one.before), one.events) })),
);
const longest = [...steps].sort((a, b) => b.beats.length - a.beats.length)[0]!;
const sumOf = (all: number[]): number => all.reduce((sum, one) => sum + one, 0);
const step: Step = { kind: 'move', v: 7, seat: null, events: longest.events, view: longest.view };

describe('theatre', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.removeItem('ludosaure.tyrannosaurus.turns');
    settings.showSpeed = 'normal';
  });

  it('shows every beat as long as planned', () => {
    const { theatre } = pretended();
    const times = theatre.planned(longest.beats);
    theatre.hear(step, longest.before);
    for (const [at, ms] of times.entries()) {
      expect(theatre.at).toBe(at);
      vi.advanceTimersByTime(ms - 1);
      expect(theatre.at).toBe(at);
      vi.advanceTimersByTime(1);
    }
    expect(theatre.active).toBe(false);
  });

  it('leaves time to read: 60 ms a character where somebody wins or loses something, half of it elsewhere', () => {
    const { theatre } = pretended();
    const { beats } = longest;
    const [loud, quiet] = [beats.find(({ gains }) => gains.length > 0)!, beats.find(({ gains }) => gains.length === 0)!];
    expect(theatre.planned([loud])).toEqual([60 * SENTENCE.length * loud.events.length]);
    expect(theatre.planned([quiet])).toEqual([30 * SENTENCE.length * quiet.events.length]);
  });

  it('plays out the hunt and the harvest of four players in twelve seconds at most, and sooner where little happens', async () => {
    const words = await Words.load('tyrannosaurus');
    const names = ['Maximilienne', 'Bartholomäus', 'Zoé', null];
    const { theatre, playback } = pretended();
    playback.sentence = (event) => words.event(event, names);
    const seconds = steps
      .filter(({ before, beats }) => before.players.length === 4 && beats.length > 0)
      .map(({ beats }) => ({ isQuiet: beats.every(({ gains }) => gains.length === 0), ms: sumOf(theatre.planned(beats)) / 1000 }));
    expect(Math.max(...seconds.map(({ ms }) => ms))).toBeLessThanOrEqual(12);
    expect(Math.max(...seconds.filter(({ isQuiet }) => isQuiet).map(({ ms }) => ms))).toBeLessThanOrEqual(8);
  });

  it('says how far it has come, and when it is done', () => {
    const { theatre, playback, holds } = pretended();
    theatre.hear(step, longest.before);
    vi.runAllTimers();
    expect(holds).toHaveLength(longest.beats.length);
    expect(holds).toEqual([...holds].sort((a, b) => a - b));
    expect(holds.at(-1)).toBe(longest.events.length);
    expect(playback.release).toHaveBeenCalledOnce();
  });

  it('keeps the table waiting while the user steps back', () => {
    const { theatre, playback } = pretended();
    theatre.hear(step, longest.before);
    vi.advanceTimersByTime(60 * SENTENCE.length * longest.beats[0]!.events.length);
    theatre.look(0);
    vi.advanceTimersByTime(60_000);
    expect([theatre.at, theatre.active]).toEqual([0, true]);
    expect(playback.release).not.toHaveBeenCalled();
    theatre.pauseOrGoOn();
    vi.runAllTimers();
    expect(playback.release).toHaveBeenCalledOnce();
  });

  it('goes on at once when asked, and is quicker for those who have seen some turns', () => {
    const { theatre } = pretended();
    theatre.hear(step, longest.before);
    theatre.hurry();
    expect([theatre.at, theatre.paused]).toEqual([1, false]);
    vi.runAllTimers();
    expect(theatre.active).toBe(false);
    while (!theatre.practised) {
      theatre.hear({ ...step, events: [...step.events!] }, longest.before);
      vi.runAllTimers();
    }
    theatre.hear(step, longest.before);
    vi.advanceTimersByTime(theatre.planned(longest.beats)[0]!);
    expect(theatre.at).toBe(1);
  });

  it('forgets a turn of which it has not seen all', () => {
    const { theatre, playback } = pretended();
    theatre.hear(step, longest.before);
    theatre.forget();
    expect(playback.release).toHaveBeenCalledOnce();
    vi.runAllTimers();
    expect([theatre.active, theatre.scene, theatre.beats.length]).toEqual([false, null, 0]);
  });

  it('shows the end of a round with its dinosaurs, and leaves the next one to others', () => {
    const { theatre } = pretended();
    const { before, view } = longest;
    const [last, next] = [
      { ...before, round: 1 },
      { ...view, round: 2, players: [...view.players].reverse() },
    ] as const;
    const events: GameEvent[] = [
      { type: 'bone', from: 0, to: 1 },
      { type: 'round_end', round: 1, reason: 'last_turn' },
      { type: 'score', seat: 0, trees: 5, total: 5 },
      { type: 'round', seat: 1, round: 2 },
      ...next.players.map(({ dino, trees }, seat) => ({ type: 'dino', seat, dino, trees })),
    ];
    theatre.hear({ ...step, events, view: next }, last);
    expect(theatre.beats.flatMap((beat) => beat.events)).toEqual(events.slice(0, 1));
    expect(theatre.scene!.kinds).toEqual(last.players.map(({ dino }) => dino));
    expect(theatre.scene!.round).toBe(1);
    vi.runAllTimers();
    theatre.hear({ ...step, view: next }, next);
    expect(theatre.beats[0]!.events).not.toContain(events[0]); /* another turn */
  });
});
