/* A turn as it plays out, at a table that is only pretended. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../lib/browser/settings.svelte';
import type { Step } from '../../lib/table/playback.svelte';
import { valleyMatches } from '../../../tests/valley-matches';
import { beatsOf, sceneOf } from './scene';
import { Theatre } from './theatre.svelte';

const [match] = valleyMatches;
const SENTENCE = 'a sentence of forty characters, no more.';

function pretended() {
  const holds: number[] = [];
  const playback = {
    info: { id: 't', game: 'tyrannosaurus', seat: [] },
    sentence: () => SENTENCE,
    hold: (_: Step, played: number) => holds.push(played),
    release: vi.fn(),
  };
  return { playback, holds, theatre: new Theatre(playback) };
}

/* The step with the most beats, and the view before it. */
const longest = match!.steps
  .map(({ events, view }, at) => ({ events, view, before: at > 0 ? match!.steps[at - 1]!.view : match!.start }))
  .map((one) => ({ ...one, beats: beatsOf(sceneOf(one.before), one.events) }))
  .sort((a, b) => b.beats.length - a.beats.length)[0]!;
const step: Step = { kind: 'move', v: 7, seat: null, events: longest.events, view: longest.view };

describe('theatre', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.removeItem('ludosaure.tyrannosaurus.turns');
    settings.showSpeed = 'normal';
  });

  it('shows every sentence for 60 ms a character at least', () => {
    const { theatre } = pretended();
    theatre.hear(step, longest.before);
    for (const [at, beat] of longest.beats.entries()) {
      expect(theatre.at).toBe(at);
      vi.advanceTimersByTime(60 * SENTENCE.length * beat.events.length - 1);
      expect(theatre.at).toBe(at);
      vi.advanceTimersByTime(1);
    }
    expect(theatre.active).toBe(false);
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
    vi.advanceTimersByTime(Math.max(750, 25 * SENTENCE.length * longest.beats[0]!.events.length));
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
});
