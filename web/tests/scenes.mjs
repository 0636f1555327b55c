/* Positions to start a table from, found in matches between computer players; always the same ones. */
import { Referee } from './hands.mjs';

const SEEDS = 30;
export const AT_END = 'at_end';

/** Plays matches until every moment that is looked for has come: `wanted` names what to look for in a
 * position, in the move that somebody is about to make, and in what the referee says to it. `at_end` is the last moment of a match, or
 * of a round, that ends with a move of seat 0. */
async function search(begin, wanted, level) {
  const referee = new Referee();
  const found = {};
  const names = [...Object.keys(wanted), AT_END];
  const matches = (begin.options?.rounds ?? 1) === 1;
  try {
    for (let seed = 1; seed < SEEDS && names.some((name) => !found[name]); seed++) {
      await referee.ask('new', { ...begin, seed: String(seed) });
      for (let before = null; ;) {
        const { position } = await referee.ask('position');
        const { seats } = await referee.ask('to_act');
        const ended = seats.length === 0 || position.round > (before?.position.round ?? position.round);
        if (ended && before.seat === 0 && matches === (seats.length === 0)) found[AT_END] ??= before;
        if (seats.length === 0) break;
        /* Seat 0 comes last: in simultaneous phases the others have chosen. */
        const seat = seats.at(-1);
        const { move } = await referee.ask('suggest', { seat, level });
        const now = { position, seat, move };
        for (const [name, isIt] of Object.entries(wanted)) if (!found[name] && (await isIt(position, now, referee))) found[name] = now;
        before = now;
        await referee.ask('play', { seat, move });
      }
    }
  } finally {
    referee.end();
  }
  for (const name of names) if (!found[name]) throw new Error(`no such moment in ${begin.game}: ${name}`);
  return found;
}

/** `seek(…)(name)` is a position found by such a search, `{ position, seat, move }`. The search runs on first use. */
export function seek(begin, wanted, level) {
  let found;
  return async (name) => (await (found ??= search(begin, wanted, level)))[name];
}

/** The position this many moves before the end of a match between computer players, or its first one. */
export async function lateIn(begin, moves, level = 'easy') {
  const referee = new Referee();
  const latest = [];
  try {
    await referee.ask('new', { ...begin, seed: '1' });
    for (;;) {
      const { seats } = await referee.ask('to_act');
      if (seats.length === 0) return latest[0];
      latest.push((await referee.ask('position')).position);
      if (latest.length > moves) latest.shift();
      const { move } = await referee.ask('suggest', { seat: seats[0], level });
      await referee.ask('play', { seat: seats[0], move });
    }
  } finally {
    referee.end();
  }
}

/** It is the turn of seat 0, in this phase. */
export const mine = (position, phase) => position.phase === phase && position.turn === 0;
