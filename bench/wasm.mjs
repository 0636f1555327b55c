/* Measures the hall in the browser; started by bench/wasm. Speed in node is processor time, in Chromium wall time; the best of
 * several runs counts: other load only makes a run slower. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { openBrowser } from '../web/tests/browsers.mjs';
import { freePort, person, Server } from '../web/tests/harness.mjs';
import { run } from '../tests/wasm/wasi.mjs';
import { measurePlayNow } from './play_now.mjs';

const RUNS = 3;
const games = process.argv[2] ?? '20';
const wasm = 'build-wasm/src/wasm';
const best = (measure) => Math.min(...Array.from({ length: RUNS }, measure));
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

function sizes() {
  const bytes = readFileSync(`${wasm}/ludosaure.wasm`);
  const brotli = execFileSync('brotli', ['--best', '--stdout', '-'], { input: bytes, maxBuffer: 1 << 24 });
  console.log(`size ${(bytes.length / 1000).toFixed(1)} kB, brotli ${(brotli.length / 1000).toFixed(1)} kB (goal 150)`);
}

/* Processor time of a native program, in ms. */
function nativeMs(args) {
  const script = `import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime * 1000)`;
  return Number(execFileSync('python3', ['-c', script, 'build-gcc/tests/bot_games', ...args], { encoding: 'utf8' }));
}

const CASES = [
  ['T-Rex, search', ['1', '2', '600', 'trex', 'expert'], 0.75],
  ['Tyrannosaurus, expert', ['1', '10', '200', 'tyrannosaurus', 'expert'], 0.75],
  ['Trakks, solver', ['1', '3', '200', 'trakks', 'expert'], 0.75],
  ['Scale, hard', ['1', '300', '100', 'scale', 'hard'], 0.7],
];
const line = (name, native, here, goal) =>
  console.log(`${name.padEnd(28)} ${native.toFixed(0).padStart(10)} ${here.toFixed(0).padStart(8)} ${(native / here).toFixed(2).padStart(6)} ${goal.toFixed(2).padStart(5)}`);

/* A page with a worker that runs the program for tests; `call` runs it, and returns its output and how long it took. */
async function testWorker(browser, server) {
  const page = await person(browser, server);
  const script = `import { run } from '/same/wasi.mjs';
const module = await WebAssembly.compileStreaming(fetch('/same/games.wasm'));
onmessage = ({ data }) => {
  const begin = performance.now();
  const { output } = run(module, ['games', ...data]);
  postMessage({ output, ms: performance.now() - begin });
};
postMessage('ready');`;
  const types = { '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
  await page.route('**/same/*', (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    if (name === 'worker.mjs') return route.fulfill({ body: script, contentType: 'text/javascript' });
    return route.fulfill({ path: `${name.endsWith('.wasm') ? wasm : 'tests/wasm'}/${name}`, contentType: types[extname(name)] });
  });
  await page.goto('/healthz');
  await page.evaluate(async () => {
    window.tests = new Worker('/same/worker.mjs', { type: 'module' });
    await new Promise((done) => (window.tests.onmessage = done));
  });
  const call = (args) =>
    page.evaluate(
      (values) =>
        new Promise((done) => {
          window.tests.onmessage = ({ data }) => done(data);
          window.tests.postMessage(values);
        }),
      args,
    );
  return { call, close: () => page.context().close() };
}

/* In Chromium: the same bytes as natively, and how fast. */
async function inTestWorker(browser, server) {
  const { call, close } = await testWorker(browser, server);
  const natively = (args) => execFileSync('build-gcc/tests/bot_games', args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  const { output } = await call(['1', games]);
  console.log(`${games} seeded matches in Chromium: ${output === natively(['1', games]) ? 'the same bytes as natively' : 'NOT the same as natively'}`);
  console.log('speed in Chromium             native ms  here ms  ratio  goal');
  for (const [name, args, goal] of CASES) {
    const native = [];
    const here = [];
    await call(args); // compiled for speed from now on
    for (let i = 0; i < RUNS; i++) {
      const begin = performance.now();
      natively(args);
      native.push(performance.now() - begin);
      here.push((await call(args)).ms);
    }
    line(name, Math.min(...native), Math.min(...here), goal);
  }
  await close();
}

function speed() {
  const module = new WebAssembly.Module(readFileSync(`${wasm}/games.wasm`));
  const hereMs = (args) => {
    const before = process.cpuUsage();
    run(module, ['games', ...args]);
    return process.cpuUsage(before).user / 1000;
  };
  console.log('speed in node                 native ms  here ms  ratio  goal');
  for (const [name, args, goal] of CASES) {
    run(module, ['games', ...args]); // compiled for speed from now on
    const native = best(() => nativeMs(args));
    const here = best(() => hereMs(args));
    line(name, native, here, goal);
  }
}

/* In the page: a worker of its own, as the page starts it. Plays a few moves against `expert`. */
async function inWorker([script, thinking]) {
  const begin = performance.now();
  const worker = new Worker(script, { type: 'module' });
  const waiting = new Map();
  let next = 1;
  let turn = null;
  const opened = new Promise((done) => {
    worker.onmessage = ({ data }) => {
      if (data.thinker) new Worker(thinking, { type: 'module' }).postMessage(data, [data.thinker]);
      if (data.open) done();
      if (!data.text) return;
      const message = JSON.parse(data.text);
      waiting.get(message.id)?.(message);
      if (message.push) turn?.();
    };
  });
  const ask = (cmd, values = {}) =>
    new Promise((done) => {
      const id = next++;
      waiting.set(id, done);
      worker.postMessage({ line: 1, text: JSON.stringify({ id, cmd, ...values }) });
    });
  worker.postMessage({ line: 1, dial: true });
  await opened;
  await ask('hello', { name: 'Bench' });
  const start = performance.now() - begin;
  const { table } = await ask('create', { game: 'trex', seats: 2, bots: [null, 'expert'], autostart: true, pace: 'fast' });
  let worst = 0;
  const moves = [];
  for (const until = performance.now() + 6000; performance.now() < until; ) {
    const { ok, move } = await ask('suggest', { table, level: 'easy' });
    const sent = performance.now();
    if (ok) {
      await ask('move', { table, move });
      moves.push(performance.now() - sent);
    }
    await ask('ping');
    if (!ok) worst = Math.max(worst, performance.now() - sent);
    await new Promise((done) => setTimeout(done, 20));
  }
  worker.terminate();
  return { start, worst, moves };
}

async function inBrowser() {
  const browser = await openBrowser();
  const server = await new Server(await freePort()).start();
  try {
    const scripts = ['hall', 'think'].map((name) => `/assets/${readdirSync('web/dist/assets').find((file) => file.startsWith(`${name}.worker-`))}`);
    const results = [];
    for (let i = 0; i < RUNS; i++) {
      const page = await person(browser, server);
      await page.goto('/healthz');
      results.push(await page.evaluate(inWorker, scripts));
      await page.context().close();
    }
    const of = (name) => median(results.map((result) => result[name]));
    console.log(`from new Worker to hello ${of('start').toFixed(0)} ms; a move ${median(results.flatMap((result) => result.moves)).toFixed(1)} ms; worst ping while expert thinks ${of('worst').toFixed(0)} ms`);
    await measurePlayNow(browser, server);
    await inTestWorker(browser, server);
  } finally {
    await browser.close();
    await server.stop();
  }
}

sizes();
console.log(spawnSync('node', ['tests/wasm/hall.mjs', wasm, 'build-gcc/ludosaure', '--memory'], { encoding: 'utf8' }).stdout.trim());
await inBrowser();
speed();
