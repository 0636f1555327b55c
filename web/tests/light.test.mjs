/* How many bytes the page loads over the network, gzipped as the server sends them. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { games, person, quickGame } from './harness.mjs';

const START_MAX = 100_000;
const TABLE_MAX = 160_000;

/* Fonts and pictures are already compressed; everything else is counted after gzip. */
function weigh(page) {
  const weights = new Map();
  const reads = [];
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (path.startsWith('/api/')) return;
    reads.push(
      response.body().then(
        (body) => weights.set(path, Math.min(body.length, gzipSync(body, { level: 9 }).length)),
        () => undefined,
      ),
    );
  });
  return async () => {
    await Promise.all(reads);
    return [...weights.values()].reduce((sum, one) => sum + one, 0);
  };
}

export default Object.fromEntries(
  games().map(({ id: game }) => [
    `${game}: light to load`,
    async ({ browser, server }) => {
      const page = await person(browser, server);
      const sum = weigh(page);
      await page.goto('/');
      await page.waitForSelector('.games button:enabled');
      await page.waitForLoadState('networkidle');
      const start = await sum();
      await quickGame(page, game);
      await page.waitForLoadState('networkidle');
      const table = await sum();
      console.log(`        ${game}: start page ${(start / 1000).toFixed(1)} kB, with the table ${(table / 1000).toFixed(1)} kB`);
      assert.ok(start <= START_MAX, `start page: ${start}`);
      assert.ok(table <= TABLE_MAX, `table: ${table}`);
    },
  ]),
);
