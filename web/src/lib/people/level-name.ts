/* The level of a computer player at a table, in words. */
import { say } from '../words/language.svelte';
import type { Seat } from '../connection/protocol';

export function levelName({ level, auto }: Seat): string {
  const name = say(`levels.${level}`);
  return auto ? say('levels.decided', { level: name }) : name;
}
