/* The rules and the computer players do the same in WebAssembly as natively, byte for byte: every
 * playthrough, and seeded matches between computer players that think by iterations.
 *
 * usage, in the root of the repository: node same.mjs FOLDER PROGRAM [GAMES]
 *        FOLDER has the programs for WebAssembly, PROGRAM is bot_games */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { run } from './wasi.mjs';

const [folder, program, games = 40] = process.argv.slice(2);
const load = (name) => new WebAssembly.Module(readFileSync(`${folder}/${name}.wasm`));
let passed = 0;
let failed = 0;

function count(good, what) {
  if (good) passed++;
  else {
    failed++;
    console.log(what);
  }
}

const folders = readdirSync('tests/games', { withFileTypes: true }).filter((entry) => entry.isDirectory());
const paths = folders.flatMap(({ name }) =>
  readdirSync(`tests/games/${name}`)
    .filter((file) => file.startsWith('playthrough-'))
    .map((file) => `tests/games/${name}/${file}`),
);
const files = Object.fromEntries(paths.map((path) => [path, readFileSync(path)]));
const playthroughs = run(load('playthrough'), ['playthrough'], files);
const [, good] = /^(\d+) passed, 0 failed$/m.exec(playthroughs.output) ?? [];
count(playthroughs.code === 0 && Number(good) === paths.length, `playthroughs: ${playthroughs.output}`);

/* A few at a time, so that a difference is found early. */
const module = load('games');
const STEP = 10;
for (let first = 1; first <= Number(games); first += STEP) {
  const args = [String(first), String(Math.min(STEP, Number(games) - first + 1))];
  const expected = execFileSync(program, args, { encoding: 'utf8' }).split('\n');
  const lines = run(module, ['games', ...args]).output.split('\n');
  for (const [i, line] of expected.entries())
    if (line) count(line === lines[i], `natively ${line}\nhere     ${lines[i]}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
