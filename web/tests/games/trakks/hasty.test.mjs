/* Taking a tile while the moves of the others are still being shown. */
import { seenWell } from '../../hands.mjs';
import { moves, standingTable, turnComes } from '../../hasty.mjs';
import { type } from '../../sitting.mjs';
import { shortMatch } from './scenes.mjs';

export default {
  async 'trakks: no animation delays a tile'({ browser, server }) {
    const page = await standingTable(browser, server, await shortMatch('2'));
    const isTake = (move) => move.startsWith('take ');
    await moves(page, () => type(page, page.latest.legal.find(isTake)));
    const { legal } = await turnComes(page);
    const [, tile] = legal.find(isTake).split(' ');
    await page.click(`[data-pool="${tile}"]`);
    await moves(page, () => page.click('.actions .button.main:enabled'));
    await seenWell(page);
    await page.context().close();
  },
};
