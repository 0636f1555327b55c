/* Who may sit where. */
import { factsOf } from './facts.svelte';
import type { Info } from './protocol';

/** A computer player plays on for whoever leaves. */
export const takesOver = ({ takeover, game, options }: Info): boolean => takeover && !isForPeople(game, options);

/** The table is one that computer players stay away from. */
export function isForPeople(game: string, options: Info['options']): boolean {
  return Object.entries(factsOf(game).computers_need ?? {}).some(([option, value]) => options[option] !== value);
}
