/* The main paths through the page, in every engine: starting, a match of each game, joining with another
 * browser, a connection that is cut, and no network. They use what all engines' drivers have: Playwright's Page as far
 * as webkit-page.mjs has it, and plain CSS as selectors. */
import assert from 'node:assert/strict';
import { logGrows } from './hands.mjs';
import { games, PATIENCE_MS, person, quickGame, setTable, tabTo } from './harness.mjs';
import { stateCalled } from './states.mjs';

const OVER = 'dialog[open] tbody tr';
const all = games();
const inTurns = all.find(({ facts }) => !facts.real_time).id;

/** Nothing went wrong in these pages up to now. */
async function fine(...pages) {
  for (const page of pages) {
    await page.evaluate(() => undefined); /* brings along what is not told by itself */
    assert.deepEqual(page.troubles, []);
    assert.deepEqual(await page.locator('.notice').allTextContents(), []);
  }
}

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Makes the first of the listed moves by typing it. */
async function typeMove(page) {
  await page.click('#tab-type');
  await page.waitForSelector('.type button:not([type]):enabled');
  await page.fill('#typed', await page.$eval('#legal-moves option', (option) => option.value));
  await page.press('#typed', 'Enter');
  await page.waitForFunction(() => document.querySelector('#typed').value === '');
}

const logged = async (page) => {
  await page.click('#tab-log');
  await page.waitForSelector('.list li');
  return page.locator('.list li:not(.soft)').allTextContents();
};

const start = {
  async 'start: both languages, and dark, on a phone; both are remembered'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone' });
    await page.goto('/');
    await page.waitForSelector('.games button:enabled');
    assert.ok(await fits(page), 'in English');
    const shown = () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]);
    assert.deepEqual(await shown(), ['en', 'light']);
    await page.click('header .tongue');
    await page.click('header nav button.icon');
    await page.click('dialog[open] input[name=theme][value=dark]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog[open]', { state: 'detached' });
    assert.deepEqual(await shown(), ['fr', 'dark']);
    await page.reload();
    await page.waitForSelector('.games button:enabled');
    assert.deepEqual(await shown(), ['fr', 'dark']);
    assert.ok(await fits(page), 'in French');
    await fine(page);
  },

  async 'start: by keyboard to a table, its rulebook and back'({ browser, server }) {
    const page = await person(browser, server);
    await page.goto('/');
    const play = '.games .button.main:enabled';
    await page.waitForSelector(play);
    await tabTo(page, play);
    assert.equal(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), 'solid', 'the focus is seen');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.table-screen .side');
    await page.reload(); /* Tab begins above: at the end of a page it would lead to the window's own buttons */
    await page.waitForSelector('.table-screen .side');
    await tabTo(page, '.bar .rulebook');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open] .rules p');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog[open]', { state: 'detached' });
    assert.ok(await page.evaluate(() => document.activeElement.matches('.rulebook')), 'the focus comes back');
    await fine(page);
  },
};

/* From the start page into a match, a hint followed, a reload; then what is this game's own, and the end. */
const matchOf = (game) => async (context) => {
  const { browser, server } = context;
  const page = await person(browser, server, { size: 'phone' });
  const table = await quickGame(page, game);
  await page.reload();
  await page.waitForSelector('.table-screen .side');
  assert.ok(page.url().endsWith(table), 'the table is there after a reload');
  await fine(page);
  await page.context().close();

  const { onMainPath } = await import(`./games/${game}/table.mjs`);
  const player = await person(browser, server);
  await onMainPath(player, context);
  await fine(player);

  const end = stateCalled(`${game}-end`);
  if (!end) return;
  await end.open(player, context);
  await player.waitForSelector(OVER);
  await fine(player);
};
const matches = Object.fromEntries(all.map(({ id }) => [`${id}: a match against computer players`, matchOf(id)]));

/** The one of these who is to move. */
async function onTurn(pages) {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pages[0].waitForTimeout(50))
    for (const page of pages) if (await page.$('.bar .turn.mine')) return page;
  throw new Error('nobody is to move');
}

const friends = {
  async 'friends: by code to a table, chat, and a connection that is cut'({ browser, server }) {
    const ann = await person(browser, server);
    const bob = await person(browser, server, { theme: 'dark' });
    const pages = [ann, bob];
    await setTable(ann, inTurns, ['person']);
    const code = (await ann.textContent('.code')).trim();
    await bob.goto('/');
    await bob.fill('#code', code.toLowerCase());
    await bob.press('#code', 'Enter');
    await bob.fill('#name', 'Bob');
    await bob.click('button.main:enabled');
    await bob.waitForSelector('.two li.mine');
    await ann.click('.two .start:enabled');
    for (const page of pages) await page.waitForSelector('.table-screen .side');

    await bob.click('#tab-chat');
    await bob.fill('#say', 'Hello');
    await bob.press('#say', 'Enter');
    await ann.waitForSelector('#tab-chat .badge');

    await typeMove(await onTurn(pages));
    await server.kill();
    for (const page of pages) await page.waitForSelector('.offline');
    await server.start();
    for (const page of pages) await page.waitForSelector('.offline', { state: 'detached' });
    const before = (await logged(ann)).length;
    await typeMove(await onTurn(pages));
    for (const page of pages) await page.click('#tab-log');
    for (const page of pages) await logGrows(page, before);
    assert.equal((await logged(bob)).length, (await logged(ann)).length, 'both read as much');
    await fine(...pages);
  },
};

const offline = {
  async 'offline: after one visit, the page starts without a server: rules, both languages, a match that goes on'({ browser, server }) {
    const page = await person(browser, server, { here: true, serviceWorker: true });
    await page.goto('/');
    await page.waitForSelector('.games .button.main:enabled');
    await page.waitForFunction(() => navigator.serviceWorker.getRegistration().then((one) => one?.active?.state === 'activated'));
    await server.kill();
    await page.reload();
    await page.waitForSelector(`.game.${inTurns} .button.main:enabled`);
    await page.click('header .tongue');
    await page.waitForFunction(() => /serveur Ludosaure/.test(document.querySelector('main').textContent));
    await page.click(`.game.${inTurns} .rules`);
    await page.waitForSelector('main h2');
    await page.click('header .home');
    await page.click(`.game.${inTurns} .button.main:enabled`);
    await page.waitForSelector('.table-screen .side');
    await typeMove(page);
    await page.reload();
    await page.waitForSelector('.table-screen .side');
    await typeMove(page);
    assert.ok((await logged(page)).length > 0);
    await fine(page);
  },
};

export default { ...start, ...matches, ...friends, ...offline };
