/* Starts a game: registers the person if necessary, then creates a table. */
import { connection } from './connection.svelte';
import { gameCard } from './games';
import { say } from './language.svelte';
import { afterPaint } from './later.svelte';
import { go } from './route.svelte';

const INVITES = 'ludosaure.invites';

/** The name to register: the given one, the remembered one, or the word for a guest. */
export function nameOrGuest(name: string): string {
  return name.trim() || connection.name || say('ui.guest');
}

interface Invitation {
  invite: string;
  code: string;
}

/* Only the browser that made a table has its invitation: the server keeps just a hash. */
export function invitation(table: string): Invitation | null {
  const all = JSON.parse(sessionStorage.getItem(INVITES) ?? '{}') as Record<string, Invitation>;
  return all[table] ?? null;
}

export function keepInvitation(table: string, { invite, code }: Invitation): void {
  const all = JSON.parse(sessionStorage.getItem(INVITES) ?? '{}') as Record<string, Invitation>;
  all[table] = { invite, code };
  sessionStorage.setItem(INVITES, JSON.stringify(all));
}

/* Fetches the table's scripts while the server creates it. Failures are ignored: the table screen fetches them again. */
function fetchTable(game: string): void {
  for (const load of [() => import('../screens/TableScreen.svelte'), gameCard(game)?.table])
    afterPaint(() => void load?.().catch(() => undefined));
}

/** Creates a table and goes there. */
export async function begin(request: Record<string, unknown> & { game: string }, name = ''): Promise<void> {
  fetchTable(request.game);
  await connection.introduce(nameOrGuest(name));
  const answer = await connection.ask('create', request);
  const table = answer.table as string;
  keepInvitation(table, answer as unknown as Invitation);
  go(`/t/${table}`);
}
