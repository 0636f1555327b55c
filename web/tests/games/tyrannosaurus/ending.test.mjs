import assert from 'node:assert/strict';
import { heads, openState, scores, seesTheTable } from '../../ending.mjs';
import { person } from '../../harness.mjs';
import { AT_END } from '../../scenes.mjs';
import { sitDown, type } from '../../sitting.mjs';
import { momentOfRounds } from './scenes.mjs';

export default {
  async 'the end of Tyrannosaurus Rex counts trees, and the table stays'(context) {
    const page = await openState(context, 'tyrannosaurus-end');
    assert.deepEqual(await heads(page), ['Player', 'Trees']);
    await seesTheTable(page, ['.valley', '.players']);
  },

  async 'after a round, Tyrannosaurus Rex says how it ended and who plays what; the end has a column for each'({ browser, server }) {
    const page = await person(browser, server);
    const { position, move } = await momentOfRounds(AT_END);
    await sitDown(page, position);
    assert.match(await page.textContent('.tyrannosaurus .turn'), /^\s*Round 1 of 2\s+· Turn 8 of 8/);
    await type(page, move);
    const told = '.panel[role="status"]';
    await page.waitForSelector(told);
    assert.match(await page.textContent(told), /Round 1 is over.*in all.*Round 2 begins.*You play/s);
    await page.click(`${told} button`);
    await page.waitForSelector(told, { state: 'detached' });
    assert.match(await page.textContent('.tyrannosaurus .turn'), /^\s*Round 2 of 2\s*$/);

    const last = await momentOfRounds('ending');
    await sitDown(page, last.position);
    await type(page, last.move);
    await page.waitForSelector('dialog[open] tbody tr');
    assert.deepEqual(await heads(page), ['Player', 'Round 1', 'Round 2', 'In all']);
    const rows = await page.$$eval('dialog[open] tbody tr', (all) =>
      all.map(({ cells }) => [...cells].slice(1).map((cell) => Number(cell.textContent))),
    );
    for (const [one, two, total] of rows) assert.equal(one + two, total);
    assert.deepEqual(
      rows.map((row) => row[2]),
      await scores(page),
    );
    assert.match(await page.textContent('.account summary'), /trees of this round/);
    assert.deepEqual(page.troubles, []);
  },

  async 'who was out of a round of Tyrannosaurus Rex has a 0 there, and is not called out of the match'({ browser, server }) {
    const page = await person(browser, server);
    const { position, move } = await momentOfRounds('afterOut');
    await sitDown(page, position);
    await type(page, move);
    await page.waitForSelector('dialog[open] tbody tr');
    assert.match(await page.textContent('dialog[open]'), /A 0 means out of that round/);
    assert.doesNotMatch(await page.textContent('dialog[open] tbody'), /out/);
    assert.deepEqual(page.troubles, []);
  },
};
