/* Layout: nothing important is broken over lines, covered or outside the window, from a small phone
 * to a large screen, in portrait and landscape, and with large text. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ask, introduce, person } from './harness.mjs';
import { middle, scaleScene } from './games/scale/scenes.mjs';
import { CHAT, outOfSight } from './sight.mjs';
import { company } from './sitting.mjs';

const scale = JSON.parse(readFileSync(new URL('../../data/texts/scale.json', import.meta.url), 'utf8'));
const all = process.argv.includes('--all');
const WIDTHS = [320, 360, 390, 480, 600, 768, 1024, 1280, 1440, 1920];

/** The words in these elements that break over several lines. */
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

const LAPTOPS = [
  [1366, 768],
  [1280, 720],
];

/* A Scale table at which Ann is offered a card: this game and state have the longest texts. */
async function offerTable(page, context, names) {
  await introduce(page);
  const position = await scaleScene(4, 'stage', middle);
  const { game, seats, options } = position;
  const { table } = await ask(page.server, '/api/tables', { game, seats, options, position, public: true, autostart: true }, page.secret);
  await company(context, table, names);
}

export default {
  async 'waiting for eight players: the chat is in sight on a laptop'(context) {
    const page = await person(context.browser, context.server);
    await introduce(page);
    const { table } = await ask(
      page.server,
      '/api/tables',
      { game: 'scale', seats: 8, options: { mode: 'stage' }, public: true, sit: 0 },
      page.secret,
    );
    await company(context, table, ['Bob', 'Cléo', 'Zoé']);
    await page.goto(`/t/${table}`);
    await page.waitForSelector('#say');
    await page.waitForSelector('.invite svg');
    for (const [width, height] of LAPTOPS) {
      await page.setViewportSize({ width, height });
      assert.deepEqual(await outOfSight(page, CHAT), [], `${width}×${height}`);
    }
  },

  async 'home: your tables are complete at every width, and the games are visible'(context) {
    const { browser, server } = context;
    for (const language of ['en', 'fr']) {
      const page = await person(browser, server, { language, size: 'phone' });
      await offerTable(page, context, ['Maximilienne-Alexandra', 'Bartholomäus', 'Zoé']);
      await offerTable(page, context, ['Bob', 'Cléo', 'Zoé']);
      await ask(
        server,
        '/api/tables',
        { game: 'tyrannosaurus', seats: 4, bots: [null, 'easy', 'easy', 'easy'], autostart: true },
        page.secret,
      );
      await page.goto('/');
      await page.waitForSelector('.own.turn');
      await page.click('.mine > .button'); /* all of them */
      const offer = scale.page.start.call_offer[language];
      await page.waitForFunction(
        (words) => [...document.querySelectorAll('.own .state')].filter((one) => one.textContent === words).length === 2,
        offer,
      );
      for (const letters of all ? [100, 200] : [language === 'en' ? 100 : 200]) {
        await page.evaluate((percent) => (document.documentElement.style.fontSize = `${percent}%`), letters);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 844 });
          const where = `${language} ${width} ${letters} %`;
          assert.deepEqual(await brokenWords(page, '.own strong, .own .state, .game h2, .quit'), [], where);
          const heights = await page.$$eval('.own', (all) => all.map((one) => one.getBoundingClientRect().height));
          for (const height of heights) assert.ok(height <= (letters === 100 ? 120 : 330), `${where}: a table of ${height} px`);
          const wide = await page.evaluate(() =>
            [...document.querySelectorAll('body *')]
              .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
              .map((one) => `${one.className} ${one.textContent}`.slice(0, 60)),
          );
          assert.ok(
            await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            `${where}: wider than the window: ${wide}`,
          );
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
