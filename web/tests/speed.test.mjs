/* With the processor slowed down four times: first paint, layout shifts, and long tasks. */
import assert from 'node:assert/strict';
import { openRecord, PATIENCE, reaches, start } from './analysing.mjs';
import { games, person } from './harness.mjs';
import { makeRecord } from './records.mjs';

const SLOWER = 4;
const FIRST_PAINT_MAX_MS = 2500;
const LONG_TASK_MAX_MS = 100;
const SHIFT_MAX = 0.01;
const TRIES = 3;
const TURNS = 2;
/* The limit of long tasks is meant for a processor on which `exercise` takes this long when slowed down.
 * What is measured is converted to that one, because this machine may be slower at the moment. */
const EXERCISE_MS = 56;
const EXERCISES = 5;
const EXERCISE = 'exercise';

async function slowDown(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

async function slowPerson(browser, server, size) {
  const page = await person(browser, server, { size, pace: 'quick', serviceWorker: true });
  await page.context().addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return slowDown(page);
}

const shiftOf = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(window.shift)))));

async function openStart(page) {
  await page.goto('/');
  await page.waitForSelector('.games button:enabled');
  await page.waitForLoadState('networkidle');
}

const tests = {
  async 'the start page is painted soon and nothing in it jumps'({ browser, server }) {
    for (const size of ['phone', 'laptop']) {
      const page = await slowPerson(browser, server, size);
      await openStart(page);
      const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
      const shift = await shiftOf(page);
      console.log(`        ${size}: first paint ${Math.round(paint)} ms, shift ${shift.toFixed(4)}`);
      assert.ok(paint < FIRST_PAINT_MAX_MS, `first paint after ${paint} ms`);
      assert.ok(shift < SHIFT_MAX, `shift ${shift}`);
      await page.context().close();
    }
  },
};

/* A fixed piece of work of the kind that a page does: elements, styles, layout, and some arithmetic. */
function exercise(name) {
  console.timeStamp(name);
  const host = document.createElement('div');
  host.style.cssText = 'position:absolute;visibility:hidden;display:flex;flex-wrap:wrap';
  for (let n = 0; n < 300; n++) {
    const one = document.createElement('span');
    one.textContent = `${n} exercises`;
    one.style.padding = `${n % 7}px`;
    host.append(one);
  }
  document.body.append(host);
  for (let width = 200; width < 240; width += 10) {
    host.style.width = `${width}px`;
    host.offsetHeight;
  }
  const numbers = Array.from({ length: 20000 }, (_, n) => (n * 7919) % 10007);
  numbers.sort((a, b) => a - b);
  host.remove();
}

/* Measures processor time of the page's main thread, not wall time, because other programs run on this
 * machine; the task in which the browser replaces one document by another is left out. Returns a
 * function that stops and gives the longest task of the page, and the median of the exercises. */
async function traceTasks(browser, server) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] }, transferMode: 'ReportEvents' });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    const thread = (one) => `${one.pid} ${one.tid}`;
    const mains = new Set(events.filter((one) => one.name === 'thread_name' && one.args.name === 'CrRendererMain').map(thread));
    const ours = new Set(events.filter((one) => mains.has(thread(one)) && JSON.stringify(one.args).includes(server.address)).map(thread));
    const during = (task, event) => thread(event) === thread(task) && event.ts >= task.ts && event.ts <= task.ts + task.dur;
    const commits = events.filter((one) => one.name === 'CommitLoad');
    const exercises = events.filter((one) => one.name === 'TimeStamp' && one.args.data?.message === EXERCISE);
    const tasks = events.filter((one) => one.tdur && ours.has(thread(one)) && !commits.some((commit) => during(one, commit)));
    const longest = (some) => Math.max(0, ...some.map((one) => one.tdur)) / 1000;
    const measured = exercises.map((start) => longest(tasks.filter((one) => during(one, start)))).sort((a, b) => a - b);
    assert.ok(tasks.length > 0 && measured.length === EXERCISES && measured[0] > 0, 'nothing was traced');
    return { longest: longest(tasks.filter((one) => !exercises.some((start) => during(one, start)))), exercise: measured[EXERCISES >> 1] };
  };
}

const converted = ({ longest, exercise: unit }) => Math.round((longest * EXERCISE_MS) / unit);

/* Asks for a hint and plays it, if a button does that; returns the layout shifts until then. */
async function playHint(page) {
  await page.click('.bar .ask:not([aria-disabled=true])');
  await page.waitForSelector('.hint');
  const shift = await shiftOf(page);
  const button = await page.$('.hint .do');
  await button?.click();
  if (button) await page.waitForSelector('.hint', { state: 'detached' });
  return { shift, played: button !== null };
}

/* From the tap on the start page through drawing the table to a few turns; then the same table by its
 * address. Layout shifts count until the first move, because moves do move things. */
async function slowMatch(browser, server, game, size) {
  const page = await slowPerson(browser, server, size);
  await openStart(page);
  const stop = await traceTasks(browser, server);
  for (let times = 0; times < EXERCISES; times++) await page.evaluate(exercise, EXERCISE);
  await page.click(`.game.${game} .button.main:enabled`);
  await page.waitForSelector('.table-screen .side');
  let turn = await playHint(page);
  const shifts = [turn.shift];
  for (let more = 1; more < TURNS && turn.played; more++) turn = await playHint(page);

  const tab = await slowDown(await page.context().newPage());
  await tab.goto(page.url());
  await tab.waitForSelector('.table-screen .side');
  shifts.push(await shiftOf(tab));
  const measured = await stop();
  await page.context().close();
  return { longest: converted(measured), shifts };
}

/* From the start of an analysis to its curve and to a rough result; meanwhile the replay goes on. */
async function slowAnalysis(browser, server, record) {
  const page = await slowPerson(browser, server, 'phone');
  await openRecord(page, record);
  const stop = await traceTasks(browser, server);
  for (let times = 0; times < EXERCISES; times++) await page.evaluate(exercise, EXERCISE);
  const begin = Date.now();
  await start(page);
  await page.click('[aria-label="Next move"]');
  await reaches(page, 1);
  await page.waitForSelector('.analysis .curve', PATIENCE);
  const curveMs = Date.now() - begin;
  await page.waitForSelector('.analysis [aria-labelledby=sums-title]', PATIENCE);
  const resultMs = Date.now() - begin;
  const measured = await stop();
  await page.context().close();
  return { longest: converted(measured), curveMs, resultMs };
}

/* A busy machine makes single runs slower, so the best of a few counts. */
async function bestOf(measure) {
  const tries = [];
  do tries.push(await measure());
  while (tries.at(-1).longest > LONG_TASK_MAX_MS && tries.length < TRIES);
  return { ...tries.at(-1), tries: tries.map((one) => one.longest).join(', ') };
}

for (const { id: game } of games())
  tests[`${game}: no long task and no jump at a table on a slow machine`] = async ({ browser, server }) => {
    const { longest, shifts, tries } = await bestOf(() => slowMatch(browser, server, game, 'phone'));
    console.log(`        ${game}: longest task ${tries} ms, shifts ${shifts.map((one) => one.toFixed(4)).join(', ')}`);
    assert.ok(longest <= LONG_TASK_MAX_MS, `longest tasks: ${tries}`);
    for (const shift of shifts) assert.ok(shift < SHIFT_MAX, `shift ${shift}`);
  };

tests['no long task during an analysis on a slow machine'] = async ({ browser, server }) => {
  const record = await makeRecord('trex', ['Ann', 'Bob', 'Cléo', 'Dan']);
  const { longest, curveMs, resultMs, tries } = await bestOf(() => slowAnalysis(browser, server, record));
  console.log(`        longest task ${tries} ms, curve after ${(curveMs / 1000).toFixed(1)} s, rough result after ${(resultMs / 1000).toFixed(1)} s`);
  assert.ok(longest <= LONG_TASK_MAX_MS, `longest tasks: ${tries}`);
};

export const alone = true;

export default tests;
