/* What is printed on the components of a game, as the hall of a table has them: the owner of a server may
 * have replaced them. */
import type { Connection } from './connection.svelte';
import { look } from './look';

const asked = new Map<string, Promise<Record<string, unknown>>>();

async function ask(game: string, hall?: Connection): Promise<Record<string, unknown>> {
  const { components } = await look(`components/${game}`, 'components', { game }, hall);
  return components ?? {};
}

/** Those of this hall, or of the one that is there. Asked for once; again if that went wrong. */
export function componentsOf(game: string, hall?: Connection): Promise<Record<string, unknown>> {
  const key = `${game} ${hall?.isDevice}`;
  const before = asked.get(key);
  if (before) return before;
  const now = ask(game, hall);
  now.catch(() => asked.delete(key));
  asked.set(key, now);
  return now;
}
