/* The lesson of Trakks. */
import assert from 'node:assert/strict';
import { listener, logGrows, logLength } from '../../hands.mjs';
import { lessonOf, meetCoach, playLesson } from '../../learn.mjs';
import { sitDown } from '../../sitting.mjs';

/* Laying tiles is left to the one who shows it: table.mjs lays them by hand. */
async function make(page, move) {
  const [kind, tile] = move.split(' ');
  if (kind === 'place') return false;
  if (kind === 'draw') await page.click('.actions .button:not(.main)');
  else {
    await page.click(kind === 'plus' ? '.rack [aria-label="+3"]' : `[data-pool="${tile}"]`);
    await page.click('.actions .button.main');
  }
}

/* The coach looks again after 1.5 s. */
const LOOKS_AGAIN_MS = 2500;

export default {
  async 'Trakks: the coach proposes a layout once, and what is made of it stays'({ browser, server }) {
    const page = await listener(browser, server, { size: 'phone' });
    await page.goto('/');
    await page.evaluate(() => localStorage.setItem('ludosaure.learned', '{"trakks":{"coach":true}}'));
    await sitDown(page, lessonOf('trakks').scenes[0].position);
    const before = await logLength(page);
    await page.click('.proposal .button:not(.main)');
    await page.waitForTimeout(LOOKS_AGAIN_MS);
    assert.equal(await page.locator('.proposal').count(), 0, 'declined, it stays away');
    await page.reload();
    await page.click('.proposal .button.main');
    await page.waitForTimeout(LOOKS_AGAIN_MS);
    await page.click('.actions .lay.main');
    await logGrows(page, before);
    assert.deepEqual(page.troubles, []);
  },

  'Trakks: the lesson, to its end': async (context) => meetCoach(await playLesson(context, { game: 'trakks', language: 'fr', make, wrong: 'draw' })),
};
