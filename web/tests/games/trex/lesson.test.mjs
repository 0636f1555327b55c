/* The lesson of T-Rex, and the coach of the first match. */
import assert from 'node:assert/strict';
import { person } from '../../harness.mjs';
import { lessonOf, meetCoach, playLesson } from '../../learn.mjs';
import { sitDown } from '../../sitting.mjs';

const make = (page, move) => page.click(`[data-move="${move}"]`);
const lesson = lessonOf('trex');
const MOVES_WITH_GOAL = 3; /* as in Coach.svelte */

export default {
  'T-Rex: the lesson, to its end': async (context) =>
    meetCoach(await playLesson(context, { game: 'trex', language: 'en', make, wrong: 'play n3' })),

  async 'T-Rex: on a phone, the coach soon says less than at first, and nothing while a hint says it'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone', isNew: true });
    await page.goto('/');
    await page.evaluate(() => localStorage.setItem('ludosaure.learned', '{"trex":{"coach":true}}'));
    /* The Chamaelosaurus lies on the blue 12, then on nothing. */
    const [special, first] = [lesson.scenes.at(-1), lesson.scenes[0]].map(({ position }) => position);
    await sitDown(page, special);
    await page.waitForSelector('[data-move="play ch"][aria-label*="worth blue 12 now"] .imitates >> text=12');
    await page.evaluate(() => localStorage.setItem('ludosaure.learned', '{"trex":{"coach":true}}'));
    const [own, ...others] = first.players;
    const [hand, deck] = [[...own.hand.slice(1), 'ch'], own.deck.map((card) => (card === 'ch' ? own.hand[0] : card))];
    await sitDown(page, { ...first, players: [{ ...own, hand, deck }, ...others] });
    await page.waitForSelector('[data-move="play ch"][aria-label*="worth 0 now"] .imitates >> text=0');

    const goal = page.locator('.coach').getByText(lesson.goal.en);
    for (let moves = 0; moves < MOVES_WITH_GOAL; moves++) {
      await page.waitForSelector('.coach .advice strong');
      assert.equal(await goal.locator(':scope:not(.known)').count(), 1, `after ${moves} moves`);
      const move = await page.getAttribute('.hinted[data-move]', 'data-move');
      await make(page, move);
      await page.waitForSelector(`.hinted[data-move]:not([data-move="${move}"])`);
    }
    await page.waitForSelector('.coach .advice strong');
    assert.equal(await goal.isVisible(), false);
    await page.click('.bar .ask');
    await page.waitForSelector('.bar .hint');
    await page.waitForSelector('.coach', { state: 'hidden' });
    await page.click('.hint .close');
    await page.waitForSelector('.coach .advice strong');
    assert.deepEqual(page.troubles, []);
  },
};
