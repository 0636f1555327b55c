/* Which files in this folder are tests: those called *.test.mjs. Each other module is a program, or part of one: a file that
 * nothing imports would be a test that never runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PROGRAMS = ['run.mjs', 'units.mjs', 'pictures.mjs'];
const isTest = (path) => path.endsWith('.test.mjs');
export const MAIN_PATHS = 'main-paths.test.mjs';

const modules = readdirSync(FOLDER, { recursive: true })
  .filter((path) => path.endsWith('.mjs'))
  .sort();

/** All files with tests, but those of games that the program does not have: the template is a game once it is copied. The main
 * paths are only for --engines. */
export const testFiles = (games) =>
  modules.filter((path) => {
    const [, game] = /^games\/(\w+)/.exec(path) ?? [];
    return isTest(path) && path !== MAIN_PATHS && (!game || games.includes(game));
  });

/** Modules that are neither tests nor needed by a test or a program. */
export function misplaced() {
  const needed = new Set(PROGRAMS);
  const folders = [...new Set(modules.map(dirname))];
  for (const path of modules)
    for (const [, imported] of readFileSync(join(FOLDER, path), 'utf8').matchAll(
      /(?:from|import\(|new URL\() ?['"`](\.[^'"`]+\.mjs)['"`]/g,
    ))
      /* In a path like `games/${id}/states.mjs`, any folder may stand. */
      for (const folder of imported.includes('$') ? folders.map((one) => one.split('/').pop()) : [''])
        needed.add(normalize(join(dirname(path), imported.replace(/\$\{\w+\}/, folder))));
  return modules.filter((path) => !isTest(path) && !needed.has(path));
}
