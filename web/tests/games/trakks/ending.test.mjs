import assert from 'node:assert/strict';
import { DIALOG, heads, openState, scores, seesTheTable, sorted } from '../../ending.mjs';

export default {
  async 'the end of Trakks shows penalties, the lowest first, and the table stays'(context) {
    const page = await openState(context, 'trakks-end');
    assert.deepEqual(await heads(page), ['Player', 'Tiles left', 'Penalty']);
    const shown = await scores(page);
    assert.deepEqual(shown, sorted(shown, 'lowest'));
    assert.ok(shown.at(-1) > 0);
    assert.match(await page.textContent(`${DIALOG} .ending`), /lowest penalty wins/);
    await seesTheTable(page, ['.board .zoom', '[role=grid] [data-square]']);
  },
};
