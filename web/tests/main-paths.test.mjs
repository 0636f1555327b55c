/* The main paths through the page, in every engine: starting, a match of each game, joining with another
 * browser, a connection that is cut, and no network. They use what all engines' drivers have: Playwright's Page as far
 * as webkit-page.mjs has it, and plain CSS as selectors. */
import assert from 'node:assert/strict';
import { logGrows } from './hands.mjs';
import { fastTable, games, isInstalled, PATIENCE_MS, person, quickGame, setTable, shareTable, tabTo } from './harness.mjs';
import { stateCalled } from './states.mjs';

const OVER = 'dialog[open] tbody tr';
const all = games();
const inTurns = all.find(({ facts }) => !facts.real_time).id;

/** Nothing went wrong in these pages up to now. */
async function fine(...pages) {
  for (const page of pages) {
    await page.evaluate(() => undefined); /* brings along what is not told by itself */
    assert.deepEqual(page.troubles, []);
    assert.deepEqual(await page.locator('.notice:not(.news)').allTextContents(), []);
  }
}

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Makes the first of the listed moves by typing it. */
async function typeMove(page) {
  await page.click('#tab-type');
  await page.waitForSelector('.type button:not([type]):enabled');
  await page.fill('#typed', await page.$eval('#legal-moves option', (option) => option.value));
  await page.press('#typed', 'Enter');
  await page.waitForFunction(() => !document.querySelector('#typed')?.value);
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
    await page.waitForSelector('dialog[open] fieldset');
    const spaces = (boxes) =>
      boxes.map((box) => Math.round(box.getBoundingClientRect().bottom - box.lastElementChild.getBoundingClientRect().bottom));
    assert.deepEqual(await page.$$eval('dialog[open] fieldset', spaces), [0, 0], 'a legend is counted once');
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

  const { onMainPath } = await import(`./games/${game}/table.test.mjs`);
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

/** Waits until a replay shows this move. */
const shows = (page, move) => page.waitForFunction((wanted) => Number(document.querySelector('.replay .slider')?.value) === wanted, move);

/** Goes through a replay by buttons and keys, from its first move, and looks at it from another seat. */
async function watchReplay(page) {
  await shows(page, 0);
  const moves = await page.$eval('.slider', (slider) => Number(slider.max));
  await page.click('[aria-label="Next move"]');
  await shows(page, 1);
  await page.$eval('h1', (heading) => heading.focus());
  await page.keyboard.press('ArrowRight');
  await shows(page, 2);
  await page.keyboard.press('End');
  await shows(page, moves);
  await page.keyboard.press('ArrowLeft');
  await shows(page, moves - 1);
  await page.selectOption('.viewpoint select', '1');
  await page.waitForFunction((move) => location.search === `?move=${move}&seat=1`, moves - 1);
  assert.ok(await fits(page));
  await page.reload();
  await shows(page, moves - 1);
}

const replays = {
  async 'replay: of a match on the server, move by move, and by its link'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone' });
    await fastTable(page, { game: inTurns, seats: 2, bots: ['easy', 'easy'], public: true, sit: null });
    await page.waitForSelector(OVER);
    await page.click('dialog[open] a[href^="/r/"]');
    await watchReplay(page);
    await fine(page);
  },
};

/** Makes moves until somebody else is called. */
async function endTurn(page) {
  for (let moves = 0; moves < 10; moves++) {
    await typeMove(page);
    await page.waitForSelector('.curtain, .type button:not([type]):enabled');
    if (await page.$('.curtain')) return;
  }
  throw new Error('the turn does not end');
}

const curtain = {
  async 'curtain: two people share a device; each looks when called'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone', here: true });
    await shareTable(page, inTurns, ['Ben']);
    const order = [];
    for (let turn = 0; turn < 3; turn++) {
      order.push(await page.textContent('.curtain h1'));
      assert.equal(await page.$('.table-screen'), null, 'nothing of the table behind it');
      assert.ok(await fits(page));
      await page.click('.curtain button:enabled');
      await page.waitForSelector('.bar .turn.mine');
      await page.click('.talk');
      await endTurn(page);
      if (turn === 0) await page.reload();
      await page.waitForSelector('.curtain h1');
    }
    assert.deepEqual(
      order.map((words) => words.split(' ').pop()),
      ['Ann', 'Ben', 'Ann'],
    );
    await fine(page);
  },
};

/** Somebody who visits the page once; then the server is gone. */
async function installed(browser, server, options) {
  const page = await person(browser, server, { here: true, serviceWorker: true, ...options });
  await page.goto('/');
  await page.waitForSelector('.games .button.main:enabled');
  await isInstalled(page);
  await server.kill();
  return page;
}

/** Plays to the end, by a script in the page: drivers are slow. */
const playOn = (page) =>
  page.waitForFunction(() => {
    if (document.querySelector('dialog[open] tbody tr')) return true;
    const box = document.querySelector('#typed');
    const move = document.querySelector('#legal-moves option')?.value;
    if (!box) document.querySelector('#tab-type')?.click();
    else if (move && !box.value && document.querySelector('.type button:not([type]):enabled')) {
      box.value = move;
      box.dispatchEvent(new Event('input', { bubbles: true }));
      box.form.requestSubmit();
    }
    return false;
  });

const offline = {
  async 'offline: installed, every screen starts without a server; manifest and icons are there'({ browser, server }) {
    const page = await installed(browser, server, { size: 'phone' });
    const manifest = await page.evaluate(() => fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json()));
    assert.equal(manifest.display, 'standalone');
    const pictures = manifest.icons.map(({ src, sizes }) => [src, sizes]);
    assert.ok(pictures.length > 0);
    for (const [src, sizes] of pictures) {
      const size = await page.evaluate(async (path) => {
        const picture = new Image();
        picture.src = new URL(path, document.querySelector('link[rel=manifest]').href).href;
        await picture.decode();
        return `${picture.naturalWidth}x${picture.naturalHeight}`;
      }, src);
      assert.ok(sizes === 'any' || sizes === size, `${src}: ${size}`);
    }
    for (const [path, element] of [
      [`/rules/${inTurns}`, 'h2'],
      [`/new/${inTurns}`, '#seats'],
      ['/me', '#name'],
      ['/about', 'h1'],
      ['/', '.games'],
    ]) {
      await page.goto(path);
      await page.waitForSelector(`main ${element}`);
      await page.reload();
      await page.waitForSelector(`main ${element}`);
      assert.ok(await fits(page), path);
    }
    await fine(page);
  },

  async 'offline: a match in the other language, which goes on after a reload'({ browser, server }) {
    const page = await installed(browser, server);
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

  async 'offline: a whole match, its replay, and both after a reload'({ browser, server }) {
    const page = await installed(browser, server);
    await page.click('.game.tyrannosaurus .button.main:enabled'); /* the shortest */
    await page.waitForSelector('.table-screen .side');
    await playOn(page);
    await page.reload();
    await page.waitForSelector(OVER);
    await page.click('dialog[open] a[href^="/r/here/"]');
    await watchReplay(page);
    await page.click('header .home');
    await page.click('header a[href="/me"]');
    await page.waitForSelector('main a[href^="/r/here/"]');
    await fine(page);
  },
};

export default { ...start, ...matches, ...friends, ...replays, ...curtain, ...offline };
