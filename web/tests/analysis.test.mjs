/* The analysis beside a replay: in the background, by keyboard, kept, stopped, and played out. */
import assert from 'node:assert/strict';
import { axeFindsNothing, hasNoWorker, openRecord, PATIENCE, reaches, start, workers } from './analysing.mjs';
import { games, person } from './harness.mjs';
import { makeRecord } from './records.mjs';

/** The columns of the table of luck and decisions, as numbers. */
const accounts = (page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('.analysis [aria-labelledby=sums-title] tbody:first-of-type tr')];
    const numbers = rows.map((row) =>
      [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent.replace('−', '-').replace('+', ''))),
    );
    return numbers[0].map((_, seat) => numbers.map((row) => row[seat]));
  });

/* The first look at all decisions ends at this progress, of a thousand, whatever the machine: tests/core/analysis.c says how much work that
 * is at most. */
const FIRST_LOOK = 20;

/* In the page: where things are when the first sentences are there, and how far the analysis was when it sent them. */
function keepFirst() {
  window.places = () =>
    ['.story li:nth-child(1)', '.story li:nth-child(2)', '.story .work', '.board'].map((selector) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      return box && [selector, Math.round(box.top), Math.round(box.height)];
    });
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.story li')) return;
    observer.disconnect();
    window.first = window.places();
  }).observe(document, { subtree: true, childList: true });
  const { Worker } = window;
  window.Worker = class extends Worker {
    constructor(...how) {
      super(...how);
      this.addEventListener('message', ({ data }) => {
        if (data.rough && data.analysis) window.sent ??= data.progress;
      });
    }
  };
}

const tests = {
  async 'an analysis: in the background, exact sums, the curve, mistakes, and kept'({ browser, server }) {
    const page = await person(browser, server, { here: true });
    const record = await makeRecord('tyrannosaurus', ['Ann', 'Bob'], { after: 24 });
    await openRecord(page, record);
    await start(page);
    await page.waitForSelector('.story progress');
    await page.waitForSelector('.analysis .curve', PATIENCE);
    await page.click('[aria-label="Next move"]'); /* the replay goes on meanwhile */
    await reaches(page, 1);
    await page.waitForSelector('.story progress', { state: 'detached', ...PATIENCE });
    await hasNoWorker(page);

    for (const column of await accounts(page)) {
      const result = column.pop();
      assert.equal(
        column.reduce((sum, part) => sum + Math.round(10 * part), 0),
        Math.round(10 * result),
      );
    }
    /* The curve is a slider: by keyboard, and by tapping it. */
    await page.focus('.curve');
    await page.keyboard.press('ArrowUp');
    await reaches(page, 2);
    await page.keyboard.press('ArrowRight');
    await reaches(page, 3);
    assert.match(await page.getAttribute('.curve', 'aria-valuetext'), /^Move 3 of \d+: Ann \d+% and Bob \d+%$/);
    const box = await (await page.$('.curve')).boundingBox();
    await page.mouse.click(box.x + box.width - 12, box.y + 40);
    await reaches(page, record.moves.length);
    await page.focus('h1');
    await page.keyboard.press('PageUp');
    await page.waitForSelector('.points .now');
    await page.keyboard.press('End');
    await reaches(page, record.moves.length);
    await page.click('.analysis summary');
    await page.waitForFunction((rows) => document.querySelectorAll('.analysis details tbody tr').length === rows, record.moves.length + 1);

    /* Random players make mistakes. */
    await page.selectOption('.filters select', 'good');
    const all = Number(/\d+/.exec(await page.textContent('.filters + p'))[0]);
    await page.selectOption('.filters select', 'inaccuracy');
    const mistakes = Number(/\d+/.exec(await page.textContent('.filters + p'))[0]);
    assert.ok(mistakes > 0 && all > mistakes && all <= record.moves.length);
    await page.waitForSelector('.decision .row button:nth-child(2)');
    assert.match(await page.textContent('.decision'), /Played: .*Expert: /);
    const reasons = (await page.$$eval('.decision blockquote', (quotes) => quotes.map((quote) => quote.textContent))).join(' ');
    assert.match(reasons, /\b(Ann|Bob)\b/);
    assert.doesNotMatch(reasons, /\b(you|your|yours)\b|[{}]/i);
    await axeFindsNothing(page);
    const move = Number(await page.getAttribute('.decision', 'data-move'));
    await page.click('.decision .row button:first-child');
    await reaches(page, move);
    /* As the player saw it. */
    await page.waitForFunction((seat) => document.querySelector('.viewpoint select').value === seat, String(record.moves[move][0]));
    await page.click('.story .back');
    await reaches(page, record.moves.length);

    /* The second time it is there at once. */
    await openRecord(page, record);
    await page.waitForSelector('.analysis .curve');
    assert.equal(workers(page), 0);
    await page.click('.decision .row button:nth-child(2)');
    await page.waitForURL('**/here/*');
    await page.waitForSelector('.tyrannosaurus.table');
    assert.deepEqual(page.troubles, []);
  },

  async 'a match in three sentences: above the table, to a moment with the better move on it, and back'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone', touch: true });
    await page.setViewportSize({ width: 360, height: 640 });
    const record = await makeRecord('tyrannosaurus', ['Ann', 'Bob'], { level: 'random', after: 24 });
    await openRecord(page, record);
    await start(page);
    await page.waitForSelector('.story li', PATIENCE);
    const { bottom, controls } = await page.evaluate(() => ({
      bottom: document.querySelector('.story ol').getBoundingClientRect().bottom,
      controls: document.querySelector('.controls').getBoundingClientRect().top,
    }));
    assert.ok(bottom <= controls, 'all sentences are seen without scrolling');
    await page.waitForSelector('.story progress', { state: 'detached', ...PATIENCE });
    await axeFindsNothing(page);

    await page.click('[aria-label="Next move"]');
    await reaches(page, 1);
    const said = await page.textContent('.story .dearest');
    await page.click('.story .dearest button');
    const number = Number(/move (\d+)/.exec(said)[1]);
    await reaches(page, number - 1);
    await page.waitForSelector('.story.away >> text=Better:');
    await page.waitForSelector('.valley .hinted'); /* the better move, on the board */
    assert.ok((await page.textContent('.story.away')).includes(/.*winning\./.exec(said)[0]));
    await axeFindsNothing(page);
    await page.click('.story .back');
    await reaches(page, 1);
    await page.waitForFunction(() => document.activeElement.closest('li')?.className.includes('dearest'));
    /* The browser's own Back leads there too, and stays in the replay. */
    await page.click('.story .dearest button');
    await reaches(page, number - 1);
    await page.goBack();
    await reaches(page, 1);
    await page.waitForFunction(() => document.activeElement.closest('li')?.className.includes('dearest'));
    assert.deepEqual(page.troubles, []);
  },

  async 'the sentences keep their places and the table its own while they are refined'({ browser, server }) {
    for (const language of ['en', 'fr']) {
      const page = await person(browser, server, { size: 'phone', touch: true, language });
      await page.setViewportSize({ width: 360, height: 640 });
      await page.addInitScript(keepFirst);
      await openRecord(page, await makeRecord('tyrannosaurus', ['Ann', 'Bob'], { level: 'random', seed: 'places', after: 24 }));
      await start(page);
      const before = await page.evaluate(() => Math.round(document.querySelector('.board').getBoundingClientRect().top));
      await page.waitForSelector('.story .now >> text=/complete|terminée/', PATIENCE);
      const { first, last } = await page.evaluate(() => ({ first: window.first, last: window.places() }));
      assert.deepEqual(last, first);
      assert.equal(last.at(-1)[1], before, 'the table did not move when the sentences came');
      assert.deepEqual(page.troubles, []);
    }
  },

  async 'an analysis on a narrow phone, in French: a first picture, stopped, and ended with the page'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone', language: 'fr', theme: 'dark', touch: true });
    await page.setViewportSize({ width: 320, height: 640 });
    await openRecord(page, await makeRecord('trex', ['Ann', 'Bob', 'Cléo', 'Dan']));
    await start(page);
    await page.waitForSelector('.analysis [aria-labelledby=sums-title]', PATIENCE);
    await axeFindsNothing(page);
    await page.click('text=Arrêter');
    await hasNoWorker(page);
    await page.click('text=Analyser cette partie');
    await page.waitForSelector('.story progress');
    await page.goto('/'); /* not kept: it was not complete */
    await hasNoWorker(page);
    assert.deepEqual(page.troubles, []);
  },
};

for (const { id: game } of games())
  tests[`${game}: the sentences are there after a first look, before the rest of the work`] = async ({ browser, server }) => {
    const page = await person(browser, server, { size: 'phone', touch: true });
    await page.addInitScript(keepFirst);
    await openRecord(page, await makeRecord(game, ['Ann', 'Bob', 'Cléo', 'Dan']));
    await start(page);
    await page.waitForSelector('.story li', PATIENCE);
    assert.equal(await page.evaluate(() => window.sent), FIRST_LOOK);
    assert.deepEqual(page.troubles, []);
  };

export default tests;
