/* Every game in which players take turns to its end, by the keyboard alone: by turns a move of the list and
 * one that a hint proposes, since random moves may never finish a match. (In real time: friends.mjs, with
 * two people.) */
import assert from 'node:assert/strict';
import { any } from './chance.mjs';
import { fastTable, games, person, typeWholeGame } from './harness.mjs';

const choose = (moves, turn) => (turn % 2 ? null : any(moves));
const inTurns = games().filter(({ facts }) => !facts.real_time);

export default Object.fromEntries(
  inTurns.map(({ id: game }) => [
    `${game}: a whole game by keyboard`,
    async ({ browser, server }) => {
      const page = await person(browser, server);
      await fastTable(page, { game, seats: 2, bots: [null, 'easy'] });
      const moves = await typeWholeGame(page, { choose, seconds: 120 });
      assert.ok(moves > 2, `${moves} moves`);
      assert.equal(await page.locator('dialog tbody tr').count(), 2);
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog[open]', { state: 'detached' });
      assert.deepEqual(page.troubles, []);
    },
  ]),
);
