/* The ends of the games: each tells what decided it, and lets one see the table. */
import assert from 'node:assert/strict';
import { person } from './harness.mjs';
import { STATES } from './states.mjs';

const DIALOG = 'dialog[open]';

async function openState(context, name, screen = {}) {
  const page = await person(context.browser, context.server, screen);
  await STATES.find((state) => state.name === name).open(page, context);
  await page.waitForSelector(`${DIALOG} tbody tr`);
  return page;
}

const heads = (page) => page.$$eval(`${DIALOG} thead th`, (cells) => cells.map((cell) => cell.textContent.trim()));
const scores = (page) => page.$$eval(`${DIALOG} tbody tr`, (rows) => rows.map((row) => Number(row.lastElementChild.textContent.replace('−', '-'))));
const title = (page) => page.textContent(`${DIALOG} h2`);
const sorted = (list, best) => [...list].sort((a, b) => (best === 'lowest' ? a - b : b - a));

/** The dialog goes, the table is there as it was at the end, and the result can be had again. */
async function seesTheTable(page, parts) {
  await page.click(`${DIALOG} .button:has-text("Look at the table")`);
  await page.waitForSelector(DIALOG, { state: 'detached' });
  for (const part of parts) await page.waitForSelector(part);
  await page.click('.bar .button:has-text("Result")');
  await page.waitForSelector(`${DIALOG} tbody tr`);
  assert.deepEqual(page.troubles, []);
}

export default {
  async 'the end of T-Rex counts eggs by colour, and the table stays'(context) {
    const page = await openState(context, 'trex-end');
    assert.deepEqual(await heads(page), ['Player', 'yellow', 'blue', 'brown', 'green', 'red', 'Score']);
    assert.deepEqual(await scores(page), sorted(await scores(page)));
    /* Each row adds up: the squares of the eggs. */
    const sums = await page.$$eval(`${DIALOG} tbody tr`, (rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].slice(0, 5).reduce((sum, cell) => sum + (Number(cell.textContent) || 0) ** 2, 0)),
    );
    assert.deepEqual(sums, await scores(page));
    await seesTheTable(page, ['.trex .seats li', '.trex .track', '.trex .eggs']);
  },

  async 'the end of Tyrannosaurus Rex counts trees, and the table stays'(context) {
    const page = await openState(context, 'tyrannosaurus-end');
    assert.deepEqual(await heads(page), ['Player', 'Trees']);
    await seesTheTable(page, ['.valley', '.players']);
  },

  async 'the end of Trakks tells penalties, the lowest first, and the table stays'(context) {
    const page = await openState(context, 'trakks-end');
    assert.deepEqual(await heads(page), ['Player', 'Tiles left', 'Penalty']);
    const told = await scores(page);
    assert.deepEqual(told, sorted(told, 'lowest'));
    assert.ok(told.at(-1) > 0);
    assert.match(await page.textContent(`${DIALOG} .ending`), /lowest penalty wins/);
    await seesTheTable(page, ['.board .zoom', '[role=grid] [data-square]']);
  },

  async 'the end of On a Scale of One to T-Rex counts good and bad tokens, and the table stays'(context) {
    const page = await openState(context, 'scale-end');
    assert.deepEqual(await heads(page), ['Player', 'good tokens', 'bad tokens', 'Total']);
    for (const [good, bad, total] of await page.$$eval(`${DIALOG} tbody tr`, (rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent.replace('−', '-')))),
    ))
      assert.equal(good - bad, total);
    await seesTheTable(page, ['.seats .seat', '.dock .tokens']);
  },

  async 'a shared win is told as shared, in both languages'(context) {
    const page = await openState(context, 'scale-shared');
    assert.match(await title(page), /^You share the victory with Bob and Cléo!/);
    assert.equal(await page.locator(`${DIALOG} tbody tr.won`).count(), 3);
    const french = await openState(context, 'scale-shared', { language: 'fr' });
    assert.match(await title(french), /^Vous partagez la victoire avec Bob et Cléo/);
  },
};
