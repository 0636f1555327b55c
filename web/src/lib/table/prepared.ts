/* The table of a match that begins. The hall creates it while its screen is drawn, and either may be first. */
import type { Connection } from '../connection/connection.svelte';
import { Table } from './table.svelte';

/* Without an id, it waits for the hall; with one, for the screen. */
let waiting: Table | null = null;

function take(id: string, hall: Connection): Table | null {
  const table = waiting;
  waiting = null;
  if (table?.id === id && table.hall === hall) return table;
  table?.stop();
  return null;
}

/** The hall has created a table: takes what it sends right after the answer. */
export function enterTable(id: string, hall: Connection): void {
  const drawn = take('', hall);
  const table = drawn ?? new Table('', {}, hall);
  table.enter(id);
  if (!drawn) waiting = table;
}

/** The table with this id; '': the one that is being created. */
export function takeTable(id: string, key: { invite?: string; code?: string }, hall: Connection): Table {
  const table = take(id, hall) ?? new Table(id, key, hall);
  if (id === '') waiting = table;
  return table;
}
