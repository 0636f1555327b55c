/* What is printed on the components of a game, as the hall of a table has them: the owner of a server may
 * have replaced them. */
import type { CardTexts } from '../schema/protocol';
import type { Connection } from './connection.svelte';
import { look } from './look';
import type { Answers } from './protocol';

type Answer = Answers['components'];
const asked = new Map<string, Promise<Answer>>();

/* Asked for once; again if that went wrong. */
function ask(game: string, hall?: Connection): Promise<Answer> {
  const key = `${game} ${hall?.isDevice}`;
  const before = asked.get(key);
  if (before) return before;
  const now = look(`components/${game}`, 'components', { game }, hall);
  now.catch(() => asked.delete(key));
  asked.set(key, now);
  return now;
}

/** Those of this hall, or of the one that is there. */
export const componentsOf = async (game: string, hall?: Connection): Promise<Record<string, unknown>> =>
  (await ask(game, hall)).components ?? {};

/** What is written on its cards; those that are missing are as the page has them. */
export const textsOnCards = async (game: string, hall?: Connection): Promise<CardTexts> => (await ask(game, hall)).texts ?? {};
