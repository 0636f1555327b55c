/* Requests that need no login: over HTTP, which can cache them, or over a connection if that fails, as without
 * a server. */
import { connection, device, type Connection } from './connection.svelte';
import { isServed } from './host';

/** Asks the given hall, or the server if it is there. */
export async function look(path: string, cmd: string, values: Record<string, unknown> = {}, hall?: Connection): Promise<Record<string, unknown>> {
  if (hall?.isDevice) {
    await hall.opened();
    return hall.ask(cmd, values);
  }
  try {
    const answer = connection.here || !isServed ? null : await fetch(`/api/${path}`);
    if (answer?.ok) return (await answer.json()) as Record<string, unknown>;
  } catch {
    /* There is no server, or it is gone for a moment. */
  }
  return (hall ?? (connection.online ? connection : device)).ask(cmd, values);
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
