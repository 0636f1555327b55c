/* Fossils at its own table: whole games by mouse, touch and keyboard. */
import assert from 'node:assert/strict';
import { any } from '../../chance.mjs';
import { endedWell, HANDS, listener, logGrows, logLength, playToEnd } from '../../hands.mjs';
import { fastTable } from '../../harness.mjs';

const READY = '.template [data-move]:enabled';

async function choose(page, hand) {
  const moves = await page.$$eval(READY, (buttons) => buttons.map((button) => button.dataset.move));
  await hand.press(page, `[data-move="${any(moves)}"]`);
}

/** In every engine: a choice, by mouse. */
export async function onMainPath(page) {
  await fastTable(page, { game: 'template', seats: 3, bots: [null, 'easy', 'casual'] });
  await page.waitForSelector(READY);
  const before = await logLength(page);
  await choose(page, HANDS.mouse);
  await logGrows(page, before);
}

export default Object.fromEntries(
  Object.entries(HANDS).map(([kind, hand]) => [
    `template: a whole game by ${kind}, at its table`,
    async ({ browser, server }) => {
      const page = await listener(browser, server, hand.screen);
      await fastTable(page, { game: 'template', seats: 3, bots: [null, 'easy', 'casual'] });
      const moves = await playToEnd(page, READY, (one) => choose(one, hand));
      assert.ok(moves >= 3, `${moves} moves`);
      await endedWell(page, 3);
    },
  ]),
);
