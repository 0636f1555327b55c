/* What is printed on the components of a game, as the server plays with it: whoever runs it may have
 * replaced them. */
const asked = new Map<string, Promise<Record<string, unknown>>>();

async function ask(game: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`/api/components/${game}`);
  if (!answer.ok) throw new Error(`no components of ${game}`);
  return ((await answer.json()) as { components: Record<string, unknown> }).components;
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
