/* Acting while the others act. */
import { seenWell } from '../../hands.mjs';
import { moves, standingTable } from '../../hasty.mjs';
import { middle, scaleScene } from './scenes.mjs';

export default {
  async 'scale: no animation delays a change of the card'({ browser, server }) {
    const page = await standingTable(browser, server, await scaleScene(4, 'stage', middle), { pace: 'calm' });
    for (let times = 0; times < 2; times++) await moves(page, () => page.click('.dock .change:enabled'));
    await seenWell(page);
    await page.context().close();
  },
};
