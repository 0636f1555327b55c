/* Tiles too small for a finger: the table comes closer to what one does. And tiles that have just come to the rack. */
import assert from 'node:assert/strict';
import { HANDS, listener, seenWell } from '../../hands.mjs';
import { sitDown } from '../../sitting.mjs';
import { atRest, moment } from './scenes.mjs';

const FIT = '.zoom .tool:nth-child(3)';
const DRAW = '.actions .button:not(.main, .quiet)';
const FRESH = '.rack [aria-describedby="trakks-fresh"]';

const tileSize = (page) => page.$eval('.place .tile', (tile) => tile.getBoundingClientRect().width);
/** Where the tiles lie on the table, whatever of it is seen. */
const layoutOf = (page) => page.$$eval('.place', (places) => places.map(({ dataset, style }) => [dataset.tile, style.transform]));

export default {
  async 'trakks: all of the table as it lies, which comes closer to a finger and to the keyboard'({ browser, server }) {
    const page = await listener(browser, server, HANDS.touch.screen);
    await sitDown(page, (await moment('placing')).position);
    await page.waitForSelector('[role=gridcell]', { state: 'attached' });
    await atRest(page);
    assert.ok((await tileSize(page)) >= 32);
    const layout = await layoutOf(page);
    await page.tap(FIT);
    await atRest(page);
    assert.ok((await tileSize(page)) < 32);
    assert.deepEqual(await layoutOf(page), layout);
    /* Any of them that can be tapped. */
    const { x, y } = await page.$$eval('.place', (places) => {
      const middles = places
        .map((place) => place.getBoundingClientRect())
        .map(({ left, top, width }) => ({ x: left + width / 2, y: top + width / 2 }));
      return middles.find(({ x, y }) => document.elementFromPoint(x, y)?.closest('.surface'));
    });
    await page.touchscreen.tap(x, y);
    await page.waitForFunction(() => document.querySelector('.place .tile').getBoundingClientRect().width >= 32);
    assert.equal(await page.locator('.place.held').count(), 0, 'the tap only came closer');
    await page.touchscreen.tap(x, y);
    await page.waitForSelector('.place.held');
    await page.tap(FIT);
    await page.locator('[role="gridcell"][tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('.place .tile').getBoundingClientRect().width >= 32);
    await seenWell(page);
  },

  async 'trakks: a drawn tile is marked until the next move'({ browser, server }) {
    const page = await listener(browser, server);
    await sitDown(page, (await moment('placing')).position);
    const pieceOf = () => page.$eval(FRESH, ({ dataset }) => dataset.piece);
    await page.click(DRAW);
    await page.waitForSelector(FRESH);
    const first = await pieceOf();
    assert.equal(await page.textContent('#trakks-fresh'), 'new');
    await page.waitForSelector(DRAW);
    await page.click(DRAW);
    await page.waitForSelector(`${FRESH}:not([data-piece="${first}"])`);
    assert.equal(await page.locator(`${FRESH}[data-piece="${first}"]`).count(), 0);
    await seenWell(page);
  },
};
