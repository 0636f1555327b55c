/* Opens replays and starts their analyses. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PATIENCE_MS } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const PATIENCE = { timeout: 400_000 };

/** Opens the replay of a record. */
export async function openRecord(page, record) {
  await page.goto('/me');
  await page.setInputFiles('input[type=file]', {
    name: 'record.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(record)),
  });
  await page.waitForSelector('.replay .slider');
  await page.waitForSelector('.story');
}

export const start = (page) => page.click('.story .start');
export const workers = (page) => page.workers().filter((worker) => worker.url().includes('analyse')).length;
export const hasNoWorker = async (page) => {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && workers(page) > 0;) await page.waitForTimeout(20);
  assert.equal(workers(page), 0, 'the worker has ended');
};
export const reaches = (page, move) =>
  page.waitForFunction((wanted) => Number(document.querySelector('.replay .slider')?.value) === wanted, move);

export async function axeFindsNothing(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  assert.deepEqual(
    violations.map(({ id: rule, nodes }) => [rule, nodes[0].html]),
    [],
  );
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is not wider than the screen');
}
