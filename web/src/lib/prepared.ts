/* The table that was created last: it is watched before its screen is drawn, so that both are there at the same time. */
import type { Connection } from './connection.svelte';
import { Table } from './table.svelte';

let prepared: Table | null = null;

export function prepareTable(id: string, hall: Connection): void {
  prepared?.stop();
  prepared = new Table(id, {}, hall);
  prepared.start();
}

/** The table with this id: the prepared one, or a new one. */
export function takeTable(id: string, key: { invite?: string; code?: string }, hall: Connection): Table {
  const table = prepared;
  prepared = null;
  if (table?.id === id && table.hall === hall) return table;
  table?.stop();
  return new Table(id, key, hall);
}
