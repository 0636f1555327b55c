/* The page without a network: from a server, and as `ludosaure export-web` writes it, on a plain web host in a subfolder;
 * there also with a new build, with half a download, and with storage that is full. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { PATIENCE } from './analysing.mjs';
import { any } from './chance.mjs';
import { becomesTrue, freePort, games, isInstalled, person, PROGRAM, Server, typeWholeGame } from './harness.mjs';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
const SUBFOLDER = '/games/dinosaurs/';

/** Files in a folder, and nothing else; `breaks` may name a path that is cut off in the middle. */
class PlainHost {
  folder = mkdtempSync(join(tmpdir(), 'ludosaure-files-'));
  breaks = null;
  asked = [];

  async start(port = 0) {
    this.host = createServer((request, response) => this.answer(new URL(request.url, 'http://here').pathname, response));
    await new Promise((done) => this.host.listen(port, '127.0.0.1', done));
    this.port = this.host.address().port;
    this.address = `http://127.0.0.1:${this.port}${SUBFOLDER}`;
    return this;
  }

  answer(path, response) {
    this.asked.push(path);
    const inside = path.startsWith(SUBFOLDER) ? path.slice(SUBFOLDER.length) || 'index.html' : null;
    const file = join(this.folder, inside ?? '');
    if (inside === null || !existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    const bytes = readFileSync(file);
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-length': bytes.length });
    if (!this.breaks?.test(path)) return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  }

  stop() {
    this.host.closeAllConnections();
    return new Promise((done) => this.host.close(done));
  }

  async remove() {
    if (this.host.listening) await this.stop();
    rmSync(this.folder, { recursive: true });
  }
}

const exportTo = (...words) => spawnSync(PROGRAM, ['export-web', '--lang', 'en', ...words], { encoding: 'utf8' });

async function exported() {
  const host = new PlainHost();
  const { status, stderr } = exportTo(host.folder);
  assert.equal(status, 0, stderr);
  return host.start();
}

const scriptsOf = ({ folder }) =>
  readdirSync(join(folder, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `assets/${name}`);

/** Another build: all scripts have other names, and the entry script sets a mark. */
function newBuild(host) {
  const read = (path) => readFileSync(join(host.folder, path), 'utf8');
  const scripts = scriptsOf(host);
  const renamed = (text) =>
    scripts.map((path) => basename(path, '.js')).reduce((changed, name) => changed.replaceAll(`${name}.js`, `${name}Next.js`), text);
  const [entry] = /assets\/index-[\w-]+\.js/.exec(read('index.html'));
  for (const path of scripts) {
    writeFileSync(
      join(host.folder, renamed(path)),
      (path === entry ? "document.documentElement.dataset.build = 'next';\n" : '') + renamed(read(path)),
    );
    rmSync(join(host.folder, path));
  }
  writeFileSync(join(host.folder, 'index.html'), renamed(read('index.html')));
  writeFileSync(
    join(host.folder, 'service-worker.js'),
    renamed(read('service-worker.js')).replace(/(CACHES\}|CACHES\}`)[0-9a-f]{16}/, '$1aaaaaaaaaaaaaaaa'),
  );
}

/** The host has another build; this page has fetched it. */
async function waitingBuild(page, host) {
  newBuild(host);
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration.update()));
  await becomesTrue(page, () => navigator.serviceWorker.getRegistration().then(({ waiting }) => !!waiting));
}
const buildOf = (page) => page.evaluate(() => document.documentElement.dataset.build ?? 'first');
const idle = (page) => page.waitForSelector('.games .button.main:enabled');

async function start(page, host) {
  await page.goto(host.address);
  await idle(page);
}

async function begin(page, game = 'trex') {
  await page.click(`.game.${game} .button.main:enabled`);
  await page.waitForSelector('.table-screen .side');
}

async function playOne(page) {
  await page.click('#tab-type');
  await page.waitForSelector('.type .button:enabled');
  await page.fill('#typed', await page.$eval('#legal-moves option', (option) => option.value));
  await page.press('#typed', 'Enter');
  await page.waitForFunction(() => document.querySelector('#typed').value === '');
}

async function goOffline(page, host) {
  await isInstalled(page);
  await host.stop();
  await page.context().setOffline(true);
}

const choose = (moves, turn) => (turn % 2 ? null : any(moves));

/* The key of a sentence that was not fetched. */
const UNSAID = /\b(ui|home|new|me|about|join|rules|table|side|settings)\.[a-z_]+\b/;

/** Shows another screen, which has this element, without loading the page again. */
async function visit(page, path, element) {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.waitForSelector(`main ${element}`);
  assert.doesNotMatch(await page.innerText('body'), UNSAID);
}

/** The one match that was played is in one's statistics. */
async function isCounted(page, host) {
  await page.goto(host.address);
  await idle(page);
  await page.click('header .who');
  /* Half of its moves were hints, so it is not rated: there is no curve. */
  await page.waitForFunction(() => document.querySelector('dl div:first-child dd')?.textContent === '1');
}

/** Runs work with a host and a page; nothing may go wrong in the page. */
async function withPage(browser, options, work) {
  const host = await exported();
  try {
    const page = await person(browser, host, { ...options, serviceWorker: true });
    await work(page, host);
    assert.deepEqual(page.troubles, []);
  } finally {
    await host.remove();
  }
}

export default {
  async 'offline: the export refuses a folder that is not empty, unless forced'() {
    const folder = mkdtempSync(join(tmpdir(), 'ludosaure-files-'));
    try {
      assert.equal(exportTo(join(folder, 'a/b')).status, 0);
      const { status, stderr } = exportTo(folder);
      assert.equal(status, 1);
      assert.match(stderr, /is not empty/);
      assert.ok(!existsSync(join(folder, 'index.html')));
      assert.equal(exportTo(folder, '--force').status, 0);
      assert.deepEqual(readFileSync(join(folder, 'index.html')), readFileSync(join(folder, 'a/b/index.html')));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },

  async 'offline: a plain host in a subfolder, then no network: a whole match, its replay and analysis, rules, both languages, own games, statistics'({
    browser,
  }) {
    await withPage(browser, {}, async (page, host) => {
      await start(page, host);
      await goOffline(page, host);
      await page.reload();
      await idle(page);
      assert.match(await page.textContent('main'), /connection to a Ludosaure server/);
      assert.equal(await page.$('.offline'), null);
      await page.click('.game.trakks .rules');
      await page.waitForSelector('h1');
      assert.match(await page.textContent('main'), /Trakks/);
      await page.click('.tongue');
      await page.waitForFunction(() => /Règles|tuiles/.test(document.querySelector('main').textContent));
      await page.click('.home');
      await idle(page);
      assert.match(await page.textContent('main'), /serveur Ludosaure/);
      await begin(page, 'tyrannosaurus');
      await playOne(page);
      await page.reload();
      await page.waitForSelector('.table-screen .side');
      await page.goto(host.address);
      await idle(page);
      assert.equal((await page.$$('.mine .own')).length, 1);
      await page.click('.mine .own');
      await page.waitForSelector('.table-screen .side');
      await typeWholeGame(page, { choose });
      await page.click('dialog[open] a[href^="#/r/here/"]');
      await page.waitForSelector('.replay .slider');
      await page.click('.replay [aria-label="Coup suivant"]');
      const isAt = (move) => page.waitForFunction((wanted) => document.querySelector('.replay .slider')?.value === wanted, String(move));
      await isAt(1);
      await page.waitForURL(/move=1/);
      await page.reload();
      await isAt(1);
      await page.waitForSelector('.analysis .curve', PATIENCE); /* one's own match is analysed without being asked for */
      await isCounted(page, host);
      assert.equal(host.asked.filter((path) => !path.startsWith(SUBFOLDER)).join(), '');
    });
  },

  async 'offline: the page of a server, after one visit: every screen and every game, in both languages'({ browser }) {
    const server = await new Server(await freePort()).start();
    try {
      const page = await person(browser, server, { here: true, serviceWorker: true });
      await page.goto('/');
      await isInstalled(page);
      await server.kill();
      await page.context().setOffline(true);
      for (const language of ['en', 'fr']) {
        await page.goto('/me');
        if (language === 'fr') await page.click('.tongue');
        await page.waitForSelector(`html[lang=${language}] main h1`);
        for (const { id } of games()) {
          await visit(page, `/rules/${id}`, `a[href="/new/${id}"]`);
          await visit(page, `/new/${id}`, '#seats');
          await visit(page, '/me', '#name[required]');
          await visit(page, '/about', 'a[href*="game-icons"]');
          await visit(page, '/', `.game.${id}`);
          await begin(page, id);
          await page.waitForSelector('.bar .turn:not(:empty)');
          assert.doesNotMatch(await page.innerText('body'), UNSAID);
        }
      }
      assert.deepEqual(page.troubles, []);
    } finally {
      await server.stop();
    }
  },

  async 'offline: installable'({ browser }) {
    await withPage(browser, {}, async (page, host) => {
      await start(page, host);
      await isInstalled(page);
      const session = await page.context().newCDPSession(page);
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      /* Every test has a private window. */
      assert.deepEqual(
        installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
        [],
      );
      const { errors, manifest } = await session.send('Page.getAppManifest');
      assert.deepEqual(errors, []);
      assert.equal(manifest.startUrl, host.address);
    });
  },

  async 'offline: a new build waits for the pages of the old one; the next start has it, and the game'({ browser }) {
    await withPage(browser, {}, async (page, host) => {
      await start(page, host);
      await isInstalled(page);
      await begin(page);
      await playOne(page);
      await waitingBuild(page, host);
      const second = await page.context().newPage();
      await second.goto(host.address);
      await idle(second);
      assert.equal(await buildOf(second), 'first');
      await second.click('.game.trakks .rules'); /* a part that was not fetched before */
      await second.waitForSelector('h2');
      await playOne(page);
      await second.close();
      /* Chromium keeps the old worker as long as it answers the closed page: maybe it is not the first start that has the new one. */
      const becomesNext = () =>
        page
          .waitForFunction(() => document.documentElement?.dataset.build === 'next', null, { timeout: 5000 })
          .then(
            () => true,
            () => false,
          );
      for (let starts = 1; ; starts++) {
        await page.goto(host.address).catch(() => undefined); /* it may be loading itself again */
        if (await becomesNext()) break;
        assert.ok(starts < 20, 'the next start has the new build');
      }
      await idle(page);
      await page.click('.mine .own');
      await playOne(page);
      await becomesTrue(page, () => caches.keys().then((names) => names.length === 1));
    });
  },

  async 'offline: a page of the old build finds its files when the new one takes over too early'({ browser }) {
    await withPage(browser, {}, async (page, host) => {
      await start(page, host);
      await isInstalled(page);
      const scripts = scriptsOf(host);
      await waitingBuild(page, host);
      /* As pages of earlier builds say it; this one is not asked to load again then. */
      await page.evaluate(() => navigator.serviceWorker.getRegistration().then(({ waiting }) => waiting.postMessage({ replace: true })));
      await becomesTrue(page, () =>
        navigator.serviceWorker.getRegistration().then(({ waiting, active }) => !waiting && active.state === 'activated'),
      );
      assert.equal(await buildOf(page), 'first');
      const missing = await page.evaluate(
        (paths) => Promise.all(paths.map((path) => fetch(path, { cache: 'no-store' }).then(({ ok }) => (ok ? [] : [path])))),
        scripts,
      );
      assert.deepEqual(missing.flat(), []);
      await page.goto(host.address);
      await idle(page);
      assert.equal(await buildOf(page), 'next');
      await becomesTrue(page, () => caches.keys().then((names) => names.length === 1));
    });
  },

  async 'offline: cut off in the middle of the download, the page is not kept by half; the next visit completes it'({ browser }) {
    await withPage(browser, {}, async (page, host) => {
      host.breaks = /TrakksTable/;
      const installing = page.context().waitForEvent('serviceworker');
      await page.goto(host.address);
      await installing;
      await becomesTrue(page, () => navigator.serviceWorker.getRegistration().then((one) => !one));
      host.breaks = null;
      await start(page, host);
      await goOffline(page, host);
      await page.reload();
      await idle(page);
      await begin(page, 'trakks');
    });
  },

  async 'offline: storage is full: one plays on, and the page says that games are not kept'({ browser }) {
    await withPage(browser, {}, async (page, host) => {
      await start(page, host);
      const session = await page.context().newCDPSession(page);
      await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(host.address).origin, quotaSize: 1 });
      await begin(page);
      await page.waitForFunction(() => /cannot store your games/.test(document.body.textContent));
      await playOne(page);
      await playOne(page);
    });
  },

  async 'offline: storage is denied: one plays, and the page says that games are not kept'({ browser }) {
    await withPage(browser, { language: 'fr' }, async (page, host) => {
      await page.addInitScript(() => {
        const denied = {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
          configurable: true,
        };
        Object.defineProperty(window, 'localStorage', denied);
        Object.defineProperty(window, 'sessionStorage', denied);
        navigator.serviceWorker.register = () => Promise.reject(new DOMException('denied', 'SecurityError'));
      });
      await page.context().route(/hall\.worker.*\.js/, async (route) => {
        const answer = await route.fetch();
        const denied = `const denied = () => new DOMException('denied', 'SecurityError');
          IDBFactory.prototype.open = () => { throw denied(); };
          LockManager.prototype.request = () => Promise.reject(denied());
          BroadcastChannel = class { constructor() { throw denied(); } };`;
        await route.fulfill({ response: answer, body: denied + (await answer.text()) });
      });
      await start(page, host);
      await page.waitForFunction(() => /ne peut pas enregistrer vos parties/.test(document.body.textContent));
      await begin(page);
      await playOne(page);
      await playOne(page);
    });
  },
};
