/* units.mjs [WORD...]: runs the unit tests, or those in files with a word in their path, and ends with `N passed, M failed`, as all tests of this project do. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const vitest = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', ...process.argv.slice(2)], {
  cwd: WEB,
  encoding: 'utf8',
});
const report = JSON.parse(vitest.stdout.slice(vitest.stdout.indexOf('{')));
for (const file of report.testResults) {
  if (file.status === 'failed' && file.assertionResults.length === 0) console.log(`broken: ${file.name}: ${file.message}`);
  for (const test of file.assertionResults)
    if (test.status === 'failed') console.log(`broken: ${test.fullName}: ${test.failureMessages.join(' ')}`);
}
const failed = Math.max(report.numFailedTests, report.numFailedTestSuites > 0 ? 1 : 0);
console.log(`${report.numPassedTests} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
