/* Puzzles: solving one of today's, with a wrong answer and a hint before; what is kept and shared; playing on; the
 * solution of another; practice, the archive, and days that have none. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { person, speakAs } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TODAY = '2026-11-16';
const NUMBER = 60; /* days since the first puzzle */
const KEYS = { NW: 7, N: 8, NE: 9, W: 4, E: 6, SW: 1, S: 2, SE: 3 };

/** The puzzle of this day, as the file has it. */
const puzzleOf = (game) => JSON.parse(readFileSync(new URL(`../../data/puzzles/${game}.json`, import.meta.url), 'utf8')).puzzles[NUMBER];

async function visitor(browser, server, options) {
  const page = await person(browser, server, options);
  await page.clock.install({ time: new Date(`${TODAY}T12:00:00Z`) });
  return page;
}

async function looksWell(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  assert.deepEqual(
    violations.map(({ id: rule, nodes }) => [rule, nodes[0].html]),
    [],
  );
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is not wider than the screen');
}

/** Chooses a direction by the keyboard and makes it final. */
async function choose(page, move) {
  await page.keyboard.press(String(KEYS[move.split(' ').at(-1)]));
  await page.click('form .button.main:enabled');
}

export default {
  async 'a puzzle of today: a wrong answer, a hint, the right one; the result is kept and can be shared'({ browser, server }) {
    const { values, stars } = puzzleOf('tyrannosaurus');
    const moves = Object.keys(values);
    const page = await visitor(browser, server, { here: true });
    await page.goto('/');
    await page.click('text=Today’s puzzles');
    await page.waitForSelector('.today .stars [role=img]');
    await looksWell(page);
    /* The page was left open over night. */
    for (const [time, latest] of [
      ['2026-11-17T00:00:01Z', 'Nov 16'],
      [`${TODAY}T12:00:00Z`, 'Nov 15'],
    ]) {
      await page.clock.setFixedTime(new Date(time));
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.waitForFunction((date) => document.querySelector('.archive .date')?.textContent.startsWith(date), latest);
    }
    await page.click('a[href="/puzzle/tyrannosaurus"]');
    await page.waitForSelector('.tyrannosaurus.table form');
    await choose(page, moves.at(-1));
    await page.waitForSelector('text=/Not the safest/');
    await page.waitForSelector('text=One answer so far.');
    await page.click('text="Hint"');
    await page.waitForSelector('.panel-puzzle .hint:not(:empty)');
    await looksWell(page);
    await choose(page, moves[0]);
    await page.waitForSelector('text=Solved!');
    assert.equal(await page.locator('text=/Waiting for/').count(), 0, 'nobody plays on');
    const shared = await page.textContent('.shared');
    const shown = '★'.repeat(stars) + '☆'.repeat(3 - stars);
    assert.match(shared, new RegExp(`^Ludosaure · [^★☆]* ${TODAY} ${shown} 2 tries, \\d+ s, with a hint$`));
    assert.ok(!moves.some((move) => shared.includes(move)), 'no spoiler');
    await page.reload();
    await page.waitForSelector('text=Solved!');
    await page.click('.panel-puzzle a[href="/puzzles"]');
    await page.waitForSelector('text=1 day in a row');
    await page.click('a[href="/puzzle/tyrannosaurus"]');
    await page.click('text=Play on from here');
    await page.waitForURL('**/here/*');
    await page.waitForSelector('.tyrannosaurus.table');
    assert.deepEqual(page.troubles, []);
  },

  async 'on a phone: the solution is shown on the table and does not count; practice; days without a puzzle'({ browser, server }) {
    const page = await visitor(browser, server, { size: 'phone', touch: true, language: 'fr', theme: 'dark' });
    await page.goto('/puzzle/trakks');
    await page.waitForSelector('.panel-puzzle');
    await page.click('text=Voir la solution');
    await page.waitForSelector('text=La solution est éclairée');
    await page.waitForSelector('text=ne compte pas');
    await looksWell(page);
    await page.goto('/puzzle/trex/2026-11-17');
    await page.waitForSelector('text=Ce problème arrive le 17 nov. 2026');
    await speakAs(page, 'en');
    await page.waitForSelector('[role=alert] >> text=Nov 17, 2026');
    await speakAs(page, 'fr');
    await page.goto('/puzzle/trex/2026-02-30');
    await page.waitForSelector('text=Il n’y a pas de problème');
    await page.goto('/puzzles');
    await page.waitForSelector('.today >> text=Solution vue');
    assert.equal(await page.locator('text=d’affilée').count(), 0);
    /* At midnight, today's puzzles change before one's eyes. */
    await page.clock.fastForward('12:00:01');
    await page.waitForFunction(() => document.querySelector('.archive .date')?.textContent.startsWith('16 nov.'));
    assert.equal(await page.locator('.today >> text=Solution vue').count(), 0);
    await page.click('section button:enabled:has-text("T-Rex")');
    await page.waitForURL('**/puzzle/trex/2026-*');
    const card = page.locator('.trex .dock button[data-move]').first();
    await card.waitFor();
    await looksWell(page);
    assert.deepEqual(page.troubles, []);
  },
};
