/* What the others do, in words. */
import assert from 'node:assert/strict';
import { person } from '../../harness.mjs';
import { sitDown } from '../../sitting.mjs';
import { scaleScene } from './scenes.mjs';

export default {
  async 'scale: on a phone, what the others do is put into words in sight, and covers no control'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone', touch: true });
    await sitDown(page, await scaleScene(4, 'stage', {}));
    await page.tap('.describe');
    await page.waitForSelector('.asked li >> nth=2');
    const { isInSight, covered } = await page.evaluate(() => {
      const [asked, ...controls] = [...document.querySelectorAll('.asked, .scale button')].map((one) => ({
        one,
        box: one.getBoundingClientRect(),
      }));
      const { top, bottom, left, right } = asked.box;
      const overlaps = ({ box }) => box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      return { isInSight: top >= 0 && bottom <= innerHeight, covered: controls.filter(overlaps).length };
    });
    assert.ok(isInSight);
    assert.equal(covered, 0);
    assert.deepEqual(page.troubles, []);
  },
};
