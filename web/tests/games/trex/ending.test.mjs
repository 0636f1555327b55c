import assert from 'node:assert/strict';
import { DIALOG, heads, openState, scores, seesTheTable, sorted } from '../../ending.mjs';

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
};
