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
const inTurns = games().filter(({ facts }) => !facts.real_time);

export default Object.fromEntries(
  inTurns.map(({ id: game }) => [
    `${game}: to the end of a match by keyboard`,
    async ({ browser, server }) => {
      const page = await person(browser, server);
      await sitDown(page, await lateIn({ game, seats: 2 }, MOVES));
      const moves = await typeWholeGame(page, { choose });
      assert.ok(moves >= 2, `${moves} moves`);
      assert.equal(await page.locator('dialog tbody tr').count(), 2);
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog[open]', { state: 'detached' });
      assert.deepEqual(page.troubles, []);
    },
  ]),
);
