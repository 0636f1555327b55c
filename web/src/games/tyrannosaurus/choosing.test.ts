/* The choice in the making, at a table that is only pretended. */
import { describe, expect, it } from 'vitest';
import type { Table } from '../../lib/table.svelte';
import { Choosing } from './choosing.svelte';

const table = { you: 0, mayMove: true, legal: ['move n', 'move s', 'rest'], view: null };
const choosing = (changes: Partial<Table> = {}, watching = false): Choosing => new Choosing({ ...table, ...changes } as Table, () => watching);

describe('choosing', () => {
  it('is open exactly when the table says that one may move', () => {
    expect(choosing().open).toBe(true);
    expect(choosing({ mayMove: false }).open).toBe(false);
  });

  it('is not for who still watches the turn', () => {
    expect(choosing({}, true).open).toBe(false);
  });
});
