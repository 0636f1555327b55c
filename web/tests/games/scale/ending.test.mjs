import assert from 'node:assert/strict';
import { DIALOG, heads, openState, seesTheTable, title } from '../../ending.mjs';

export default {
  async 'the end of On a Scale of One to T-Rex counts good and bad tokens, and the table stays'(context) {
    const page = await openState(context, 'scale-end');
    assert.deepEqual(await heads(page), ['Player', 'good tokens', 'bad tokens', 'Total']);
    for (const [good, bad, total] of await page.$$eval(`${DIALOG} tbody tr`, (rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent.replace('−', '-')))),
    ))
      assert.equal(good - bad, total);
    await seesTheTable(page, ['.seats .seat', '.dock .tokens']);
  },

  async 'a shared win is shown as shared, in both languages'(context) {
    const page = await openState(context, 'scale-shared');
    assert.match(await title(page), /^You share the victory with Bob and Cléo!/);
    assert.equal(await page.locator(`${DIALOG} tbody.won`).count(), 3);
    const french = await openState(context, 'scale-shared', { language: 'fr' });
    assert.match(await title(french), /^Vous partagez la victoire avec Bob et Cléo/);
  },
};
