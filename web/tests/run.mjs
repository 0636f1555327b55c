/* Runs the browser tests and ends with `N passed, M failed`. Words on the command line choose: only
 * tests whose name has one of them are run. */
import { readdirSync } from 'node:fs';
import { freePort, openBrowser, Server } from './harness.mjs';

const TEST_MOST_MS = 150_000;
/* Tests mostly wait: for frames, for each other's moves, for the server. */
const AT_ONCE = 2;
/* What measures or kills the server has both for itself. A single test says so by `alone`. */
const ALONE = ['light', 'speed', 'lasting'];
const TOGETHER = ['start', 'friends', 'whole-games'];
for (const name of readdirSync(new URL('./games', import.meta.url)).sort()) if (name.endsWith('.mjs')) TOGETHER.push(`games/${name.slice(0, -4)}`);
TOGETHER.push('all-screens');

const wanted = process.argv.slice(2);
let passed = 0;
let failed = 0;
const browser = await openBrowser();
const server = await new Server(Number(process.env.PORT ?? (await freePort()))).start();

/** The browser as one test has it: with its own windows only. */
function ownBrowser() {
  const opened = [];
  return {
    contexts: () => opened,
    newBrowserCDPSession: () => browser.newBrowserCDPSession(),
    async newContext(options) {
      const context = await browser.newContext(options);
      opened.push(context);
      return context;
    },
  };
}

async function run({ name, work, alone }) {
  const begin = Date.now();
  const own = ownBrowser();
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error('took too long')), TEST_MOST_MS)));
  try {
    if (!server.process) await server.start();
    await Promise.race([work({ browser: own, server: alone ? server : { address: server.address } }), late]);
    passed++;
    console.log(`ok      ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`broken: ${name}: ${error.stack ?? error}`);
  }
  clearTimeout(timer);
  for (const one of own.contexts()) await one.close().catch(() => undefined);
}

async function testsOf(file) {
  const { default: tests } = await import(`./${file}.mjs`);
  return Object.entries(tests)
    .filter(([name]) => wanted.length === 0 || wanted.some((word) => `${file} ${name}`.includes(word)))
    .map(([name, work]) => ({ name, work, alone: ALONE.includes(file) || work.alone === true }));
}

try {
  const tests = [];
  for (const file of [...ALONE, ...TOGETHER]) tests.push(...(await testsOf(file)));
  for (const test of tests) if (test.alone) await run(test);
  if (!server.process) await server.start();
  const left = tests.filter((test) => !test.alone);
  const lane = async () => {
    for (let test = left.shift(); test; test = left.shift()) await run(test);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
} finally {
  await browser.close();
  await server.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
