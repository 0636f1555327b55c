/* The lesson of Tyrannosaurus Rex. */
import assert from 'node:assert/strict';
import { person, quickGame } from '../../harness.mjs';
import { meetCoach, playLesson } from '../../learn.mjs';

async function make(page, move) {
  const [card, direction] = move.split(' ');
  if (card !== 'steer') await page.click(`label.card:has([value="${card}"])`);
  if (direction) await page.click(`.pad [data-direction="${direction}"]`);
  await page.click('form .button.main:enabled');
}

export default {
  async 'Tyrannosaurus Rex: the coach does not start again when the page is loaded again'({ browser, server }) {
    const page = await person(browser, server, { isNew: true, size: 'phone' });
    await page.addInitScript(() => {
      if (localStorage.getItem('ludosaure.learned') === '{}')
        localStorage.setItem('ludosaure.learned', JSON.stringify({ tyrannosaurus: { coach: true, coached: 9 } }));
    });
    const move = async () => {
      await page.click('.pad [data-direction]:enabled');
      await page.click('form .button.main:enabled');
      await page.waitForSelector('.act form .button.main:disabled');
    };
    const decidesAlone = () => page.waitForFunction(() => document.querySelector('.coach .advice')?.textContent.startsWith('From here on'));
    await quickGame(page, 'tyrannosaurus');
    await page.waitForSelector('.coach .advice strong');
    await page.reload();
    await page.waitForSelector('.coach .advice strong'); /* still the tenth */
    await move();
    await decidesAlone();
    await page.reload();
    await decidesAlone();
    await move();
    await page.waitForSelector('.coach', { state: 'hidden' });
    await page.reload();
    await page.waitForSelector('.act form');
    await page.waitForSelector('.coach', { state: 'hidden' });
    assert.deepEqual(page.troubles, []);
  },

  'Tyrannosaurus Rex: the lesson, to its end': async (context) =>
    meetCoach(await playLesson(context, { game: 'tyrannosaurus', language: 'fr', make, wrong: 'rest' }), { steady: true }),
};
