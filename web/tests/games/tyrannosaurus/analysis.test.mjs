/* The replay of a match, and its analysis, which draws each player in the colour of their dinosaur. */
import assert from 'node:assert/strict';
import { openRecord, PATIENCE, start } from '../../analysing.mjs';
import { person } from '../../harness.mjs';
import { makeRecord } from '../../records.mjs';

export default {
  async 'tyrannosaurus: in a replay, long names leave room for what their players are doing'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone' });
    const names = ['Ann', 'Bob', 'Cléo', 'Zoé'].map((name) => `${name} ${'Maximilienne-Alexandra-Wilhelmina'.slice(0, 29 - name.length)}`);
    await openRecord(page, await makeRecord('tyrannosaurus', names));
    await page.waitForSelector('.waiting li');
    const out = await page.$$eval('.waiting li > *', (parts) => {
      const most = Math.min(innerWidth, parts[0].closest('.waiting').getBoundingClientRect().right);
      return parts.filter((part) => part.getBoundingClientRect().right > most + 1).map((part) => part.textContent);
    });
    assert.deepEqual(out, []);
    assert.deepEqual(page.troubles, []);
  },

  async 'tyrannosaurus: the lines of the analysis have the colours of the dinosaurs'({ browser, server }) {
    const page = await person(browser, server);
    await openRecord(page, await makeRecord('tyrannosaurus', ['Ann', 'Bob', 'Cléo', 'Zoé']));
    await start(page);
    await page.waitForSelector('.analysis .legend svg', PATIENCE);
    const lines = await page.$$eval('.analysis .legend svg', (marks) => marks.map((mark) => getComputedStyle(mark).color));
    const discs = await page.$$eval('.players circle.disc', (all) => all.map((disc) => getComputedStyle(disc).fill));
    assert.equal(new Set(lines).size, 4);
    assert.deepEqual([...new Set(discs)].sort(), [...lines].sort());
    await page.click('.story .stop'); /* stops */
    assert.deepEqual(page.troubles, []);
  },
};
