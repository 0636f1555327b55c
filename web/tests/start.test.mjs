/* From the start page to a running game by mouse, touch and keyboard; languages; the focus. */
import assert from 'node:assert/strict';
import { ask, games, introduce, person, quickGame, tabTo } from './harness.mjs';

const fine = (page) => assert.deepEqual(page.troubles, []);

const tests = {};
for (const { id: game } of games())
  tests[`${game}: playing after one tap on a phone`] = async ({ browser, server }) => {
    const page = await person(browser, server, { size: 'phone', touch: true });
    await page.goto('/');
    await page.tap(`.game.${game} .button.main:enabled`);
    await page.waitForSelector('.table-screen .side');
    assert.equal(await page.$('.notice:not(.news)'), null);
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
    await page.waitForSelector('.table-screen .side');
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
    await page.waitForSelector('.table-screen .side');
    assert.equal(await page.textContent('#tab-log'), 'Log');
    fine(page);
  },

  async "light and pace are chosen once and kept; until then the light is the system's"({ browser, server }) {
    const page = await person(browser, server);
    const shown = () =>
      page.evaluate(() => {
        const paper = getComputedStyle(document.body).backgroundColor;
        const bars = document.querySelector('meta[name=theme-color]').content;
        if (paper !== bars) return `the browser's bars are not as the page, ${paper}`;
        return document.documentElement.dataset.theme;
      });
    await page.goto('/');
    assert.equal(await shown(), 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    assert.equal(await shown(), 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.click('header nav button.icon');
    await page.check('input[name=theme][value=dark]');
    await page.check('input[name=show_speed][value=quick]');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.waitForSelector('.games');
    assert.equal(await shown(), 'dark');
    assert.match(await page.evaluate(() => localStorage.getItem('ludosaure.settings')), /"pace":"quick"/);
    fine(page);
  },

  async 'several tables: the head of the page leads to the others'({ browser, server }) {
    const page = await person(browser, server);
    const first = await quickGame(page, 'trex');
    /* Named without the sentences of the settings, which were never opened. */
    assert.match(await page.getAttribute('.show-speed', 'aria-label'), /: (slow|normal|fast|instant)$/);
    await page.click('header .home');
    await page.waitForSelector('.mine .own.turn');
    const second = await quickGame(page, 'tyrannosaurus');
    assert.notEqual(first, second);
    await page.click('.my-tables button');
    await page.click(`#my-tables a[href="/t/${first}"]`);
    await page.waitForSelector('.table-screen .side');
    assert.ok(page.url().endsWith(first));
    await page.waitForSelector('.my-tables');
    fine(page);
  },

  async 'all your tables are listed, and can be left there'({ browser, server }) {
    const page = await person(browser, server);
    await introduce(page);
    for (let count = 0; count < 14; count++)
      await ask(server, '/api/tables', { game: 'trex', seats: 2, bots: [null, 'easy'], autostart: true }, page.secret);
    await page.goto('/');
    await page.click('.mine > .button >> text=14');
    const lines = (count) => page.waitForFunction((wanted) => document.querySelectorAll('.mine li').length === wanted, count);
    await lines(14);
    /* Not by a single tap. */
    await page.click('.mine li:first-child .quit');
    await page.click('dialog .stay');
    await page.waitForSelector('dialog', { state: 'detached' });
    assert.ok(await page.evaluate(() => document.activeElement.matches('.mine li:first-child .quit')), 'the focus is back');
    await lines(14);
    await page.click('.mine li:first-child .quit');
    const own = (count) => page.waitForFunction((wanted) => document.querySelectorAll('.mine a.own').length === wanted, count);
    await page.click('dialog .leave');
    await own(13);
    assert.ok(await page.evaluate(() => document.activeElement.id === 'mine'), 'the focus is not lost');
    /* One tap leads back to a match that was left, after a reload as well; or it goes off the list. */
    await lines(14);
    await page.reload();
    await page.click('.mine > .button >> text=14');
    await page.click('.mine button.own >> text=You left: take your seat back');
    await page.waitForSelector('.table-screen .side');
    await page.click('header .home');
    await page.click('.mine > .button >> text=14');
    await own(14);
    await page.click('.mine li:first-child .quit');
    await page.click('dialog .leave');
    await page.click('.mine button.own ~ .quit >> text=Remove');
    await lines(13);
    assert.ok(await page.evaluate(() => document.activeElement.id === 'mine'), 'nor then');
    fine(page);
  },

  async 'a link is accepted in place of a code, and a wrong code can be corrected'({ browser, server }) {
    const page = await person(browser, server);
    await introduce(page);
    const { invite } = await ask(server, '/api/tables', { game: 'trex', seats: 2 }, page.secret);
    await page.goto('/');
    await page.fill('#code', 'AAAA AAAA');
    await page.press('#code', 'Enter');
    await page.waitForSelector('.error');
    await page.fill('#code', `${server.address}/j/${invite}`);
    await page.press('#code', 'Enter');
    await page.waitForSelector('form #name');
    assert.ok(page.url().endsWith(invite));
    fine(page);
  },

  async 'errors are shown at the top on a phone, and not on the next screen'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone' });
    await quickGame(page, 'trex');
    await page.click('.bar .talk');
    await page.click('#tab-type');
    await page.waitForSelector('.bar .turn.mine');
    await page.fill('#typed', 'play z9');
    await page.press('#typed', 'Enter');
    const { y, height } = await (await page.waitForSelector('.notice')).boundingBox();
    assert.ok(y + height < 370, 'in the upper half');
    await page.evaluate(() => document.querySelector('header .home').click());
    await page.waitForSelector('.games');
    assert.equal(await page.$('.notice:not(.news)'), null);
    fine(page);
  },

  async 'options: what is played is shown, what is for two only with two'({ browser, server }) {
    const page = await person(browser, server);
    await page.goto('/new/scale');
    await page.click('details.panel > summary');
    await page.waitForSelector('#option-first_game');
    await page.goto('/new/tyrannosaurus');
    await page.click('details.panel > summary');
    await page.waitForSelector('#dinos-3');
    assert.equal(await page.$('#option-dinos'), null, 'no list of whole orders');
    assert.equal(await page.$('#option-pair'), null);
    await page.selectOption('#seats', '2');
    await page.waitForSelector('#option-pair');
    fine(page);
  },

  async 'a phone in landscape shows everything you play with'({ browser, server }) {
    const page = await person(browser, server);
    await page.setViewportSize({ width: 740, height: 360 });
    const box = async (selector) => (await page.waitForSelector(selector)).boundingBox();
    await quickGame(page, 'trex');
    const { y, height } = await box('.hand button');
    assert.ok(y > 0 && y + height <= 360, 'the hand is in sight');
    await quickGame(page, 'tyrannosaurus');
    assert.ok((await box('.valley')).height <= 360, 'the valley fits');
    assert.ok((await box('.act')).x >= (await box('.valley')).width, 'beside it one chooses');
    await quickGame(page, 'trakks');
    assert.ok((await box('.trakks .board')).height <= 312, 'the board fits');
    assert.ok((await box('.trakks .bottom')).x >= (await box('.trakks .board')).width, 'beside it is the rack');
    fine(page);
  },

  async 'a missing table is explained in a sentence'({ browser, server }) {
    const page = await person(browser, server);
    await page.goto('/t/abcdefghijkl');
    await page.waitForSelector('h1 + .error');
    await page.click('main a.button');
    await page.waitForSelector('.games');
    fine(page);
  },

  async 'an address that leads nowhere says so, in both languages'({ browser, server }) {
    const page = await person(browser, server);
    await page.goto('/nonsense');
    await page.waitForSelector('h1:text("Page not found")');
    await page.goto('/rules/nonsense');
    await page.waitForSelector('h1:text("Page not found")');
    await page.click('header .tongue');
    await page.waitForSelector('h1:text("Page introuvable")');
    await page.click('main a.button');
    await page.waitForSelector('.games');
    fine(page);
  },

  async 'a hint says why and can be played'({ browser, server }) {
    const page = await person(browser, server);
    await quickGame(page, 'trex');
    await page.waitForSelector('.bar .turn.mine');
    await tabTo(page, '.bar .ask:not([aria-disabled=true])');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.hint .do');
    await tabTo(page, '.hint .do');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.matches('.ask') && !document.querySelector('.hint'));
    await page.click('#tab-log');
    await page.waitForSelector('.list li:not(.soft)');
    assert.equal(await page.$('.notice:not(.news)'), null);
    fine(page);
  },
};
