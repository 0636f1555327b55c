/* The lesson of Trakks. */
import assert from 'node:assert/strict';
import { listener, logGrows, logLength } from '../../hands.mjs';
import { person, quickGame, timePasses } from '../../harness.mjs';
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

/** Somebody who has come this far, on a phone whose browser shows its bars. */
async function learner({ browser, server }, learned) {
  const page = await listener(browser, server, { size: 'phone', touch: true });
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/');
  await page.evaluate((text) => localStorage.setItem('ludosaure.learned', text), learned);
  return page;
}

/** Waits until a finger can reach all tiles of the rack, and these of the table, without scrolling. */
async function inReach(page, selector) {
  await page.waitForSelector('[role=gridcell]', { state: 'attached' }); /* drawn last */
  await page.waitForFunction((places) => {
    const isInReach = (node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      const home = node.closest('.surface, .rack');
      return [0.1, 0.9].every(
        (part) => document.elementFromPoint(left + width / 2, top + height * part)?.closest('.surface, .rack') === home,
      );
    };
    return [places, '.rack [data-piece]']
      .map((all) => [...document.querySelectorAll(all)])
      .every((nodes) => nodes.length > 0 && nodes.every(isInReach));
  }, selector);
}

/** Lays a tile of the rack on the square to the right of this tile of the table. */
async function layBeside(page, word, id) {
  await page.tap(`.rack [aria-label="${word}"]`);
  await page.waitForSelector('.rack .chosen');
  const { x, y } = await page.$eval(`.place[data-tile="${id}"]`, (tile) => {
    const { left, top, width, height } = tile.getBoundingClientRect();
    return { x: left + width * 1.5, y: top + height / 2 };
  });
  assert.ok(
    await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('.surface') != null, [x, y]),
    `the place for ${word} can be tapped`,
  );
  await page.touchscreen.tap(x, y);
  return page.locator('.place.own').last().getAttribute('data-tile');
}

export default {
  async 'Trakks: on a phone, the scene of crossing lines is played without scrolling or panning'(context) {
    const page = await learner(context, '{"trakks":{"scene":2}}');
    await page.goto('/learn/trakks');
    await inReach(page, '.place');
    /* The column on the right is blue 3, 4, 5, 6. */
    const blueFive = await page.$$eval('.place', (tiles) => {
      const boxes = tiles.map((tile) => ({ id: tile.dataset.tile, ...tile.getBoundingClientRect().toJSON() }));
      const last = Math.max(...boxes.map(({ left }) => left));
      return boxes.filter(({ left }) => last - left < 2).sort((a, b) => a.top - b.top)[2].id;
    });
    const redFive = await layBeside(page, 'red 5', blueFive);
    await page.waitForSelector('#why-not >> text=at least three tiles');
    assert.equal(await page.locator('.fault, .actions .warn').count(), 0, 'a beginning is no fault');
    await layBeside(page, 'yellow 5', redFive);
    await page.click('.actions .lay.main');
    await page.waitForSelector('.task.right');
    assert.deepEqual(page.troubles, []);
  },

  async 'Trakks: on a phone, all tools are in sight below the words about a first match'({ browser, server }) {
    for (const language of ['en', 'fr']) {
      const page = await person(browser, server, { size: 'phone', touch: true, isNew: true, language });
      await quickGame(page, 'trakks');
      await page.waitForSelector('.coach');
      await page.waitForSelector('.tools .tool');
      for (const [width, height] of [
        [360, 740],
        [390, 800],
      ]) {
        await page.setViewportSize({ width, height });
        const covered = () =>
          [...document.querySelectorAll('.tools .tool')].filter((tool) => {
            const { left, bottom, width: wide } = tool.getBoundingClientRect();
            return !tool.contains(document.elementFromPoint(left + wide / 2, bottom - 2));
          }).length;
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        assert.equal(await page.evaluate(covered), 0, `${width}×${height} ${language}`);
      }
      assert.deepEqual(page.troubles, []);
      await page.context().close();
    }
  },

  async 'Trakks: the coach proposes a layout once, and one tap lays it'({ browser, server }) {
    const page = await learner({ browser, server }, '{"trakks":{"coach":true}}');
    await sitDown(page, lessonOf('trakks').scenes[0].position);
    await page.waitForSelector('.proposal');
    await inReach(page, '.place.news');
    const before = await logLength(page);
    await page.click('.proposal .button:not(.main)');
    await timePasses(page, LOOKS_AGAIN_MS);
    assert.equal(await page.locator('.proposal').count(), 0, 'declined, it stays away');
    await page.reload();
    await page.click('.proposal .button.main');
    await logGrows(page, before);
    assert.deepEqual(page.troubles, []);
  },

  'Trakks: the lesson, to its end': async (context) =>
    meetCoach(await playLesson(context, { game: 'trakks', language: 'fr', make, wrong: 'draw' })),
};
