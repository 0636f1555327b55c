/* Nothing moves under a finger that lays tiles. */
import assert from 'node:assert/strict';
import { HANDS, listener, seenWell } from '../../hands.mjs';
import { sitDown } from '../../sitting.mjs';
import { whole } from './scenes.mjs';

const RACK = ['y1', 'y2', 'y3', 'y7', 'y8', 'y9', 'r4', 'r9', 'b2', 'b5', 'b6', 'b7', 'g8', 'g13', 'g14'];
const RESTART = '.tools .tool:nth-child(3)';

/** Where the view, the board and the tiles of the rack are. */
const placesOf = (page) =>
  page.evaluate(() => {
    const at = (node) => ['left', 'top', 'width', 'height'].map((side) => Math.round(node.getBoundingClientRect()[side])).join();
    const pieces = [...document.querySelectorAll('.rack [data-piece]')];
    return {
      view: document.querySelector('.world').style.transform,
      board: at(document.querySelector('.surface')),
      rack: pieces.map((piece) => [piece.dataset.piece, at(piece)]),
    };
  });

/** Waits until this many tiles of the table are in sight. */
const seesTiles = (page, count) =>
  page.waitForFunction((wanted) => {
    const board = document.querySelector('.surface').getBoundingClientRect();
    const isSeen = ({ left, right, top, bottom }) =>
      left >= board.left && right <= board.right && top >= board.top && bottom <= board.bottom;
    return [...document.querySelectorAll('.place')].filter((tile) => isSeen(tile.getBoundingClientRect())).length === wanted;
  }, count);

export default {
  async 'trakks: on a phone, nothing moves while tiles are laid, and starting over shows the table'({ browser, server }) {
    const page = await listener(browser, server, HANDS.touch.screen);
    await sitDown(page, whole(RACK, true));
    await page.waitForSelector('[role=gridcell]', { state: 'attached' });
    await seesTiles(page, 3);
    const { x, y, width, height } = await page.locator('.surface').boundingBox();
    const before = await placesOf(page);
    for (const [index, [toX, toY]] of [
      [x + width - 12, y + 12],
      [x + width - 12, y + height - 12],
      [x + 12, y + height - 12],
    ].entries()) {
      await page.tap('.rack [data-piece]');
      await page.touchscreen.tap(toX, toY);
      await page.waitForFunction(
        (count) => document.querySelectorAll('.place.own').length === count && !document.querySelector('.rack .chosen'),
        index + 1,
      );
      const left = await page.$$eval('.rack [data-piece]', (pieces) => pieces.map(({ dataset }) => dataset.piece));
      assert.equal(left.length, RACK.length - index - 1);
      assert.deepEqual(await placesOf(page), { ...before, rack: before.rack.filter(([id]) => left.includes(id)) });
    }
    await page.mouse.move(x + width / 2, y + 14);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 4000, { steps: 3 });
    await page.mouse.up();
    await seesTiles(page, 0);
    await page.tap(RESTART);
    await seesTiles(page, 3);
    assert.deepEqual((await placesOf(page)).rack, before.rack);
    /* Who has only moved tiles of the table does not lose that, and the turn, by a tap. */
    const draws = page.locator('.actions .button');
    assert.equal(await draws.count(), 1);
    await page.tap('.place');
    await page.touchscreen.tap(x + width - 12, y + height - 12);
    await page.waitForFunction(() => !document.querySelector('.actions .button'));
    await page.tap('.pool [data-pool]');
    await page.tap('.pool [data-pool]');
    await page.waitForSelector('.actions .warn');
    await page.tap(RESTART);
    await draws.waitFor();
    await seenWell(page);
  },
};
