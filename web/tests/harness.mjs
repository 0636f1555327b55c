/* The basis of the browser tests: a real server with its own database, and people who use it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seed } from './chance.mjs';
import { Program } from './program.mjs';
import { Protocol } from './protocol.mjs';

export const WEB = fileURLToPath(new URL('..', import.meta.url));
export const PROGRAM = process.env.LUDOSAURE ?? join(WEB, '../build/ludosaure');
/** The engines that run.mjs was asked for, or null: `--engines`, or `--engines=NAME,...`. */
export const chosenEngines = (() => {
  const option = process.argv.find((word) => /^--engines(=|$)/.test(word));
  return option ? (option.split('=')[1]?.split(',') ?? ['firefox', 'webkit', 'chromium']) : null;
})();
/* How long a test waits for what has to come: long, since a machine may be busy, and only a test that fails waits so long. */
export const PATIENCE_MS = 120_000;

/** The games of the program, with their facts, as its server lists them. */
export const games = () => JSON.parse(spawnSync(PROGRAM, ['referee'], { input: '{"cmd":"games"}\n', encoding: 'utf8' }).stdout).games;

const allGames = games();

/** With the reason, as `onlyAll` of a file: the tests of this name for every second game. The page shows all games in the same way, so that
 * in the usual run half of them do. */
export const everySecond = (nameOf, { first = 0, of = allGames } = {}) =>
  Object.fromEntries(of.filter((_, index) => index % 2 === first).map((game) => [nameOf(game), 'other games are shown in the same way']));

export const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  laptop: { width: 1440, height: 900 },
};

/** A free port. */
export function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** A server with a database in its own folder; `kill` is kill -9. */
export class Server {
  folder = mkdtempSync(join(tmpdir(), 'ludosaure-page-'));
  process = null;

  /** `data`: a folder whose files replace those compiled in. */
  constructor(port, { data } = {}) {
    this.port = port;
    this.data = data;
    this.address = `http://127.0.0.1:${port}`;
  }

  async start() {
    const page = process.env.LUDOSAURE_PAGE ? ['--page', process.env.LUDOSAURE_PAGE] : [];
    const data = this.data ? ['--data', this.data] : [];
    this.process = new Program(
      PROGRAM,
      [
        'serve',
        '--listen',
        '127.0.0.1',
        '--port',
        String(this.port),
        '--database',
        join(this.folder, 'page.db'),
        '--log',
        'none',
        '--lang',
        'en',
        '--people-per-minute',
        '10000',
        '--rate',
        '200',
        '--test-positions',
        '--leaderboard',
        '--push-contact',
        'mailto:games@games.example',
        ...page,
        ...data,
      ],
      { shown: true },
    );
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
      this.process.check();
      const well = await fetch(`${this.address}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (well) return this;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('the server does not answer');
  }

  async kill(signal = 'SIGKILL') {
    if (!this.process) return;
    await this.process.kill(signal);
    this.process = null;
  }

  async stop() {
    await this.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/* Messages about a server that is down: some tests stop it on purpose. Firefox reports it like an error of the
 * page. */
const UNREACHABLE = {
  console: /WebSocket|ERR_CONNECTION|Failed to load resource/,
  pageerror: /^(Firefox can’t establish a connection to the server|The connection to wss?:\S+ was interrupted)/,
};

/* Runs in the page. If it moves all the time, it draws fewer frames: that takes half of a core, and nobody looks. */
function drawLess() {
  const [draw, cancel] = [window.requestAnimationFrame.bind(window), window.cancelAnimationFrame.bind(window)];
  const [REST_MS, LONG_MS, PAUSE_MS] = [200, 1000, 60];
  const dropped = new Set();
  let [begin, last, id] = [0, 0, 0];
  window.requestAnimationFrame = (work) => {
    const now = performance.now();
    if (now - last > REST_MS) begin = now;
    last = now;
    if (now - begin < LONG_MS) return draw(work);
    const own = --id;
    setTimeout(() => draw((time) => dropped.delete(own) || work(time)), PAUSE_MS);
    return own;
  };
  window.cancelAnimationFrame = (wanted) => (wanted < 0 ? void dropped.add(wanted) : cancel(wanted));
}

const protocol = new Protocol(PROGRAM);

/* Everything that a page and a server say to each other is as the schema says; run.mjs looks at `misfits`. */
function checkMessages(browser, page) {
  browser.misfits ??= [];
  page.on('websocket', (socket) => {
    const { ask, hear } = protocol.connection();
    const check = (how) => {
      return ({ payload }) => {
        try {
          how(String(payload));
        } catch (error) {
          browser.misfits.push(error.message);
        }
      };
    };
    socket.on('framesent', check(ask));
    socket.on('framereceived', check(hear));
  });
}

/** A person with their own browser. Matches against computer players are on the server, or on the device if `here` is
 * set. Without `serviceWorker` there is none: it would fetch the whole page for each person. They have played every game
 * before, unless `isNew` is set. Their page draws every frame if `everyFrame` is set. Errors in the page are collected in `troubles`. */
export async function person(
  browser,
  server,
  {
    size = 'laptop',
    language = 'en',
    theme = 'light',
    touch = false,
    pace = 'instant',
    here = false,
    serviceWorker = false,
    isNew = false,
    everyFrame = false,
  } = {},
) {
  const context = await browser.newContext({
    baseURL: server.address,
    viewport: SIZES[size],
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    colorScheme: theme,
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  });
  const learned = Object.fromEntries(isNew ? [] : allGames.map(({ id }) => [id, { first: 'before' }]));
  await context.addInitScript(
    (kept) => {
      if (!location.protocol.startsWith('http')) return;
      for (const [key, value] of Object.entries(kept)) if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(value));
    },
    { 'ludosaure.settings': { pace, here }, 'ludosaure.learned': learned },
  );
  if (!everyFrame && !chosenEngines) await context.addInitScript(drawLess);
  const page = await context.newPage();
  page.server = server;
  page.setDefaultTimeout(PATIENCE_MS);
  page.troubles = [];
  if (!chosenEngines) checkMessages(browser, page);
  const keep = (kind, trouble) => UNREACHABLE[kind].test(trouble) || page.troubles.push(trouble);
  page.on('pageerror', (error) => keep('pageerror', String(error.stack ?? error)));
  page.on('console', (message) => message.type() === 'error' && keep('console', message.text()));
  return page;
}

/** Starts a game against computer players with one tap; waits for the panel beside the game, which is drawn last. */
export async function quickGame(page, game) {
  await page.goto('/');
  await page.click(`.game.${game} .button.main:enabled`);
  await page.waitForSelector('.table-screen .side');
  return page.url().split('/').pop();
}

/** Shows the page in this language. */
export async function speakAs(page, language) {
  const spoken = await page.evaluate(() => document.documentElement.lang);
  /* An open dialog covers the button, but it is there. */
  if (spoken !== language) await page.evaluate(() => document.querySelector('header .tongue').click());
}

/** Sends an HTTP request, as the person whose secret is given. */
export async function ask(server, path, body, secret) {
  const headers = { 'content-type': 'application/json', ...(secret ? { authorization: `Bearer ${secret}` } : {}) };
  const answer = await (await fetch(`${server.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer;
}

/** Registers a person for this page, without using its start page. */
export async function introduce(page, name = 'Ann') {
  if (page.secret) return;
  page.secret = (await ask(page.server, '/api/people', { name })).secret;
  await page.addInitScript((secret) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('ludosaure.secret', secret);
  }, page.secret);
}

/** Creates a table without the form, by default with fast computer players and with cards that are the same in every run, and
 * opens it in the page. */
export async function fastTable(page, request) {
  await introduce(page);
  const start = request.position ? {} : { seed: seed() };
  const { table } = await ask(page.server, '/api/tables', { autostart: true, pace: 'fast', ...start, ...request }, page.secret);
  await page.goto(`/t/${table}`);
  await page.waitForSelector('.table-screen .side, .invite');
  return table;
}

/** Creates a table with the form, with these on the other seats ('person' or a level). */
export async function setTable(page, game, others, name = 'Ann') {
  await page.goto(`/new/${game}`);
  await page.fill('#name', name);
  await page.selectOption('#seats', String(others.length + 1));
  for (const [index, other] of others.entries()) await page.selectOption(`#seat-${index}`, other);
  if (await page.$('.asked')) await page.check('.asked input >> nth=0');
  await page.click('button.main:enabled');
  await page.waitForSelector(others.includes('person') ? '.invite svg' : '.table-screen .side');
  return page.url().split('/').pop();
}

/** Begins a match on this device with the form: `name`, and these on the other seats (a name, or a level). */
export async function shareTable(page, game, others, name = 'Ann') {
  const isLevel = (other) => ['auto', 'child', 'beginner', 'casual', 'regular', 'skilled', 'strong', 'expert'].includes(other);
  await page.goto(`/new/${game}`);
  await page.fill('#name', name);
  await page.selectOption('#seats', String(others.length + 1));
  for (const [index, other] of others.entries()) await page.selectOption(`#seat-${index}`, isLevel(other) ? other : 'person');
  await page.check('.together .check:nth-of-type(2) input');
  for (const [index, other] of others.entries()) if (!isLevel(other)) await page.fill(`#guest-${index}`, other);
  await page.click('form button.main:enabled');
  await page.waitForSelector('.curtain');
  return page.url().split('/').pop();
}

/** Waits until a service worker answers for the page; it has all files by then. */
export const isInstalled = (page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** Waits for an asynchronous condition in the page: waitForFunction would take its promise for true. */
export async function becomesTrue(page, condition) {
  for (const end = Date.now() + PATIENCE_MS; !(await page.evaluate(condition)); await page.waitForTimeout(20))
    if (Date.now() > end) throw new Error(`never: ${condition}`);
}

/** Time passes in the page: its own timers that were set before and are due by then have run, however slow the machine is. */
export const timePasses = (page, ms) => page.evaluate((time) => new Promise((done) => setTimeout(done, time)), ms);

/** How many times to press Tab before looking again where the focus is: half of the way that the document suggests, so that the
 * element is not passed; 0 if it has the focus. */
const tabsTowards = (page, selector) =>
  page.evaluate((wanted) => {
    const { activeElement: focus } = document;
    if (focus?.matches(wanted)) return 0;
    const controls = (document.querySelector('dialog:modal') ?? document).querySelectorAll(
      'a[href], button, input, select, textarea, summary, [tabindex]',
    );
    const row = [...controls].filter((one) => one === focus || (one.tabIndex >= 0 && !one.disabled && one.checkVisibility()));
    const from = row.indexOf(focus);
    const after = row.findIndex((one, at) => at > from && one.matches(wanted));
    const way = after >= 0 ? after - from : row.length - from + row.findIndex((one) => one.matches(wanted));
    return Math.max(1, Math.floor(way / 2));
  }, selector);

/** Presses Tab until the element has the focus. */
export async function tabTo(page, selector, most = 400) {
  for (let count = 0; count < most;) {
    const tabs = await tabsTowards(page, selector);
    if (tabs === 0) return;
    for (let pressed = 0; pressed < tabs; pressed++, count++) await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

const MOVES_MOST = 1000;

/** Plays a match to its end with the keyboard alone, typing moves into the box beside the table. A move
 * is one of those that the table lists (`choose`), or the hint's if that returns null. */
export async function typeWholeGame(page, { choose = null } = {}) {
  await tabTo(page, '[role=tab][aria-selected=true]');
  while (!(await page.evaluate(() => document.activeElement.id === 'tab-type'))) await page.keyboard.press('ArrowRight');
  await tabTo(page, '#typed');
  let moves = 0;
  for (; moves < MOVES_MOST; moves++) {
    await page.waitForSelector('dialog[open], .type button:enabled');
    if (await page.$('dialog[open]')) return moves;
    const listed = await page.$$eval('#legal-moves option', (options) => options.map((option) => option.value));
    const move = choose?.(listed, moves);
    if (move === undefined && choose) continue; /* somebody else was quicker: there is nothing to say just now */
    if (move) await page.keyboard.type(move);
    else {
      await tabTo(page, '.type button[type=button]');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.id === 'typed' && document.activeElement.value !== '');
    }
    const went = () =>
      page.evaluate(() => {
        if (document.querySelector('dialog[open]') || document.querySelector('#typed')?.value === '') return 'well';
        if (document.querySelector('.notice:not(.news)')) return 'refused';
        return document.querySelector('.type button:not([type]):enabled') ? 'not yet' : 'on its way';
      });
    let how;
    const until = Date.now() + PATIENCE_MS;
    /* While someone else's move is being shown, Enter does nothing. */
    for (how = await went(); how === 'not yet' || how === 'on its way'; how = await went()) {
      if (Date.now() > until) throw new Error(`a move is ${how}`);
      if (how === 'not yet') await page.keyboard.press('Enter');
      else await page.waitForTimeout(20);
    }
    if (how === 'refused') {
      /* In a real-time game someone else may have been faster. */
      await page.evaluate(() => document.querySelectorAll('.notice:not(.news) button:not(.rule-link)').forEach((button) => button.click()));
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Delete');
    }
  }
  throw new Error(`not over after ${moves} moves`);
}
