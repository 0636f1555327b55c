/* Every game to its end, by the keyboard alone. (Scale: friends.mjs, with two people.) */
import assert from 'node:assert/strict';
import { fastTable, person, typeWholeGame } from './harness.mjs';

const any = (moves) => moves[Math.floor(Math.random() * moves.length)] ?? null;
/* Whoever only draws never finishes: Trakks is played by its hints. */
const choices = { trex: any, tyrannosaurus: any, trakks: null };

export default Object.fromEntries(
  Object.entries(choices).map(([game, choose]) => [
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
