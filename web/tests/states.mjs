/* States of a table during a match, for every game (games/<id>/states.mjs), and what must be visible
 * in some of them. */
import { existsSync } from 'node:fs';
import { games } from './harness.mjs';

/** Each state has a name and a function that brings a page there. */
export const STATES = [];
/** What must be visible for a turn, by state. */
export const TURNS = {};
/** What fills at least this share of a large screen's height, by state. */
export const LARGE = {};
/** The main part of the table, by game; whether all of it is always in sight, and whether it stays where it is, whatever
 * some sentences say. */
export const BOARDS = {};

for (const { id } of games()) {
  const file = new URL(`./games/${id}/states.mjs`, import.meta.url);
  if (!existsSync(file)) continue;
  const { default: states, turns = {}, large = {}, board } = await import(file);
  STATES.push(...states);
  Object.assign(TURNS, turns);
  Object.assign(LARGE, large);
  BOARDS[id] = board;
}

export const stateCalled = (name) => STATES.find((state) => state.name === name);
