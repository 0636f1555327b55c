/* Placings that somebody composes, checked by the compiled core as the page does it: with the page's own
 * code for the module and for the texts.
 *
 * usage, in the root of the repository: node drafts.mjs FOLDER PROGRAM
 *        FOLDER has ludosaure.wasm, PROGRAM is ludosaure */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../../web/node_modules/esbuild/lib/main.js';
import { Protocol } from '../../web/tests/protocol.mjs';

const [wasm, program] = process.argv.slice(2);
const protocol = new Protocol(program);
const folder = mkdtempSync(join(tmpdir(), 'ludosaure-drafts-'));
const MOST_MS = 2;

async function load(path) {
  const outfile = join(folder, path.replaceAll('/', '-').replace('.ts', '.mjs'));
  await build({ entryPoints: [resolve(`web/src/${path}`)], outfile, bundle: true, format: 'esm', logLevel: 'error' });
  return import(pathToFileURL(outfile).href);
}
globalThis.crypto ??= (await import('node:crypto')).webcrypto;
const { Module, NO_HALL } = await load('lib/device/module.ts');
const { draftText, parsePlace } = await load('games/trakks/logic.ts');
const built = { compiled: new WebAssembly.Module(readFileSync(`${wasm}/ludosaure.wasm`)), texts: readFileSync(`${wasm}/texts.json`) };
const core = new Module(built, NO_HALL);

/* The sheet's own example: a row, and upwards on its last tile a sequence. */
const EXAMPLE = 'b3@0,0 b4@1,0 b5@2,0 b6@3,0 r6@3,-1 y6@3,-2 g6@3,-3';

/** What seat 0 of two sees, with this table. */
const view = (table, rack, opened = true) => ({
  game: 'trakks', seats: 2, options: { rounds: 1, penalty: 'face', finish: 'any' }, round: 1, rounds: 1, starter: 0, phase: 'turn', turn: 0,
  table: table ? table.split(' | ').map((group) => group.split(' ')) : [],
  pool: ['y1'], bag: ['?', '?'],
  players: [{ rack: rack.split(' '), opened, penalty: 0 }, { rack: ['?', '?', '?'], opened: true, penalty: 0 }],
  giving: [null, null], passes: 0, rng: '?',
});

/** The answer about a plane, with tiles instead of places in the text. */
function check(seen, plane, seat = 0) {
  const laid = parsePlace(`place ${plane}`).flat();
  const request = { game: 'trakks', view: seen, seat, move: draftText(laid) };
  const { marks, error } = protocol.check('CheckedDraft', core.draft(protocol.check('Draft', request, 'trakks')), 'trakks');
  return { marks, error, rule: error?.rule ?? null, flaws: marks.flaws?.map(({ kind, tiles }) => [kind, tiles.map((index) => laid[index].tile).join(' ')]) };
}

const tests = {
  'what is right has no marks'() {
    const { flaws, error, marks } = check(view(EXAMPLE, 'r5 y5 g1'), `${EXAMPLE} r5@2,1 y5@2,2`);
    assert.deepEqual(flaws, []);
    assert.equal(error, undefined);
    assert.deepEqual([marks.groups, marks.groups_reserved, marks.crowded], [1, 0, false]);
  },
  'the two lines of two that the sheet speaks of'() {
    const { flaws, rule } = check(view(EXAMPLE, 'r5 y5 g1'), `${EXAMPLE} r5@2,-1 y5@2,-2`);
    assert.deepEqual(flaws, [['two', 'r5 r6'], ['two', 'y5 y6']]);
    assert.equal(rule, 'K11');
  },
  'two tiles that no line can have side by side'() {
    const { flaws, rule, error } = check(view('', 'r4 r4 b9 g1'), 'r4@0,0 r4@1,0');
    assert.deepEqual([flaws, rule], [[['wrong', 'r4 r4']], 'K11']);
    assert.match(error.text.en, /neither a run/);
  },
  'wrong lines and lonely tiles'() {
    const { flaws } = check(view('', 'b3 b4 r5 y9 g1'), 'b3@0,0 b4@1,0 r5@2,0 y9@8,8');
    assert.deepEqual(flaws, [['wrong', 'b3 b4 r5'], ['alone', 'y9']]);
  },
  'rules about more than lines, in both languages'() {
    const late = check(view(EXAMPLE, 'r5 y5 g1', false), `${EXAMPLE} r5@2,1 y5@2,2`);
    assert.deepEqual([late.flaws, late.rule], [[], 'K13']);
    assert.ok(late.error.text.en && late.error.text.fr && late.error.text.en !== late.error.text.fr);
    assert.equal(check(view(EXAMPLE, 'g1'), EXAMPLE).rule, 'K8');
    assert.equal(check(view(EXAMPLE, 'g1'), EXAMPLE, 1).error.code, 'not_your_turn');
  },
  'too many groups'() {
    const groups = ['b', 'r', 'y', 'g'].map((colour, at) => [1, 2, 3].map((number) => `${colour}${number}@${number},${at * 9}`).join(' '));
    const { marks, rule, flaws } = check(view(groups.slice(0, 3).join(' | '), 'g1 g2 g3 g4'), groups.join(' '));
    assert.deepEqual([marks.groups, marks.crowded, rule, flaws], [4, true, 'K12', []]);
  },
  'unreadable drafts'() {
    assert.deepEqual(core.draft({ game: 'trakks', view: {}, seat: 0, move: 'place b3@0,0' }).marks, {});
    assert.equal(core.draft({ game: 'trakks', view: view('', 'b3'), seat: 0, move: 'draw' }).error.code, 'bad_move');
    assert.equal(core.draft({ game: 'trakks', view: view('', 'b3'), seat: 9, move: 'draw' }).error.code, 'bad_request');
    for (const request of [{}, { game: 'trex', view: {}, seat: 0, move: '' }, { game: 7 }]) assert.equal(core.draft(request).error.code, 'bad_request');
  },
  'quickly, even with nearly all tiles on the table'() {
    const rows = ['b', 'r', 'y', 'g'].map((colour, at) => Array.from({ length: 14 }, (_, i) => `${colour}${i + 1}@${i},${at}`).join(' '));
    const seen = view(rows.join(' '), 'b1 b2 b3 g1');
    const times = Array.from({ length: 200 }, () => {
      const begin = performance.now();
      check(seen, `${rows.join(' ')} b1@0,20 b2@1,20 b3@2,20`);
      return performance.now() - begin;
    }).sort((a, b) => a - b);
    console.log(`   a check takes ${times[100].toFixed(2)} ms, at worst ${times[199].toFixed(2)} ms`);
    assert.ok(times[100] <= MOST_MS);
  },
};

let passed = 0;
let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    test();
    passed++;
    console.log(`ok ${name}`);
  } catch (error) {
    failed++;
    console.log(`broken: ${name}: ${error.stack}`);
  }
}
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
