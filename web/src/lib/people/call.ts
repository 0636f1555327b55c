/* What a table wants from a person: a move when it is their turn; where everyone plays at once, only
 * what others wait for, in a word of the game's aids. */
import { factsOf } from '../connection/facts.svelte';
import { say } from '../words/language.svelte';
import type { Moment } from '../connection/protocol';

export type Call = string;

/** A call in words: “Your turn”, or the game's own. */
export const callWords = (game: string, call: Call): string => say(call === 'turn' ? 'calls.turn' : `${game}.call_${call}`);

/** What is wanted of a seat at this moment. */
export function callTo(seat: number | null, game: string, { aids, awaited }: Pick<Moment, 'aids' | 'awaited'>): Call | null {
  if (seat === null) return null;
  if (factsOf(game).real_time) return aids?.calls?.[seat] ?? null;
  return awaited?.includes(seat) ? 'turn' : null;
}
