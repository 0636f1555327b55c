/* Every game in which players take turns to its end, by the keyboard alone: by turns a move of the list and
 * one that a hint proposes, since random moves may never finish a match. A long match begins late; the tables' own tests play
 * them from the deal. (In real time: friends.mjs, with
 * two people.) */
import assert from 'node:assert/strict';
import { any } from './chance.mjs';
import { games, person, typeWholeGame } from './harness.mjs';
import { lateIn } from './scenes.mjs';
import { sitDown } from './sitting.mjs';

const choose = (moves, turn) => (turn % 2 ? null : any(moves));
const MOVES = 40;
const nameOf = (game) => `${game}: to the end of a match by keyboard`;
const inTurns = games().filter(({ facts }) => !facts.real_time);

/* With the reason. */
export const onlyAll = Object.fromEntries(
  inTurns.map(({ id: game }) => [
    nameOf(game),
    'tables are played to the end by keyboard in tests of their own, and moves are typed in many others',
  ]),
);

export default Object.fromEntries(
  inTurns.map(({ id: game }) => [
    nameOf(game),
    async ({ browser, server }) => {
      const page = await person(browser, server);
      await sitDown(page, await lateIn({ game, seats: 2 }, MOVES));
      const moves = await typeWholeGame(page, { choose });
      assert.ok(moves >= 2, `${moves} moves`);
      assert.equal(await page.locator('dialog tbody tr:has(td)').count(), 2);
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog[open]', { state: 'detached' });
      assert.deepEqual(page.troubles, []);
    },
  ]),
);
