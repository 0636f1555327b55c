/* What is printed on the components of a game, as this server has them: its owner may have
 * replaced them. */
import { look } from './look';

const asked = new Map<string, Promise<Record<string, unknown>>>();

async function ask(game: string): Promise<Record<string, unknown>> {
  const { components } = await look(`components/${game}`, 'components', { game });
  return components as Record<string, unknown>;
}

/** Asked for once; again if that went wrong. */
export function componentsOf(game: string): Promise<Record<string, unknown>> {
  const before = asked.get(game);
  if (before) return before;
  const now = ask(game);
  now.catch(() => asked.delete(game));
  asked.set(game, now);
  return now;
}
