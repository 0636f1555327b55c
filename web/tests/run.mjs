/* run.mjs [--engines[=NAME,...]] [WORD...]: runs the browser tests and ends with `N passed, M failed`. Words choose:
 * only tests whose name has one of them are run. Tests run in lanes, each with a server and a browser of
 * its own, since most of their time is waiting. They use Chromium's headless shell; those that measure time
 * or need windows run in Chromium itself, alone, at the end.
 * With --engines, the main paths run in Firefox, WebKit and Chromium instead. */
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { openBrowser } from './browsers.mjs';
import { chosenEngines, freePort, games, Server } from './harness.mjs';

const TEST_MOST_MS = chosenEngines ? 400_000 : 150_000;
const LANES = Number(process.env.LANES ?? Math.min(4, cpus().length + 1));
const ALONE = ['notifications', 'speed'];
const MAIN_PATHS = './main-paths.mjs';
const files = ['lasting', 'here', 'offline', 'start', 'friends', 'around', 'curtain', 'light', 'opponents', 'puzzles', 'replays', 'analysis', 'rules', 'statistics', 'whole-games', 'layout'].map((name) => `./${name}.mjs`);
for (const { id } of games())
  for (const name of readdirSync(new URL(`./games/${id}`, import.meta.url)).sort()) if (!['states.mjs', 'scenes.mjs'].includes(name)) files.push(`./games/${id}/${name}`);
files.push('./all-screens.mjs');

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
let passed = 0;
let failed = 0;

/** The tests of some files that were asked for. */
async function testsOf(paths) {
  const tests = [];
  for (const file of paths) {
    const { default: all } = await import(file);
    for (const [name, work] of Object.entries(all))
      if (wanted.length === 0 || wanted.some((word) => `${file} ${name}`.includes(word))) tests.push({ name, work });
  }
  return tests;
}

/** What somebody in front of this page sees when a test is given up: the place, the focus, the words. */
function lastSeen(page) {
  const told = page
    .evaluate(() => {
      const { activeElement: focus, body } = document;
      const top = document.querySelector('dialog[open]') ?? body;
      return [`    at ${location.pathname}, ${innerWidth} wide, scrolled by ${scrollY}`, `focus on ${focus?.outerHTML.slice(0, 120)}`, top.innerText.replace(/\s+/g, ' ').slice(0, 900)].join('; ');
    })
    .catch((error) => `    a page that does not answer: ${error.message}`);
  return Promise.race([told, new Promise((resolve) => setTimeout(resolve, 5000, '    a page that does not answer'))]);
}

async function run({ name, work }, context) {
  const begin = Date.now();
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error('took too long')), TEST_MOST_MS)));
  try {
    if (!context.server.process) await context.server.start();
    await Promise.race([work(context), late]);
    passed++;
    console.log(`ok      ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`broken: ${name}: ${error.stack ?? error}`);
    for (const page of context.browser.contexts().flatMap((one) => one.pages())) console.log(await lastSeen(page));
  }
  clearTimeout(timer);
  for (const one of context.browser.contexts()) await one.close().catch(() => undefined);
}

/** Takes tests from the queue until none is left. */
async function lane(queue, engine) {
  if (queue.length === 0) return;
  const browser = await openBrowser(engine);
  const server = await new Server(await freePort()).start();
  try {
    for (let test = queue.shift(); test; test = queue.shift()) await run(test, { browser, server });
  } finally {
    await browser.close();
    await server.stop();
  }
}

if (chosenEngines) {
  const tests = await testsOf([MAIN_PATHS]);
  const inEngine = (engine) => lane(tests.map(({ name, work }) => ({ name: `${engine}: ${name}`, work })), engine);
  /* Two at a time: they use more than a core each. */
  await Promise.all(chosenEngines.slice(0, 2).map(inEngine));
  for (const engine of chosenEngines.slice(2)) await inEngine(engine);
} else {
  const queue = await testsOf(files);
  await Promise.all(Array.from({ length: LANES }, () => lane(queue, 'shell')));
  await lane(await testsOf(ALONE.map((name) => `./${name}.mjs`)), 'chromium');
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
