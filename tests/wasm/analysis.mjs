/* An analysis in WebAssembly is the same as the program's, byte for byte, and comes in steps.
 *
 * usage, in the root of the repository: node analysis.mjs FOLDER PROGRAM
 *        FOLDER has ludosaure.wasm, PROGRAM is ludosaure */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../../web/node_modules/esbuild/lib/main.js';
import { Protocol } from '../../web/tests/protocol.mjs';

const [wasm, program] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'ludosaure-analysis-'));
const outfile = join(folder, 'module.mjs');
await build({ entryPoints: [resolve('web/src/lib/device/module.ts')], outfile, bundle: true, format: 'esm', logLevel: 'error' });
globalThis.crypto ??= (await import('node:crypto')).webcrypto;
const { Module, NO_HALL } = await import(pathToFileURL(outfile).href);
const protocol = new Protocol(program);
const built = { compiled: new WebAssembly.Module(readFileSync(`${wasm}/ludosaure.wasm`)), texts: readFileSync(`${wasm}/texts.json`) };

/** The record of a match in which everyone makes any legal move. */
function play(game, seats, limit) {
  const moves = [];
  const seed = 'analysis';
  const options = { game, seats, seed };
  const ask = (requests) =>
    execFileSync(program, ['referee'], { input: requests.map((request) => JSON.stringify(request)).join('\n'), encoding: 'utf8' })
      .trim().split('\n').map((line) => JSON.parse(line));
  for (;;) {
    const before = [{ cmd: 'new', ...options }, ...moves.map(([seat, move]) => ({ cmd: 'play', seat, move }))];
    const seat = ask([...before, { cmd: 'to_act' }]).at(-1).seats[0];
    if (seat === undefined || moves.length === limit) {
      const record = ask([...before, { cmd: 'record' }]).at(-1).record;
      return { ...record, names: Array.from({ length: seats }, (_, i) => `Name ${i}`) };
    }
    const legal = ask([...before, { cmd: 'legal', seat }]).at(-1).moves;
    moves.push([seat, legal[(7 * moves.length) % legal.length]]);
  }
}

function analyse(record, effort) {
  const core = new Module(built, NO_HALL);
  core.learn(readdirSync('data/minds').map((name) => readFileSync(`data/minds/${name}`)));
  const ask = (request) => protocol.check('AnalysisReport', core.analyse(protocol.check('AnalysisRequest', request)));
  let answer = ask({ record, effort });
  const reports = [answer];
  while (answer.progress < 1000) reports.push((answer = ask({ steps: 5 })));
  assert.ok(reports.every(({ progress }, i) => i === 0 || progress >= reports[i - 1].progress));
  return ask({ show: true }).analysis;
}

const tests = {
  'the same as natively'() {
    const record = play('tyrannosaurus', 2);
    const path = join(folder, 'record.json');
    writeFileSync(path, JSON.stringify(record));
    const native = execFileSync(program, ['analyse', path, '--json', '--effort', '0'], { encoding: 'utf8' });
    assert.equal(JSON.stringify(analyse(record, 0)), native.trim());
  },
  'what cannot be analysed'() {
    const core = new Module(built, NO_HALL);
    assert.equal(core.analyse({ steps: 1 }).error.code, 'bad_request');
    assert.equal(core.analyse({ record: {} }).error.code, 'bad_record');
    const unfinished = play('tyrannosaurus', 2, 3);
    assert.match(core.analyse({ record: unfinished }).error.text.en, /not finished/);
    const illegal = { ...unfinished, moves: [[0, 'rest']] };
    assert.ok(core.analyse({ record: illegal }).error.code);
    assert.equal(core.analyse({ record: unfinished, effort: -1 }).error.code, 'bad_request');
    assert.equal(core.analyse({ steps: 0 }).error.code, 'bad_request');
    assert.equal(core.analyse([]).error.code, 'bad_request');
  },
};

let passed = 0;
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    test();
    passed++;
  } catch (error) {
    failed++;
    console.log(`${name}: ${error.stack}`);
  }
}
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
