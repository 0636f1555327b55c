/* Helpers for the end of a match; the tests are in games/<id>/ending.mjs. */
import assert from 'node:assert/strict';
import { person } from './harness.mjs';
import { stateCalled } from './states.mjs';

export const DIALOG = 'dialog[open]';

export async function openState(context, name, screen = {}) {
  const page = await person(context.browser, context.server, screen);
  await stateCalled(name).open(page, context);
  await page.waitForSelector(`${DIALOG} tbody tr`);
  return page;
}

export const heads = (page) => page.$$eval(`${DIALOG} thead th`, (cells) => cells.map((cell) => cell.textContent.trim()));
export const scores = (page) =>
  page.$$eval(`${DIALOG} tbody tr`, (rows) => rows.map((row) => Number(row.lastElementChild.textContent.replace('−', '-'))));
export const title = (page) => page.textContent(`${DIALOG} h2`);
export const sorted = (list, best) => [...list].sort((a, b) => (best === 'lowest' ? a - b : b - a));

/** Closing the dialog shows the final table, and the result can be opened again. */
export async function seesTheTable(page, parts) {
  await page.click(`${DIALOG} .button:has-text("Look at the table")`);
  await page.waitForSelector(DIALOG, { state: 'detached' });
  for (const part of parts) await page.waitForSelector(part);
  await page.click('.bar .button:has-text("Result")');
  await page.waitForSelector(`${DIALOG} tbody tr`);
  assert.deepEqual(page.troubles, []);
}
