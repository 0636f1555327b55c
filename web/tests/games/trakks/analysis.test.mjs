/* The analysis of a match draws what could have been laid. */
import assert from 'node:assert/strict';
import { axeFindsNothing, openRecord, PATIENCE, start } from '../../analysing.mjs';
import { person } from '../../harness.mjs';
import { makeRecord } from '../../records.mjs';

export default {
  async 'trakks: the analysis draws what could have been laid'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone' });
    await openRecord(page, await makeRecord('trakks', ['Ann', 'Bob']));
    await start(page);
    await page.waitForSelector('.analysis .filters', PATIENCE);
    await page.selectOption('.filters select', 'inaccuracy');
    await page.waitForSelector('.decision [role=img][aria-label*="could have been laid"] .fresh .tile');
    await axeFindsNothing(page);
    assert.deepEqual(page.troubles, []);
  },
};
