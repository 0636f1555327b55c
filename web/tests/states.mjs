/* What a table looks like in the course of a match: the states of every game that the program has
 * (games/<id>/states.mjs), and what must be in sight in some of them. */
import { existsSync } from 'node:fs';
import { games } from './harness.mjs';

/** Each state has a name, and a function that gets a page there. */
export const STATES = [];
/** What a turn needs in sight, by state. */
export const TURNS = {};
/** What fills at least this part of a large screen's height, by state. */
export const LARGE = {};

for (const { id } of games()) {
  const file = new URL(`./games/${id}/states.mjs`, import.meta.url);
  if (!existsSync(file)) continue;
  const { default: states, turns = {}, large = {} } = await import(file);
  STATES.push(...states);
  Object.assign(TURNS, turns);
  Object.assign(LARGE, large);
}

export const stateCalled = (name) => STATES.find((state) => state.name === name);
