/* Requests that need no login: over HTTP, which can cache them, or over a connection if that fails, as without
 * a server. */
import { connection, device, type Connection } from './connection.svelte';
import { isServed } from '../browser/host';
import { giveValues, type Answers, type Command, type Values } from './protocol';

/** Asks the given hall, or the server if it is there. */
export async function look<C extends Command>(path: string, cmd: C, values: Values<C>, hall?: Connection): Promise<Answers[C]> {
  if (hall?.isDevice) {
    await hall.untilSettled();
    return hall.ask(cmd, ...giveValues(values));
  }
  try {
    const answer = connection.here || !isServed ? null : await fetch(`/api/${path}`);
    if (answer?.ok) return (await answer.json()) as Answers[C];
  } catch {
    /* There is no server, or it is gone for a moment. */
  }
  return (hall ?? (connection.online ? connection : device)).ask(cmd, ...giveValues(values));
}

/** For a link to the record of a match: its address alone does not say who asks for it. */
export async function saveRecord(event: MouseEvent, table: string, hall: Connection): Promise<void> {
  event.preventDefault();
  const { record } = await hall.ask('record', { table });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: 'application/json' }));
  link.download = `ludosaure-${table}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
