/* What the browser tests stand on: a real server on a database of its own, Debian's Chromium, and
 * people who sit in front of it. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const WEB = fileURLToPath(new URL('..', import.meta.url));
const PROGRAM = process.env.LUDOSAURE ?? join(WEB, '../build/ludosaure');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const PATIENCE_MS = 15000;

export const SIZES = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  laptop: { width: 1440, height: 900 },
};

/** A server on a database in a folder of its own; `kill` is as hard as kill -9. */
export class Server {
  folder = mkdtempSync(join(tmpdir(), 'ludosaure-page-'));
  process = null;

  constructor(port) {
    this.port = port;
    this.address = `http://127.0.0.1:${port}`;
  }

  async start() {
    const page = process.env.LUDOSAURE_PAGE ? ['--page', process.env.LUDOSAURE_PAGE] : [];
    this.process = spawn(
      PROGRAM,
      ['serve', '--listen', '127.0.0.1', '--port', String(this.port), '--database', join(this.folder, 'page.db'),
        '--log', 'none', '--lang', 'en', '--people-per-minute', '10000', '--rate', '200', '--test-positions', ...page],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    this.ended = new Promise((resolve) => this.process.once('exit', resolve));
    for (let tries = 0; tries < 200; tries++) {
      if (this.process.exitCode !== null) throw new Error('the server ended at once');
      const well = await fetch(`${this.address}/healthz`).then((answer) => answer.ok, () => false);
      if (well) return this;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the server does not answer');
  }

  async kill(signal = 'SIGKILL') {
    if (!this.process) return;
    this.process.kill(signal);
    await this.ended;
    this.process = null;
  }

  async stop() {
    await this.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function openBrowser() {
  if (!existsSync(CHROMIUM)) throw new Error(`${CHROMIUM} is not there`);
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update',
      '--disable-sync', '--no-first-run', '--disable-dev-shm-usage', '--disable-features=Translate,MediaRouter'],
  });
}

/** Somebody with a browser of their own. What goes wrong in the page is kept in `troubles`. */
export async function person(browser, server, { size = 'laptop', language = 'en', theme = 'light', touch = false, pace = 'instant' } = {}) {
  const context = await browser.newContext({
    baseURL: server.address,
    viewport: SIZES[size],
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    colorScheme: theme,
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
  });
  await context.addInitScript((kept) => {
    if (location.protocol.startsWith('http') && !localStorage.getItem('ludosaure.settings'))
      localStorage.setItem('ludosaure.settings', JSON.stringify({ pace: kept }));
  }, pace);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.troubles = [];
  page.on('pageerror', (error) => page.troubles.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    /* A server that is down is what some tests are about. */
    if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text())) page.troubles.push(message.text());
  });
  return page;
}

/** One tap away from a running game against computer players. */
export async function quickGame(page, game) {
  await page.goto('/');
  await page.click(`.game.${game} .button.main:enabled`);
  await page.waitForSelector('.table-screen');
  return page.url().split('/').pop();
}

/** Makes a table by the form, with these on the other seats ('person' or a level). */
export async function setTable(page, game, others, name = 'Ann') {
  await page.goto(`/new/${game}`);
  await page.fill('#name', name);
  await page.selectOption('#seats', String(others.length + 1));
  for (const [index, other] of others.entries()) await page.selectOption(`#seat-${index}`, other);
  await page.click('button.main:enabled');
  await page.waitForSelector(others.includes('person') ? '.invite svg' : '.table-screen');
  return page.url().split('/').pop();
}
