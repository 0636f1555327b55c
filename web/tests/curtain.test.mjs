/* Several people share this device: whoever has to act looks at the table, behind a curtain for the others; then all watch. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { everything, Referee } from './hands.mjs';
import { everySecond, freePort, games, person, PROGRAM, Server, shareTable, tabTo } from './harness.mjs';
import { AT_END, seek } from './scenes.mjs';
import { beginAt, type } from './sitting.mjs';

const WORLDS = join(dirname(PROGRAM), 'tests/worlds');
const LOOK = '.curtain button:enabled';
const WATCHES = 12;
const inTurns = games().filter((game) => !game.facts.real_time);

/** Somebody with a device. `position`: where its next match begins. Every frame is checked: a table and a curtain
 * are never there at once. */
async function owner(browser, server, { position, ...screen } = {}) {
  const page = await person(browser, server, { here: true, ...screen });
  if (position) await beginAt(page, position);
  await page.addInitScript(() => {
    window.both = 0;
    const look = () => {
      if (document.querySelector('.curtain') && document.querySelector('.table-screen, .bar, .notice, .side')) window.both++;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return page;
}

const called = (page) => page.textContent('.curtain h1');

/** The person who is called looks at the table. */
async function look(page) {
  await page.click(LOOK);
  await page.waitForSelector('.table-screen .side', { state: 'attached' });
}

/** The person who looks makes a move, and everyone watches until somebody is called, or the match is over; returns which. */
async function act(page) {
  const talk = page.locator('.talk'); /* only where the panel is not beside the table */
  if ((await talk.isVisible()) && (await talk.getAttribute('aria-expanded')) === 'false') await talk.click();
  await page.click('#tab-type');
  await page.waitForSelector('.type .button:enabled');
  await page.fill('#typed', await page.$eval('#legal-moves option', (option) => option.value));
  await page.press('#typed', 'Enter');
  await page.waitForSelector('.curtain, dialog[open]');
  return (await page.$('.curtain')) ? 'next' : 'over';
}

/** From the moment the next move is sent until the curtain falls, collects all that the page contains after any change and in any
 * frame: each tag with the text behind it, without where it stands. */
async function collect(page) {
  await page.addInitScript(() => {
    const seen = new Set();
    let isSent = false;
    window.Worker = class extends Worker {
      postMessage(message, ...more) {
        isSent ||= message.text?.includes('"cmd":"move"');
        super.postMessage(message, ...more);
      }
    };
    const look = () => {
      if (!isSent || document.querySelector('.curtain')) return;
      for (const tag of document.documentElement.outerHTML.split('<')) seen.add(tag.replace(/ style="[^"]*"/, ''));
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const everyFrame = () => {
      look();
      requestAnimationFrame(everyFrame);
    };
    requestAnimationFrame(everyFrame);
    window.watched = () => [...seen];
  });
}

/** Scripts and styles that have been fetched, sooner or later. What they hold is the same for everyone. */
const FETCHED = /<?link rel="(modulepreload|stylesheet)"[^>]*>/g;

/** All that somebody can find on the page and in its storage, and what was written to the console; without what differs between
 * any two matches: ids and keys. */
async function found(page) {
  await page.waitForSelector(LOOK);
  const stored = await page.evaluate(() =>
    JSON.stringify(
      [document.title, Object.entries(localStorage), Object.entries(sessionStorage)].map((part) =>
        Array.isArray(part) ? part.sort() : part,
      ),
      null,
      1,
    ),
  );
  const aria = await page.locator('body').ariaSnapshot();
  const table = page.url().split('/').pop();
  const all = [await everything(page), aria, stored, ...page.lines].join('\n').replaceAll(table, 'TABLE');
  return all
    .replace(/"ludosaure\.secret[^"]*",\s*"[^"]*"/g, 'SECRET')
    .replace(/\\"person\\":\\"\w{12}\\"/g, 'PERSON')
    .replace(FETCHED, '')
    .split('\n');
}

/** A position some moves into a match in which everyone waits for seat 0, another one that a spectator cannot tell from it but
 * seat 0 can, and a move in each that a spectator cannot tell apart either. */
async function pairOf(game, seats) {
  const referee = new Referee();
  await referee.ask('new', { game, seats, seed: 'curtain' });
  for (let moves = 0; ; moves++) {
    const { seats: acting } = await referee.ask('to_act');
    const seat = acting.at(-1);
    if (moves >= 5 && seat === 0) break;
    const { move } = await referee.ask('suggest', { seat, level: 'easy' });
    await referee.ask('play', { seat, move });
  }
  const { position } = await referee.ask('position');
  referee.end();
  const worlds = (request) => JSON.parse(spawnSync(WORLDS, { input: `${JSON.stringify(request)}\n`, encoding: 'utf8' }).stdout);
  for (let number = 1; number < 1000; number++) {
    const { position: other } = worlds({ position, viewer: null, number });
    if (isDeepStrictEqual(position.players[0], other.players[0])) continue;
    const { seat, a, b, same } = worlds({ a: position, b: other, viewer: null, number });
    if (same && seat === 0)
      return [
        { position, move: a },
        { position: other, move: b },
      ];
  }
  throw new Error('no such pair');
}

/** A device on which seat 0 is called. */
async function call(browser, server, position) {
  const page = await owner(browser, server, { position, pace: 'quick', everyFrame: true });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await collect(page);
  page.lines = [];
  page.context().on('console', (message) => page.lines.push(message.text().replace(/\d{6,}/g, 'N')));
  await shareTable(
    page,
    position.game,
    Array.from({ length: position.seats - 1 }, (_, index) => `P${index + 2}`),
  );
  return page;
}

/** Seat 0 asks for a hint and makes the move, and everyone watches it: all that is shown to them, between two curtains. */
async function watch(page, move) {
  await look(page);
  await page.click('.bar .ask:not([aria-disabled=true])');
  await page.waitForSelector('.hint');
  await type(page, move);
  await page.waitForSelector('.curtain');
  const table = page.url().split('/').pop();
  const tags = new Set((await page.evaluate(() => window.watched())).map((tag) => tag.replaceAll(table, 'TABLE').replace(FETCHED, '')));
  assert.ok(
    [...tags].some((tag) => tag.includes('class="table-screen')),
    'everyone watches the move',
  );
  return tags;
}

/** What can be found behind the curtain at one moment after the other, and what is shown between two curtains. */
async function visit(browser, server, { position, move }) {
  const page = await call(browser, server, position);
  const seen = [await found(page)];
  const watched = await watch(page, move);
  seen.push(await found(page));
  await page.setViewportSize({ width: 740, height: 360 });
  seen.push(await found(page));
  await page.reload();
  seen.push(await found(page));
  await page.click('header .home');
  await page.waitForSelector('.games');
  await page.goBack();
  seen.push(await found(page));
  const tab = await page.context().newPage();
  tab.lines = [];
  await tab.goto(page.url());
  seen.push(await found(tab));
  assert.equal(await page.evaluate(() => window.both), 0);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
  return { seen, watched };
}

/** The same is shown for both. A busy machine skips moments: the curtain can fall in the frame that would have shown the last one. So
 * what only one has shown is looked for again; what depends on a secret would be missing each time. */
async function watchAlike(browser, server, pair, shown) {
  const alone = () => shown.flatMap((tags, index) => [...tags].filter((tag) => !shown[1 - index].has(tag)));
  for (let again = 0; again < WATCHES && alone().length > 0; again++)
    for (const [index, { position, move }] of pair.entries()) {
      const page = await call(browser, server, position);
      for (const tag of await watch(page, move)) shown[index].add(tag);
      await page.context().close();
    }
  assert.deepEqual(alone(), [], 'while everyone watches');
}

const secrecyOf = ({ id }) => `curtain: ${id}: nothing on the page depends on what anyone hides`;
const secrecy = inTurns.map((game) => [
  secrecyOf(game),
  async ({ browser, server }) => {
    const pair = await pairOf(game.id, game.seats[0]);
    const [a, b] = [await visit(browser, server, pair[0]), await visit(browser, server, pair[1])];
    for (const [moment, lines] of a.seen.entries()) assert.deepEqual(lines, b.seen[moment], `moment ${moment}`);
    await watchAlike(browser, server, pair, [a.watched, b.watched]);
  },
]);

export const onlyAll = everySecond(secrecyOf, { first: 1, of: inTurns });

/** Who looks at the table, as the list of players says. */
async function viewer(page) {
  await page.click('#tab-people');
  return page.textContent('.people li:has-text("you") strong');
}

export default {
  ...Object.fromEntries(secrecy),

  async 'curtain: people take turns; only somebody who means it opens it'({ browser, server }) {
    const page = await owner(browser, server);
    await shareTable(page, 'trex', ['Ben', 'casual']);
    assert.equal(await called(page), 'Pass the device to Ann');
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H1', 'a key that is held presses nothing');
    await tabTo(page, LOOK);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.table-screen .side');
    assert.equal(await viewer(page), 'Ann');
    await type(page, 'play nonsense');
    await page.waitForSelector('.notice');
    assert.equal(await viewer(page), 'Ann', 'a refused move is not over');
    assert.equal(await act(page), 'next');
    assert.equal(await called(page), 'Pass the device to Ben');
    await page.$eval('.curtain button', (button) => button.disabled && button.click());
    await page.focus(LOOK);
    const held = await page.$eval(LOOK, (button) =>
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })),
    );
    assert.equal(held, false);
    assert.equal(await page.$('.table-screen'), null);
    await look(page);
    assert.equal(await viewer(page), 'Ben');
    /* Somebody else may unlock the phone. */
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      delete document.hidden;
    });
    await page.waitForSelector('.curtain');
    assert.equal(await called(page), 'Pass the device to Ben');
    await look(page);
    assert.equal(await act(page), 'next');
    assert.equal(await page.evaluate(() => window.both), 0);
    assert.deepEqual(page.troubles, []);
  },

  async 'curtain: on a phone, in French: all choose in secret, one after the other'({ browser, server }) {
    const page = await owner(browser, server, { size: 'phone', touch: true, language: 'fr' });
    await shareTable(page, 'tyrannosaurus', ['Bérénice', 'Cléo']);
    const order = [];
    for (let turn = 0; turn < 5; turn++) {
      order.push(/^Passez l’appareil à (.*)/.exec(await called(page))[1]);
      await look(page);
      assert.equal(await act(page), 'next');
    }
    assert.deepEqual([...new Set(order)].sort(), ['Ann', 'Bérénice', 'Cléo']);
    for (const [turn, name] of order.entries()) assert.notEqual(name, order[turn - 1]);
    assert.equal(await page.evaluate(() => window.both), 0);
    assert.deepEqual(page.troubles, []);
  },

  async 'curtain: the end is for everyone; they play again, and leave together'({ browser, server }) {
    const { position } = await seek({ game: 'trex', seats: 2 }, {})(AT_END);
    const page = await owner(browser, server, { position });
    const table = await shareTable(page, 'trex', ['Ben']);
    for (let turn = 0; (await look(page), await act(page)) !== 'over'; turn++) assert.ok(turn < 20);
    assert.match(await page.textContent('dialog h2'), /Ann|Ben/);
    await page.reload();
    await page.waitForSelector('dialog[open] tbody');
    await page.click('dialog[open] .button.main');
    await page.waitForURL((url) => !url.pathname.endsWith(table));
    await page.waitForSelector(LOOK);
    assert.equal(await called(page), 'Pass the device to Ben', 'the next seat begins');
    await look(page);
    await page.goto('/');
    await page.click('.mine .quit');
    await page.click('dialog[open] .leave');
    await page.waitForSelector('.mine', { state: 'detached' });
    assert.deepEqual(page.troubles, []);
  },

  async 'curtain: the form says which games cannot be played so, and wants a name for each person'({ browser }) {
    const own = await new Server(await freePort()).start();
    const page = await person(browser, own, { here: true });
    await page.goto('/new/scale');
    await page.waitForSelector('.together .check:nth-of-type(2) input:disabled');
    assert.match(await page.textContent('.together'), /each person needs a device/);
    await page.click('header .home');
    await page.click('.game.trex .button.main:enabled');
    await page.waitForSelector('.table-screen .side');
    await page.click('header .home');
    await own.kill();
    await page.waitForSelector('.alone');
    /* Without a server, too. */
    await page.click('.game.trex a[href="/new/trex"]');
    await page.selectOption('#seats', '2');
    await page.selectOption('#seat-0', 'person');
    await page.fill('#name', 'Ann');
    await page.fill('#guest-0', ' Ann ');
    await page.click('form button.main');
    assert.equal(await page.$eval('#guest-0', (field) => field.validationMessage), 'Someone else already has this name.');
    await page.fill('#guest-0', 'Ben');
    await page.click('form button.main');
    await page.waitForSelector(LOOK);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
    await own.stop();
  },
};
