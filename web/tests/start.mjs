/* From nothing to a running game, by mouse, by touch and by keyboard; languages; where the focus is. */
import assert from 'node:assert/strict';
import { person, quickGame, tabTo } from './harness.mjs';

const GAMES = ['trex', 'tyrannosaurus', 'scale', 'trakks'];
const fine = (page) => assert.deepEqual(page.troubles, []);

const tests = {};
for (const game of GAMES)
  tests[`${game}: playing after one tap on a phone`] = async ({ browser, server }) => {
    const page = await person(browser, server, { size: 'phone', touch: true });
    const begin = Date.now();
    await page.goto('/');
    await page.tap(`.game.${game} .button.main:enabled`);
    await page.waitForSelector('.table-screen .board > :nth-child(2)');
    assert.ok(Date.now() - begin < 10_000, 'within ten seconds');
    assert.equal(await page.$('.notice'), null);
    fine(page);
  };

export default {
  ...tests,

  async 'keyboard: the skip link, then a game, the focus always somewhere sensible'({ browser, server }) {
    const page = await person(browser, server);
    await page.goto('/');
    await page.waitForSelector('.games button:enabled');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
    await tabTo(page, '.game.trex .button.main');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.table-screen');
    await page.waitForFunction(() => document.activeElement.tagName === 'H1');
    await tabTo(page, '.bar .rulebook');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open] .rules p');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog[open]', { state: 'detached' });
    assert.ok(await page.evaluate(() => document.activeElement.matches('.rulebook')), 'the focus comes back');
    fine(page);
  },

  async 'every link of the start page gives its screen the focus and a title of its own'({ browser, server }) {
    const page = await person(browser, server);
    const titles = new Set();
    for (const link of ['.game.trex a.button', '.game.trakks a.rules', '.foot a', 'header .who']) {
      await page.goto('/');
      await page.click(link);
      await page.waitForFunction(() => document.activeElement.tagName === 'H1');
      titles.add(await page.title());
      await page.goBack();
      await page.waitForSelector('.games');
    }
    assert.equal(titles.size, 4);
    fine(page);
  },

  async 'the language follows the browser, changes at any time, and is kept'({ browser, server }) {
    const page = await person(browser, server, { language: 'fr' });
    await quickGame(page, 'trex');
    const html = () => page.evaluate(() => document.documentElement.lang);
    assert.equal(await html(), 'fr');
    assert.equal(await page.textContent('#tab-log'), 'Journal');
    await page.click('header .tongue');
    assert.equal(await html(), 'en');
    assert.equal(await page.textContent('#tab-log'), 'Log');
    await page.reload();
    await page.waitForSelector('.table-screen');
    assert.equal(await page.textContent('#tab-log'), 'Log');
    fine(page);
  },

  async 'light and pace are chosen once and kept'({ browser, server }) {
    const page = await person(browser, server);
    await page.goto('/');
    await page.click('header nav button.icon');
    await page.check('input[name=theme][value=dark]');
    await page.check('input[name=pace][value=quick]');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.waitForSelector('.games');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
    assert.match(await page.evaluate(() => localStorage.getItem('ludosaure.settings')), /"pace":"quick"/);
    fine(page);
  },

  async 'several tables: the head of the page leads to the others'({ browser, server }) {
    const page = await person(browser, server);
    const first = await quickGame(page, 'trex');
    await page.click('header .home');
    await page.waitForSelector('.mine .own.turn');
    const second = await quickGame(page, 'tyrannosaurus');
    assert.notEqual(first, second);
    await page.click('.my-tables button');
    await page.click(`#my-tables a[href="/t/${first}"]`);
    await page.waitForSelector('.table-screen');
    assert.ok(page.url().endsWith(first));
    await page.waitForSelector('.my-tables');
    fine(page);
  },

  async 'a table that is not there is told of in a sentence'({ browser, server }) {
    const page = await person(browser, server);
    await page.goto('/t/abcdefghijkl');
    await page.waitForSelector('h1 + .error');
    await page.click('main a.button');
    await page.waitForSelector('.games');
    fine(page);
  },

  async 'a hint says why and can be played'({ browser, server }) {
    const page = await person(browser, server);
    await quickGame(page, 'trex');
    await page.waitForSelector('.bar .turn.mine');
    await page.click('.bar .buttons .button:first-child');
    await page.click('.hint .button');
    await page.click('#tab-log');
    await page.waitForSelector('.list li:not(.soft)');
    assert.equal(await page.$('.notice'), null);
    fine(page);
  },
};
