/* What is in sight: nothing that matters is broken, covered or outside the window, in windows from a
 * small phone to a large screen, upright and on their side, and with large letters. */
import assert from 'node:assert/strict';
import { ask, introduce, person } from './harness.mjs';
import { scaleScene } from './scenes.mjs';
import { company, middle } from './states.mjs';

const WIDTHS = [320, 360, 390, 480, 600, 768, 1024, 1280, 1440, 1920];

/** Words of these elements that do not stand in one line. */
const brokenWords = (page, selector) =>
  page.$$eval(selector, (elements) => {
    const broken = [];
    for (const element of elements) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { 0: word, index } of node.data.matchAll(/[^\s-]+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
    }
    return broken;
  });

/* A table of Scale at which a card is offered to Ann, whose game and state have the longest words. */
async function offerTable(page, context, names) {
  await introduce(page);
  const position = await scaleScene(4, 'stage', middle);
  const { game, seats, options } = position;
  const { table } = await ask(page.server, '/api/tables', { game, seats, options, position, public: true, autostart: true }, page.secret);
  await company(context, table, names);
}

export default {
  async 'home: one’s tables are whole at every width, and the games are in sight'(context) {
    const { browser, server } = context;
    for (const language of ['en', 'fr']) {
      const page = await person(browser, server, { language, size: 'phone' });
      await offerTable(page, context, ['Maximilienne-Alexandra', 'Bartholomäus', 'Zoé']);
      await offerTable(page, context, ['Bob', 'Cléo', 'Zoé']);
      await ask(server, '/api/tables', { game: 'tyrannosaurus', seats: 4, bots: [null, 'easy', 'easy', 'easy'], autostart: true }, page.secret);
      await page.goto('/');
      await page.waitForSelector('.own.turn');
      await page.click('.mine > .button'); /* all of them */
      const offer = language === 'fr' ? 'On vous propose une carte' : 'A card is offered to you';
      await page.waitForFunction((words) => [...document.querySelectorAll('.own .state')].filter((one) => one.textContent === words).length === 2, offer);
      for (const letters of [100, 200]) {
        await page.evaluate((percent) => (document.documentElement.style.fontSize = `${percent}%`), letters);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 });
          const where = `${language} ${width} ${letters} %`;
          assert.deepEqual(await brokenWords(page, '.own strong, .own .state, .game h2, .quit'), [], where);
          const heights = await page.$$eval('.own', (all) => all.map((one) => one.getBoundingClientRect().height));
          for (const height of heights) assert.ok(height <= (letters === 100 ? 120 : 330), `${where}: a table of ${height} px`);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${where}: wider than the window`);
        }
      }
      await page.evaluate(() => (document.documentElement.style.fontSize = ''));
      await page.setViewportSize({ width: 390, height: 844 });
      await page.reload();
      await page.waitForSelector('.mine > .button');
      const play = await (await page.$('.game .button.main')).boundingBox();
      assert.ok(play.y + play.height <= 844, `the first game can be played without scrolling: ${play.y}`);
      await page.context().close();
    }
  },
};
