/* Choosing while the turn before is still being shown. */
import { seenWell } from '../../hands.mjs';
import { moves, standingTable, turnComes } from '../../hasty.mjs';
import { moment } from './scenes.mjs';

/* As on a numeric keypad. */
const DIGITS = [null, 'SW', 'S', 'SE', 'W', null, 'E', 'NW', 'N', 'NE'];
const CONFIRM = '.act .button.main:enabled:not(.skip)';

export default {
  async 'tyrannosaurus: no turn that is shown delays the next choice, by key or by button'({ browser, server }) {
    const { position } = await moment('alone');
    const page = await standingTable(browser, server, position);
    await page.keyboard.press('5');
    await moves(page, () => page.click(CONFIRM));
    for (const skips of [false, true]) {
      const { legal } = await turnComes(page);
      /* What led here may still wait behind a choice of somebody else, so there need not be a button to skip it. */
      if (skips) await page.keyboard.press('Escape');
      const [, direction] = legal[0].split(' ');
      await page.keyboard.press(direction ? String(DIGITS.indexOf(direction)) : '5');
      await moves(page, () => page.click(CONFIRM));
    }
    await seenWell(page);
    await page.context().close();
  },
};
