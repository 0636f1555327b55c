/* Seats: who may sit where, and in which order they are drawn. */
import { factsOf } from '../connection/facts.svelte';
import type { Info } from '../connection/protocol';

/** Whether a computer player takes the seat of a person who leaves. */
export const takesOver = ({ takeover, game, options }: Info): boolean => takeover && !isForPeople(game, options);

/** Whether computer players cannot play at this table. */
export function isForPeople(game: string, options: Info['options']): boolean {
  return Object.entries(factsOf(game).computers_need ?? {}).some(([option, value]) => options[option] !== value);
}

/** The seats in order of play, from one's own on; from the first one for a spectator. */
export const seatsFrom = (own: number | null, seats: number): number[] =>
  Array.from({ length: seats }, (_, step) => ((own ?? 0) + step) % seats);
