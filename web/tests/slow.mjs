/* A slow machine: what the page does is measured in processor time of its main thread, and compared with a fixed piece of work
 * that is measured at the same time. So it does not matter how fast this machine is, or how busy. */
import assert from 'node:assert/strict';
import { person } from './harness.mjs';

export const SLOWER = 4;
/* The slow machine is one on which `exercise` takes this long. What is measured is converted to it. */
export const EXERCISE_MS = 56;
const EXERCISES = 5;
const EXERCISE = 'exercise';

/** A person with a slow device, whose page draws every frame; `window.shift` adds up how much its layout has jumped. */
export async function slowPerson(browser, server, screen) {
  const page = await person(browser, server, { pace: 'quick', serviceWorker: true, everyFrame: true, ...screen });
  await page.context().addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return page;
}

/** By its clock, everything takes the page so many times longer: in a task it does as much as it would on a slow machine. (The
 * browser's own way to slow a page down keeps a core busy even while the page does nothing.) */
export const believeSlow = (page) =>
  page.context().addInitScript((times) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() * times;
  }, SLOWER);

/** How much the layout has jumped until now. */
export const shiftOf = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(window.shift)))));

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

const thread = (event) => `${event.pid} ${event.tid}`;

/** The tasks that are not part of another one. */
function outermost(tasks) {
  const ends = new Map();
  return [...tasks]
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur)
    .filter((task) => {
      const place = thread(task);
      if (task.ts < (ends.get(place) ?? 0)) return false;
      ends.set(place, task.ts + task.dur);
      return true;
    });
}

const middle = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** How long exercises take in this page now. */
export const exerciseTime = async (page) =>
  middle(
    await page.evaluate(`Array.from({ length: ${EXERCISES} }, () => {
      const begin = performance.now();
      (${exercise})('${EXERCISE}');
      return performance.now() - begin;
    })`),
  );

/** Counts the processor time of the page's main thread from now on. Returns a function that gives it in milliseconds of the slow
 * machine. */
export async function countWork(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  return async () => {
    const work = await worked();
    const units = [];
    for (let before = work, times = 0; times < EXERCISES; times++) {
      await page.evaluate(exercise, EXERCISE);
      const after = await worked();
      units.push(after - before);
      before = after;
    }
    await session.detach();
    return Math.round((work * EXERCISE_MS) / middle(units));
  };
}

/** Traces what the page does from now on. Returns a function that stops, and gives the milliseconds of the slow machine that the
 * longest task took, and everything after each movement of a pointer until the next (`frames`); and how many times it painted something
 * after the first movement (`paints`). The task in which the browser replaces one document by another is left out. */
export async function traceTasks(browser, page) {
  const { address } = page.server;
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
    transferMode: 'ReportEvents',
  });
  for (let times = 0; times < EXERCISES; times++) await page.evaluate(exercise, EXERCISE);
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    const mains = new Set(events.filter((one) => one.name === 'thread_name' && one.args.name === 'CrRendererMain').map(thread));
    const ours = new Set(events.filter((one) => mains.has(thread(one)) && JSON.stringify(one.args).includes(address)).map(thread));
    const during = (task, event) => thread(event) === thread(task) && event.ts >= task.ts && event.ts <= task.ts + task.dur;
    const commits = events.filter((one) => one.name === 'CommitLoad');
    const exercises = events.filter((one) => one.name === 'TimeStamp' && one.args.data?.message === EXERCISE);
    const all = events.filter((one) => one.tdur && ours.has(thread(one)) && !commits.some((commit) => during(one, commit)));
    const [done, tasks] = [[], []];
    for (const task of all) (exercises.some((start) => during(task, start)) ? done : tasks).push(task);
    const longest = (some) => Math.max(0, ...some.map((one) => one.tdur));
    const unit = middle(exercises.map((start) => longest(done.filter((one) => during(one, start)))));
    assert.ok(tasks.length > 0 && exercises.length === EXERCISES && unit > 0, 'nothing was traced');
    const converted = (time) => (time * EXERCISE_MS) / unit;

    const moves = events.filter((one) => one.name === 'EventDispatch' && one.args.data?.type === 'pointermove').sort((a, b) => a.ts - b.ts);
    const whole = outermost(tasks);
    const frames = moves.slice(0, -1).map((move, at) => {
      const within = whole.filter((task) => during(task, move) || (task.ts > move.ts && task.ts + task.dur < moves[at + 1].ts));
      return converted(within.reduce((sum, task) => sum + task.tdur, 0));
    });
    const paints = events.filter((one) => one.name === 'Paint' && ours.has(thread(one)) && one.ts > (moves[0]?.ts ?? Infinity)).length;
    return { longest: Math.round(converted(longest(tasks))), frames, paints };
  };
}
