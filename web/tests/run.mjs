/* Runs the browser tests and ends with `N passed, M failed`. Words on the command line choose: only
 * tests whose name has one of them are run. */
import { readdirSync } from 'node:fs';
import { freePort, openBrowser, Server } from './harness.mjs';

const TEST_MOST_MS = 150_000;
const files = ['start', 'friends', 'around', 'lasting', 'light', 'speed', 'whole-games'].map((name) => `./${name}.mjs`);
/* What the games add of their own; the screens come last, as they end with a server that is gone. */
for (const name of readdirSync(new URL('./games', import.meta.url)).sort()) if (name.endsWith('.mjs')) files.push(`./games/${name}`);
files.push('./all-screens.mjs');

const wanted = process.argv.slice(2);
let passed = 0;
let failed = 0;
const browser = await openBrowser();
const server = await new Server(Number(process.env.PORT ?? (await freePort()))).start();
const context = { browser, server };

async function run(name, work) {
  const begin = Date.now();
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error('took too long')), TEST_MOST_MS)));
  try {
    if (!server.process) await server.start();
    await Promise.race([work(context), late]);
    passed++;
    console.log(`ok      ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`broken: ${name}: ${error.stack ?? error}`);
  }
  clearTimeout(timer);
  for (const one of browser.contexts()) await one.close().catch(() => undefined);
}

try {
  for (const file of files) {
    const { default: tests } = await import(file);
    for (const [name, work] of Object.entries(tests))
      if (wanted.length === 0 || wanted.some((word) => `${file} ${name}`.includes(word))) await run(name, work);
  }
} finally {
  await browser.close();
  await server.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
