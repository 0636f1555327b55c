/* People who do not want to look on: at these tables nothing that is shown for a while ever ends by itself, at the usual speed.
 * What one can do there, no animation delays. */
import { listener, settled, until } from './hands.mjs';
import { sitDown } from './sitting.mjs';

/* Pauses from here on are there to be looked at: 250 ms for one's own move, 700 for that of another. */
const LONG_MS = 200;

/** A page at a table from a position, in which time stands still. */
export async function standingTable(browser, server, position, request) {
  const page = await listener(browser, server, { pace: 'normal', everyFrame: true });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript((long) => {
    const wait = window.setTimeout.bind(window);
    window.setTimeout = (work, ms = 0, ...values) => (window.stands && ms >= long ? wait(() => undefined, 0) : wait(work, ms, ...values));
  }, LONG_MS);
  await sitDown(page, position, request);
  await page.evaluate(() => (window.stands = true));
  return page;
}

/** Waits until it is this person's turn again. Returns their moves, and whether what led there is still being shown. */
export async function turnComes(page) {
  await until(() => page.latest.to_act.includes(0), 'the turn comes');
  await settled(page);
  return { legal: page.latest.legal, isBehind: (await page.locator('.bar .turn.mine').count()) === 0 };
}

/** The move that this makes is made, and is this person's. */
export async function moves(page, act) {
  const { v } = page.latest;
  page.events.length = 0;
  await act();
  await until(() => page.latest.v > v && page.events.some((event) => event.seat === 0), 'the move is made');
}
