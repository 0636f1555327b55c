/* What needs no person: by HTTP, which caches it, or over the connection if that does not work, as without
 * a server. */
import { connection } from './connection.svelte';

export async function look(path: string, cmd: string, values: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  try {
    const answer = connection.here ? null : await fetch(`/api/${path}`);
    if (answer?.ok) return (await answer.json()) as Record<string, unknown>;
  } catch {
    /* There is no server, or it is gone for a moment. */
  }
  return connection.ask(cmd, values);
}

/** For a link to the record of a match: without a server there is nothing behind its address. */
export async function saveRecord(event: MouseEvent, table: string): Promise<void> {
  if (!connection.here) return;
  event.preventDefault();
  const { record } = await connection.ask('record', { table });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: 'application/json' }));
  link.download = `ludosaure-${table}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
