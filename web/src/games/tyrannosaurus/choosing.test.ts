/* The choice in the making, at a table that is only pretended. */
import { describe, expect, it } from 'vitest';
import type { Table } from '../../lib/table.svelte';
import { Choosing } from './choosing.svelte';

const table = { you: 0, toAct: [0, 1, 2, 3], sending: false, legal: ['move n', 'move s', 'rest'], view: null };
const choosing = (changes: Partial<Table> = {}, watching = false): Choosing => new Choosing({ ...table, ...changes } as Table, () => watching);

describe('choosing', () => {
  it('goes on while the choices of others wait to be shown', () => {
    expect(choosing({ mayMove: false, busy: true }).open).toBe(true);
  });

  it('is not for who is not asked, has chosen, or still watches the turn', () => {
    expect(choosing({ toAct: [1, 2, 3] }).open).toBe(false);
    expect(choosing({ you: null }).open).toBe(false);
    expect(choosing({ sending: true }).open).toBe(false);
    expect(choosing({}, true).open).toBe(false);
  });
});
