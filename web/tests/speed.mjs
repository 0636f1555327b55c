/* On a machine four times slower than this one: when the first thing is painted, whether anything
 * jumps, and whether the page ever holds its breath. */
import assert from 'node:assert/strict';
import { person, quickGame } from './harness.mjs';

const SLOWER = 4;
const FIRST_PAINT_MAX_MS = 2500;
const LONG_TASK_MAX_MS = 100;
const SHIFT_MAX = 0.01;
const TRIES = 3;
const GAMES = ['trex', 'tyrannosaurus', 'scale', 'trakks'];

async function slowPerson(browser, server, size) {
  const page = await person(browser, server, { size, pace: 'quick' });
  await page.addInitScript(() => {
    window.seen = { shift: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

const tests = {
  async 'the start page is painted soon and nothing in it jumps'({ browser, server }) {
    for (const size of ['phone', 'laptop']) {
      const page = await slowPerson(browser, server, size);
      await page.goto('/');
      await page.waitForSelector('.games button:enabled');
      await page.waitForTimeout(500);
      const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
      const { shift } = await page.evaluate(() => window.seen);
      console.log(`        ${size}: first paint ${Math.round(paint)} ms, shift ${shift.toFixed(4)}`);
      assert.ok(paint < FIRST_PAINT_MAX_MS, `first paint after ${paint} ms`);
      assert.ok(shift < SHIFT_MAX, `shift ${shift}`);
      await page.context().close();
    }
  },
};

/* Counts the time that the page's thread has worked, not the time that passed: other programs on this
 * machine are none of its business. Returns how to stop, which gives the longest task in ms. */
async function traceTasks(browser) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] }, transferMode: 'ReportEvents' });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    const mains = new Set(
      events.filter((one) => one.name === 'thread_name' && one.args.name === 'CrRendererMain').map((one) => `${one.pid} ${one.tid}`),
    );
    const tasks = events.filter((one) => one.tdur && mains.has(`${one.pid} ${one.tid}`));
    assert.ok(tasks.length > 0, 'nothing was traced');
    return Math.round(Math.max(...tasks.map((one) => one.tdur)) / 1000);
  };
}

/* The longest task of a table that is there, over a few turns, whatever they are. */
async function longestTask(browser, server, game) {
  const page = await slowPerson(browser, server, 'phone');
  await quickGame(page, game);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
  const stop = await traceTasks(browser);
  for (let turn = 0; turn < 3; turn++) {
    const hint = await page.$('.bar .buttons .button:not(.quiet):enabled');
    if (!hint) break;
    await hint.click();
    const button = await page.waitForSelector('.hint .button', { timeout: 3000 }).catch(() => null);
    await button?.click().catch(() => undefined);
    await page.waitForTimeout(800);
  }
  const longest = await stop();
  await page.context().close();
  return longest;
}

for (const game of GAMES)
  tests[`${game}: no long task at a table on a slow machine`] = async ({ browser, server }) => {
    /* A busy machine is slow in other ways too: the best of a few tries is the page's own. */
    const tries = [];
    do tries.push(await longestTask(browser, server, game));
    while (tries.at(-1) > LONG_TASK_MAX_MS && tries.length < TRIES);
    console.log(`        ${game}: longest task ${tries.join(', ')} ms`);
    assert.ok(tries.at(-1) <= LONG_TASK_MAX_MS, `longest tasks: ${tries}`);
  };

export default tests;
