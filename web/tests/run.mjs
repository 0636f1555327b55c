/* run.mjs [--all] [--pictures] [--engines[=NAME,...]] [WORD...]: runs the browser tests and ends with `N passed, M failed`,
 * or with `skipped: REASON` where Chromium cannot run. Words choose: only tests whose `FILE NAME` has one of them are run.
 * Without words, tests that only the big run needs (`onlyAll` in their files) are left out, unless --all is given.
 * --pictures writes what all-screens sees to web/shots/.
 * Tests run in lanes, each with a server and a browser of its own, since part of their time is waiting. They use Chromium's
 * headless shell; those that need windows, or traces, run in Chromium itself, in a lane of their own (`windows` in their files).
 * With --engines, the main paths run in Firefox, WebKit and Chromium instead. */
import { cpus } from 'node:os';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser, whyNoChromium } from './browsers.mjs';
import { withChance } from './chance.mjs';
import { MAIN_PATHS, misplaced, testFiles } from './files.mjs';
import { chosenEngines, freePort, games, Server } from './harness.mjs';

const TEST_MOST_MS = 600_000; /* only tests that hang take so long */
const LANES = Number(process.env.LANES ?? cpus().length + 1);
const SLOWEST = 10;

const all = process.argv.includes('--all');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const times = [];
let failed = 0;

/** The tests of some files that were asked for; those in Chromium itself are apart. */
async function testsOf(files) {
  const chosen = { shell: [], chromium: [] };
  const names = new Set();
  for (const file of files) {
    const { default: tests = {}, onlyAll = {}, windows = false } = await import(`./${file}`);
    if (Object.keys(tests).length === 0) throw new Error(`${file} has no tests`);
    for (const name of Object.keys(onlyAll)) if (!tests[name]) throw new Error(`${file} has no test “${name}”`);
    for (const [name, work] of Object.entries(tests)) {
      if (names.has(name)) throw new Error(`${file}: another test is called “${name}”`);
      names.add(name);
      const isWanted = wanted.length > 0 ? wanted.some((word) => `${file} ${name}`.includes(word)) : all || !onlyAll[name];
      if (isWanted) chosen[windows ? 'chromium' : 'shell'].push({ file, name, work });
    }
  }
  return chosen;
}

/** What somebody in front of this page sees when a test is given up: the place, the focus, the words. */
function lastSeen(page) {
  const told = page
    .evaluate(() => {
      const { activeElement: focus, body } = document;
      const top = document.querySelector('dialog[open]') ?? body;
      return [
        `    at ${location.pathname}, ${innerWidth} wide, scrolled by ${scrollY}`,
        `focus on ${focus?.outerHTML.slice(0, 120)}`,
        top.innerText.replace(/\s+/g, ' ').slice(0, 900),
      ].join('; ');
    })
    .catch((error) => `    a page that does not answer: ${error.message}`);
  return Promise.race([told, new Promise((resolve) => setTimeout(resolve, 5000, '    a page that does not answer'))]);
}

/** The command that runs this test again. */
function again({ file, name }) {
  const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;
  const set = ['LUDOSAURE', 'LUDOSAURE_PAGE', 'CHANCE']
    .filter((key) => process.env[key])
    .map((key) => `${key}=${quoted(process.env[key])}`);
  const engines = process.argv.filter((word) => word.startsWith('--engines'));
  return [...set, 'node', relative('', fileURLToPath(import.meta.url)), ...engines, quoted(`${file} ${name}`)].join(' ');
}

async function run(test, context) {
  const begin = Date.now();
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error('took too long')), TEST_MOST_MS)));
  const title = context.engine ? `${context.engine}: ${test.name}` : test.name;
  try {
    if (!context.server.process) await context.server.start();
    await Promise.race([withChance(test.name, () => test.work(context)), late]);
    const misfits = context.browser.misfits?.splice(0) ?? [];
    if (misfits.length > 0) throw new Error(misfits.join('\n'));
    const seconds = (Date.now() - begin) / 1000;
    times.push({ title, seconds });
    console.log(`ok      ${title} (${seconds.toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`broken: ${title}: ${error.stack ?? error}`);
    for (const page of context.browser.contexts().flatMap((one) => one.pages())) console.log(await lastSeen(page));
    console.log(`    again: ${again(test)}`);
  }
  clearTimeout(timer);
  for (const one of context.browser.contexts()) await one.close().catch(() => undefined);
}

/** Takes tests from the queue until none is left. */
async function lane(queue, browserName, engine) {
  if (queue.length === 0) return;
  const browser = await openBrowser(browserName);
  const server = await new Server(await freePort()).start();
  try {
    for (let test = queue.shift(); test; test = queue.shift()) await run(test, { browser, server, engine });
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function runEngines(engines) {
  const { shell: tests } = await testsOf([MAIN_PATHS]);
  const inEngine = (engine) => lane([...tests], engine, engine);
  /* Two at a time: they use more than a core each. */
  await Promise.all(engines.slice(0, 2).map(inEngine));
  for (const engine of engines.slice(2)) await inEngine(engine);
}

async function runChromium() {
  const strays = misplaced();
  if (strays.length > 0) throw new Error(`neither tests (*.test.mjs) nor used by any: ${strays.join(', ')}`);
  const { shell, chromium } = await testsOf(testFiles(games().map(({ id }) => id)));
  const lanes = Array.from({ length: Math.min(LANES, shell.length) }, () => lane(shell, 'shell'));
  await Promise.all([lane(chromium, 'chromium'), ...lanes]);
}

const reason = chosenEngines ? null : whyNoChromium();
if (reason) {
  console.log(`skipped: ${reason}`);
  process.exit(0);
}
await (chosenEngines ? runEngines(chosenEngines) : runChromium());
console.log('the slowest:');
for (const { title, seconds } of times.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
  console.log(`        ${seconds.toFixed(1)} s  ${title}`);
console.log(`${times.length} passed, ${failed} failed`);
process.exit(failed > 0 || times.length === 0 ? 1 : 0);
