/* The choice in the making, at a table that is only pretended. */
import { describe, expect, it } from 'vitest';
import type { Playback } from '../../lib/table/playback.svelte';
import type { MySeat } from '../../lib/table/seat.svelte';
import { Choosing } from './choosing.svelte';

const pretended = { you: 0, mayMove: true, legal: ['move N', 'move S', 'rest'], aids: { from: 'c3' } };
function choosing(changes: Record<string, unknown> = {}, watching = false): Choosing {
  const both = { ...pretended, ...changes } as unknown;
  return new Choosing(both as Playback, both as MySeat, () => watching);
}

describe('choosing', () => {
  it('is open exactly when the table says that one may move', () => {
    expect(choosing().open).toBe(true);
    expect(choosing({ mayMove: false }).open).toBe(false);
  });

  it('starts where the server says it does', () => {
    expect(choosing().squares).toEqual(['c4', 'c2']);
    expect(choosing({ you: null }).squares).toEqual([]);
  });

  it('says why a tap does nothing, until another one does something', () => {
    const one = choosing({ legal: ['move N', 'move S'] });
    one.pick('a1');
    expect(one.note).toEqual({ at: 'a1', why: 'too_far' });
    one.pick('c3');
    expect(one.note).toEqual({ at: 'c3', why: 'no_rest' });
    one.tapCard('panic', 0);
    expect(one.note).toEqual({ at: 'panic', why: 'card_none' });
    one.pick('c4');
    expect(one.note).toBe(null);
    expect(one.text).toBe('move N');
  });

  it('is not for who still watches the turn', () => {
    expect(choosing({}, true).open).toBe(false);
  });
});
