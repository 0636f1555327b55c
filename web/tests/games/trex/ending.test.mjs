import assert from 'node:assert/strict';
import { DIALOG, heads, openState, scores, seesTheTable, sorted } from '../../ending.mjs';
import { introduce, person } from '../../harness.mjs';
import { AT_END } from '../../scenes.mjs';
import { sitTogether, type } from '../../sitting.mjs';
import { moment } from './scenes.mjs';

/* As long as names may be. */
const LONG = [
  'Maximilienne-Alexandra von Rex',
  'Bartholomäus-Maria Hohensteiner',
  'Konstantinopolitanischedudelsa',
  'Wilhelmina Wunderlich-Weinmann',
].map((name) => name.slice(0, 30));

export default {
  async 'the end of T-Rex counts eggs by colour, and the table stays'(context) {
    const page = await openState(context, 'trex-end');
    assert.deepEqual(await heads(page), ['Player', 'yellow', 'blue', 'brown', 'green', 'red', 'Score']);
    assert.deepEqual(await scores(page), sorted(await scores(page)));
    /* Each row adds up: the squares of the eggs. */
    const sums = await page.$$eval(`${DIALOG} tbody tr`, (rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].slice(0, 5).reduce((sum, cell) => sum + (Number(cell.textContent) || 0) ** 2, 0)),
    );
    assert.deepEqual(sums, await scores(page));
    await seesTheTable(page, ['.trex .seats li', '.trex .track', '.trex .eggs']);
  },

  async 'the end of T-Rex on a phone: the longest names are read from left to right'(context) {
    const page = await person(context.browser, context.server);
    await introduce(page, LONG[0]);
    const { position, move } = await moment(AT_END);
    await sitTogether(page, context, position, LONG.slice(1));
    await type(page, move);
    await page.waitForSelector(`${DIALOG} tbody tr`);
    for (const [width, lines] of [
      [320, 2],
      [360, 2],
      [480, 2],
      [600, 4],
      [1366, 4],
    ]) {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const names = await page.$$eval(`${DIALOG} tbody th`, (cells) =>
        cells.map((cell) => Math.round(cell.clientHeight / parseFloat(getComputedStyle(cell).lineHeight))),
      );
      assert.equal(names.length, LONG.length);
      for (const count of names) assert.ok(count <= lines, `${width}: a name of ${count} lines`);
      assert.ok(await page.$eval(DIALOG, (dialog) => dialog.scrollWidth <= dialog.clientWidth), `${width}: wider than the window`);
    }
  },
};
