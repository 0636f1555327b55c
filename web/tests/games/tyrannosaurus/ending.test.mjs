import assert from 'node:assert/strict';
import { heads, openState, seesTheTable } from '../../ending.mjs';

export default {
  async 'the end of Tyrannosaurus Rex counts trees, and the table stays'(context) {
    const page = await openState(context, 'tyrannosaurus-end');
    assert.deepEqual(await heads(page), ['Player', 'Trees']);
    await seesTheTable(page, ['.valley', '.players']);
  },
};
