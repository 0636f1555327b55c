/* Records step by step, and puzzles, in WebAssembly: what the page asks and what the module answers is as data/schema says, for every
 * game and every viewpoint. What the answers mean is tested natively (tests/core/replay.c, tests/core/puzzles.c).
 *
 * usage, in the root of the repository: node requests.mjs FOLDER PROGRAM
 *        FOLDER has ludosaure.wasm, PROGRAM is ludosaure */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../../web/node_modules/esbuild/lib/main.js';
import { Protocol } from '../../web/tests/protocol.mjs';

const [wasm, program] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'ludosaure-requests-'));
const outfile = join(folder, 'module.mjs');
await build({ entryPoints: [resolve('web/src/lib/device/module.ts')], outfile, bundle: true, format: 'esm', logLevel: 'error' });
globalThis.crypto ??= (await import('node:crypto')).webcrypto;
const { Module, NO_HALL } = await import(pathToFileURL(outfile).href);
const built = { compiled: new WebAssembly.Module(readFileSync(`${wasm}/ludosaure.wasm`)), texts: readFileSync(`${wasm}/texts.json`) };
const protocol = new Protocol(program);
const PUZZLES = 6; /* of each game */

const referee = (requests) =>
  execFileSync(program, ['referee'], { input: requests.map((request) => JSON.stringify(request)).join('\n'), encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const { games } = referee([{ cmd: 'games' }])[0];

/** The record of a match in which everyone makes any legal move; `limit` of them. */
function play({ id: game, seats: [seats] }, limit = 24) {
  const moves = [{ cmd: 'new', game, seats, seed: 'requests' }];
  while (moves.length <= limit) {
    const seat = referee([...moves, { cmd: 'to_act' }]).at(-1).seats.at(-1);
    if (seat === undefined) break;
    const { moves: legal } = referee([...moves, { cmd: 'legal', seat }]).at(-1);
    moves.push({ cmd: 'play', seat, move: legal[(7 * moves.length) % legal.length] });
  }
  return referee([...moves, { cmd: 'record' }]).at(-1).record;
}

/** Asks as the page does. The request and the answer are checked. */
const asker = (core, kind, game) => (cmd, values) => {
  const request = protocol.check(`${kind}Requests/properties/${cmd}`, { cmd, ...values }, game);
  return protocol.check(`${kind}Answers/properties/${cmd}`, core[kind.toLowerCase()](request), game);
};

const tests = {
  'records of every game, as everyone saw them'() {
    for (const game of games) {
      const core = new Module(built, NO_HALL);
      const ask = asker(core, 'Replay', game.id);
      const record = play(game);
      const { moves, seats } = ask('open', { record });
      assert.ok(moves > 0);
      for (const viewer of [null, 'all', ...Array(seats).keys()]) {
        for (let move = 0; move <= moves; move += 5) assert.equal(ask('at', { move, viewer }).v, move);
        assert.equal(ask('log', { first: 1, last: moves, viewer }).log.length, moves);
      }
      assert.ok(protocol.check('ModuleRefusal', core.replay({ cmd: 'at', move: moves + 1, viewer: null })).error);
      record.moves[1][1] = 'fly';
      assert.equal(protocol.check('ModuleRefusal', core.replay({ cmd: 'open', record })).move, 2);
    }
  },
  'puzzles of every game that has some'() {
    let tried = 0;
    for (const { id: game } of games.filter(({ id }) => existsSync(`data/puzzles/${id}.json`))) {
      const core = new Module(built, NO_HALL);
      const ask = asker(core, 'Puzzle', game);
      const { puzzles } = JSON.parse(readFileSync(`data/puzzles/${game}.json`));
      const { first_day: first } = ask('days', { count: puzzles.length, first: 0, last: 0 });
      assert.deepEqual(ask('days', { count: puzzles.length, first: first - 1, last: first + 1 }).numbers, [-1, 0, 1]);
      for (const puzzle of puzzles.slice(0, PUZZLES)) {
        const { legal } = ask('open', { game, puzzle });
        const { move } = ask('solution', { game, puzzle });
        for (const answer of [move, ...legal]) assert.equal(ask('judge', { game, puzzle, move: answer }).solved || answer !== move, true);
        assert.ok(protocol.check('ModuleRefusal', core.puzzle({ cmd: 'judge', game, puzzle, move: 'fly' })).error);
        tried++;
      }
    }
    assert.ok(tried >= 3 * PUZZLES);
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
