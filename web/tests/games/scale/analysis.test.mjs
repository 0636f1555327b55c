/* The analysis of a match says what the performances gave away. */
import assert from 'node:assert/strict';
import { openRecord, PATIENCE, start } from '../../analysing.mjs';
import { person } from '../../harness.mjs';
import { makeRecord } from '../../records.mjs';

export default {
  async 'scale: the analysis says what the performances gave away'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone' });
    await openRecord(page, await makeRecord('scale', ['Ann', 'Bob', 'Cléo']));
    await start(page);
    await page.waitForSelector('text=No decision can be judged', PATIENCE);
    /* A record does not show what everyone saw, so it does not put the result down to luck. */
    assert.match(await page.textContent('.story ol'), /(Won|Lost): move \d+ changed the most/);
    assert.match(await page.textContent('.story ol'), /Turning over|No pair was turned over/);
    assert.match(await page.textContent('.analysis dl'), /Turning over|No pair was turned over/);
    assert.deepEqual(page.troubles, []);
  },
};
