/* The row of parts that a screen is drawn in, where nothing is painted. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inTurn, whenDrawn } from './later.svelte';

describe('parts of a screen', () => {
  let drawn: string[];
  const part = (name: string, brings: () => void = () => undefined, last = false): (() => void) =>
    inTurn(() => {
      drawn.push(name);
      brings();
    }, last);
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { ...document, hidden: true });
    drawn = [];
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('are drawn downwards: what a part brings comes before what comes after it', () => {
    part('head', () => {
      part('board', undefined, true);
      part('name');
      part('rack', () => part('tile'));
    });
    part('side');
    expect(drawn).toEqual([]);
    vi.runAllTimers();
    expect(drawn).toEqual(['head', 'name', 'rack', 'tile', 'board', 'side']);
  });

  it('are drawn in tasks of their own where they take long', () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    part('one');
    part('two');
    vi.advanceTimersToNextTimer();
    expect(drawn).toEqual(['one']);
    vi.advanceTimersToNextTimer();
    expect(drawn).toEqual(['one', 'two']);
    clock.mockRestore();
  });

  it('are not drawn when they are no longer wanted, nor kept by one that fails', () => {
    part('gone')();
    part('broken', () => {
      throw new Error('broken');
    });
    part('whole');
    expect(() => vi.runAllTimers()).toThrow('broken');
    vi.runAllTimers();
    expect(drawn).toEqual(['broken', 'whole']);
  });

  it('come before what waits until all is drawn, even those that the update brings later', async () => {
    whenDrawn(() => drawn.push('begins'));
    whenDrawn(() => drawn.push('never'))();
    part('table', () => part('rack'));
    await vi.runAllTimersAsync();
    expect(drawn).toEqual(['table', 'rack', 'begins']);
  });
});
