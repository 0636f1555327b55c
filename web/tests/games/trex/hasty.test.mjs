/* Playing while the moves of the others are still being shown. */
import assert from 'node:assert/strict';
import { seenWell } from '../../hands.mjs';
import { moves, standingTable, turnComes } from '../../hasty.mjs';
import { moment } from './scenes.mjs';

const TURNS_MAX = 40;

export default {
  async 'trex: no animation delays a card or an answer'({ browser, server }) {
    const { position, move } = await moment('lap');
    const page = await standingTable(browser, server, position);
    await moves(page, () => page.click(`.hand [data-move="${move}"]`));
    const kinds = new Set();
    for (let turn = 0; turn < TURNS_MAX && kinds.size < 2; turn++) {
      const { legal, isBehind } = await turnComes(page);
      const isCard = legal[0].startsWith('play ');
      if (isBehind) kinds.add(isCard);
      if (!isCard && isBehind) await page.click('.track');
      await moves(page, () => page.click(`${isCard ? '.hand' : '.choices'} [data-move="${legal[0]}"]`));
    }
    assert.equal(kinds.size, 2, 'a card was played, and a question answered');
    await seenWell(page);
    await page.context().close();
  },
};
