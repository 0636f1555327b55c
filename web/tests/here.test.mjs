/* The hall of this device in a worker: beside a server, and without one, with the page's files from a plain
 * web host. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, dirname, extname, join } from 'node:path';
import { scaleScene } from './games/scale/scenes.mjs';
import { any } from './chance.mjs';
import { fastTable, freePort, person, PROGRAM, Server, setTable, timePasses, typeWholeGame, WEB } from './harness.mjs';
import { lateIn } from './scenes.mjs';
import { beginAt } from './sitting.mjs';

const FOLDER = process.env.LUDOSAURE_PAGE ?? join(WEB, 'dist');
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** A host of files, with the server's headers. */
async function plainHost(server) {
  const { headers } = await fetch(server.address);
  const policy = headers.get('content-security-policy');
  const host = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://here');
    const wanted = join(FOLDER, pathname);
    const file = extname(pathname) ? wanted : join(FOLDER, 'index.html');
    if (pathname.startsWith('/api/') || pathname === '/ws' || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-security-policy': policy });
    response.end(readFileSync(file));
  });
  await new Promise((done) => host.listen(0, '127.0.0.1', done));
  return { address: `http://127.0.0.1:${host.address().port}`, close: () => host.close() };
}

const MISSING_MS = 2500; /* the page says after two seconds that a server is missing */
/* How long a computer player looks on before it says something is a matter of chance. */
const REAL_TIME = { timeout: 300_000 };

const choose = (moves, turn) => (turn % 2 ? null : any(moves));

async function begin(page, game) {
  await page.goto('/');
  await page.click(`.game.${game} .button.main:enabled`);
  await page.waitForSelector('.table-screen .side');
  return page.url().split('/').pop();
}

/** Types one move of the list. */
async function playOne(page) {
  await page.click('#tab-type');
  await page.waitForSelector('.type .button:enabled');
  await page.fill('#typed', await page.$eval('#legal-moves option', (option) => option.value));
  await page.press('#typed', 'Enter');
  await page.waitForFunction(() => document.querySelector('#typed').value === '');
}

/** The sentences of the log, once there are at least this many. */
async function told(page, least = 1) {
  await page.click('#tab-log');
  await page.waitForFunction((count) => document.querySelectorAll('#panel-side li:not(.soft)').length >= count, least);
  return page.$$eval('#panel-side li:not(.soft)', (lines) => lines.map((line) => line.textContent));
}

/** Nothing that was told before is missing. */
async function goesOnFrom(page, before) {
  assert.ok(before.length > 0);
  const now = await told(page, before.length);
  for (const sentence of before) assert.ok(now.includes(sentence), sentence);
}

const paths = (page) => page.$$eval('.mine a.own', (links) => links.map((link) => link.getAttribute('href')).sort());

/* Runs in the page: notes in which order the first worker is started and the page is drawn. */
function noteBeginnings() {
  window.beginnings = [];
  const note = (what) => window.beginnings.includes(what) || window.beginnings.push(what);
  window.Worker = class extends Worker {
    constructor(...values) {
      super(...values);
      note('hall');
    }
  };
  new MutationObserver(() => document.querySelector('#app > *') && note('page')).observe(document, { subtree: true, childList: true });
}

export default {
  async 'the hall starts before the page is drawn, unless nobody wants it'({ browser, server }) {
    for (const here of [true, false]) {
      const page = await person(browser, server, { here });
      await page.addInitScript(noteBeginnings);
      await page.goto('/');
      await page.waitForSelector('.games button:enabled');
      await page.waitForLoadState('networkidle');
      assert.deepEqual(await page.evaluate(() => window.beginnings), here ? ['hall', 'page'] : ['page']);
    }
  },

  async 'a server: a match against computer players is on this device, beside the tables on the server'({ browser, server }) {
    const page = await person(browser, server, { here: true });
    const there = await fastTable(page, { game: 'trex', seats: 2, bots: [null, 'easy'], sit: 0 });
    const here = await begin(page, 'tyrannosaurus');
    assert.equal(new URL(page.url()).pathname, `/here/${here}`);
    await page.goto('/');
    await page.waitForSelector('.mine li:nth-child(2)');
    assert.deepEqual(await paths(page), [`/here/${here}`, `/t/${there}`]);
    await page.reload();
    await page.waitForSelector('.mine li:nth-child(2)');
    await page.click(`.mine a[href="/t/${there}"]`);
    await playOne(page);
    await page.click('.my-tables button');
    await page.click(`#my-tables a[href="/here/${here}"]`);
    await page.waitForURL(`**/here/${here}`);
    await page.waitForSelector('.table-screen .side');
    assert.deepEqual(page.troubles, []);
  },

  async 'a server: a table with others, or a public one, is on the server'({ browser, server }) {
    const page = await person(browser, server, { here: true });
    await page.goto('/new/trex');
    await page.selectOption('#seats', '2');
    await page.click('button.main:enabled');
    await page.waitForSelector('.invite svg');
    assert.match(page.url(), /\/t\//);
    await page.goto('/new/trex');
    await page.selectOption('#seats', '2');
    await page.selectOption('#seat-0', 'casual');
    await page.click('details.panel > summary');
    await page.check('label:has-text("Anyone can join") input');
    await page.click('button.main:enabled');
    await page.waitForSelector('.table-screen .side');
    assert.match(page.url(), /\/t\//);
  },

  async 'a server that goes away and comes back: the match on this device goes on, and the page says what is missing'({ browser }) {
    const own = await new Server(await freePort()).start();
    const page = await person(browser, own, { here: true });
    const lost = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('close'));
    await begin(page, 'trex');
    await own.kill();
    await playOne(page);
    await lost;
    await timePasses(page, MISSING_MS);
    assert.equal(await page.$('.offline'), null, 'nothing is missing at this table');
    await page.click('header .home');
    await page.waitForSelector('.alone');
    assert.equal(await page.$('.below'), null, 'no invitations, no public tables');
    await own.start();
    await page.waitForSelector('.below');
    assert.equal(await page.$('.alone'), null);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
    await own.stop();
  },

  async 'a server, and a browser that cannot run the hall: matches are on the server'({ browser, server }) {
    const old = await person(browser, server, { here: true });
    await old.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }));
    await begin(old, 'trex');
    assert.match(old.url(), /\/t\//);
    await old.goto('/here/abcdefghijkl');
    await old.waitForSelector('.error');
    const broken = await person(browser, server, { here: true });
    await broken.context().route('**/*.wasm', (route) => route.abort());
    await begin(broken, 'trex');
    assert.match(broken.url(), /\/t\//);
  },

  async 'no server: a match against computer players to its end, which goes on after a reload'({ browser, server }) {
    const host = await plainHost(server);
    const page = await person(browser, host);
    await beginAt(page, await lateIn({ game: 'trex', seats: 4 }, 30));
    const table = await begin(page, 'trex');
    await playOne(page);
    await playOne(page);
    const before = await told(page);
    await page.reload();
    await page.waitForSelector('.table-screen .side');
    assert.equal(page.url().split('/').pop(), table);
    await goesOnFrom(page, before);
    const moves = await typeWholeGame(page, { choose });
    assert.ok(moves > 2, `${moves} moves`);
    await page.click('dialog[open] button.main');
    await page.waitForURL((url) => url.pathname.startsWith('/here/') && !url.pathname.endsWith(table));
    await page.waitForSelector('.table-screen .side');
    await page.goto('/me');
    await page.waitForSelector('li a[download]');
    assert.equal(await page.$('#login'), null, 'no accounts without a server');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('li a[download]')]);
    assert.equal(JSON.parse(readFileSync(await download.path(), 'utf8')).table, table);
    assert.deepEqual(page.troubles, []);
    host.close();
  },

  async 'no server: two tabs share one hall, and the second goes on when the first is closed'({ browser, server }) {
    const host = await plainHost(server);
    const first = await person(browser, host);
    const table = await begin(first, 'trex');
    await playOne(first);
    const second = await first.context().newPage();
    await second.goto(`/here/${table}`);
    await second.waitForSelector('.table-screen .side');
    await playOne(second);
    const before = await told(first, (await told(second)).length);
    await first.close();
    await playOne(second);
    await goesOnFrom(second, before);
    await playOne(second);
    assert.deepEqual(first.troubles, []);
    host.close();
  },

  async 'no server: a hall that does not reply any more is replaced, and two halls never write at the same time'({ browser, server }) {
    const host = await plainHost(server);
    const page = await person(browser, host);
    await begin(page, 'trex');
    await playOne(page);
    const before = await told(page);
    /* As a suspended page would, this one keeps the lock and does not reply. */
    await page.evaluate(
      () => void navigator.locks.request('ludosaure.hall', { steal: true }, () => new Promise(() => undefined)).catch(() => undefined),
    );
    await playOne(page);
    await goesOnFrom(page, before);
    const since = await told(page);
    /* Another hall has written: the move that follows is not lost, and not made twice. */
    const written = await page.evaluate(async () => {
      const done = (request) =>
        new Promise((resolve, reject) =>
          Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }),
        );
      const rows = (await done(indexedDB.open('ludosaure.hall'))).transaction('log', 'readwrite').objectStore('log');
      const last = (await done(rows.getAllKeys())).at(-1);
      return done(rows.add(new Uint8Array(), last + 1));
    });
    await playOne(page);
    await goesOnFrom(page, since);
    const numbers = await page.evaluate(async () => {
      const open = indexedDB.open('ludosaure.hall');
      await new Promise((resolve) => (open.onsuccess = resolve));
      const keys = open.result.transaction('log').objectStore('log').getAllKeys();
      return new Promise((resolve) => (keys.onsuccess = () => resolve(keys.result)));
    });
    assert.ok(numbers.includes(written) && numbers.at(-1) > written, numbers.join());
    host.close();
  },

  async 'no server: the tab is killed in the middle of a move; nothing that was shown is lost'({ browser, server }) {
    const host = await plainHost(server);
    const page = await person(browser, host);
    const table = await begin(page, 'tyrannosaurus');
    await playOne(page);
    const before = await told(page);
    const context = page.context();
    await page.goto('chrome://crash').catch(() => undefined);
    const next = await context.newPage();
    await next.goto(`/here/${table}`);
    await next.waitForSelector('.table-screen .side');
    await goesOnFrom(next, before);
    await playOne(next);
    host.close();
  },

  async 'a match in real time is played to its end on this device'({ browser, server }) {
    const page = await person(browser, server, { here: true });
    /* One token is left, so that the next answer that both give ends it. */
    await page.addInitScript(() => localStorage.setItem('ludosaure.opponents', '{"scale":{"tempo":"human"}}'));
    await beginAt(page, await scaleScene(2, 'stage', { lid: 14 }));
    await setTable(page, 'scale', ['casual']);
    assert.match(page.url(), /\/here\//);
    /* We say what the computer player says, until both say it. */
    await page.waitForFunction(
      () => {
        const says = document.querySelector('.seat .state')?.textContent;
        if (says) document.querySelector(`.duo .button:nth-child(${says.includes('no match') ? 2 : 1})`)?.click();
        return document.querySelector('dialog[open] tbody');
      },
      null,
      REAL_TIME,
    );
    assert.deepEqual(page.troubles, []);
  },

  async 'rules and computer players do the same here as natively, byte for byte'({ browser, server }) {
    const page = await person(browser, server);
    const wasm = join(WEB, '../build-wasm/src/wasm');
    const tests = join(WEB, '../tests');
    await page.route('**/same/*', (route) => {
      const name = basename(new URL(route.request().url()).pathname);
      const path = join(name.endsWith('.wasm') ? wasm : join(tests, 'wasm'), name);
      return route.fulfill({ path, contentType: TYPES[extname(name)] });
    });
    await page.goto('/');
    const files = {};
    for (const { name } of readdirSync(join(tests, 'games'), { withFileTypes: true }).filter((entry) => entry.isDirectory()))
      for (const file of readdirSync(join(tests, 'games', name)).filter((one) => one.startsWith('playthrough-')))
        files[`tests/games/${name}/${file}`] = readFileSync(join(tests, 'games', name, file), 'utf8');
    const [playthroughs, games] = await page.evaluate(async (texts) => {
      const { run } = await import('/same/wasi.mjs');
      const load = (name) => WebAssembly.compileStreaming(fetch(`/same/${name}.wasm`));
      const bytes = Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]);
      return [
        run(await load('playthrough'), ['playthrough'], Object.fromEntries(bytes)).output,
        run(await load('games'), ['games', '1', '20']).output,
      ];
    }, files);
    assert.ok(playthroughs.endsWith(`${Object.keys(files).length} passed, 0 failed\n`), playthroughs);
    assert.equal(games, execFileSync(join(dirname(PROGRAM), 'tests/bot_games'), ['1', '20'], { encoding: 'utf8' }));
  },
};
