/* Replays: of a match on the server, of one on this device, and of a file; links, viewpoints, keys, the film,
 * and playing on from a moment. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { seed } from './chance.mjs';
import { ask, fastTable, games, introduce, person, speakAs, typeWholeGame } from './harness.mjs';
import { makeRecord } from './records.mjs';
import { BOARDS } from './states.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const NAMES = ['Ann', 'Bob', 'Cléo'];

/** Chooses a file with this text on the page of one's games. */
async function openFile(page, text) {
  await page.goto('/me');
  await page.setInputFiles('input[type=file]', { name: 'record.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}

/** Drops one on the page. */
const dropFile = (page, text) =>
  page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([dropped], 'record.json'));
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, text);

async function openRecord(page, record) {
  await openFile(page, JSON.stringify(record));
  await page.waitForSelector('.replay .slider');
}

const at = async (page) => Number(await page.inputValue('.slider'));
const reaches = (page, move) => page.waitForFunction((wanted) => Number(document.querySelector('.slider')?.value) === wanted, move);
/** The view on the screen is that of the slider's move: the last line of the log is announced. */
const announced = (page) => page.textContent('p[role=log]');

/** A match between computer players on the server, played to its end before somebody's eyes. */
async function finished(page, request) {
  const table = await fastTable(page, { public: true, sit: null, ...request });
  await page.waitForSelector('dialog[open]');
  return table;
}

const tests = {
  async 'the end of a match leads to its replay, and a link to a move from a viewpoint'({ browser, server }) {
    const page = await person(browser, server);
    /* Without https, as on a home network, pages have no clipboard, but may copy what is selected. */
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      addEventListener('copy', ({ target }) => (window.copied = target.value.slice(target.selectionStart, target.selectionEnd)));
    });
    const table = await finished(page, { game: 'tyrannosaurus', seats: 2, bots: ['easy', 'easy'] });
    await page.click(`dialog a[href="/r/${table}"]`);
    await page.waitForSelector('.replay .slider');
    assert.equal(await at(page), 0);
    await page.click('[aria-label="Next move"]');
    await page.click('[aria-label="Next move"]');
    await reaches(page, 2);
    await page.selectOption('.viewpoint select', '1');
    await page.waitForURL(`**/r/${table}?move=2&seat=1`);
    await page.click('text=Copy link');
    await page.waitForSelector('.copy >> text=Copied.');
    assert.equal(await page.evaluate(() => window.copied), `${server.address}/r/${table}?move=2&seat=1`);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Copy link', 'the focus is where it was');
    const other = await person(browser, server);
    await other.goto(`/r/${table}?move=7&seat=0`);
    await other.waitForSelector('.tyrannosaurus.table');
    assert.equal(await at(other), 7);
    assert.equal(await other.inputValue('.viewpoint select'), '0');
    assert.deepEqual([...page.troubles, ...other.troubles], []);
  },

  async 'a private match: those who sat there see its replay, others when the host lets everyone'({ browser, server }) {
    const [host, page, other] = [await person(browser, server), await person(browser, server), await person(browser, server)];
    for (const one of [host, page]) await introduce(one);
    const request = { game: 'tyrannosaurus', seats: 2, bots: [null, 'easy'], sit: null, autostart: true, pace: 'fast', seed: seed() };
    const { table, invite } = await ask(server, '/api/tables', request, host.secret);
    await page.goto(`/j/${invite}`);
    await page.click('button.main:enabled');
    await page.waitForSelector('.table-screen .side');
    await typeWholeGame(page, { choose: (moves) => moves[0] });
    await introduce(other); /* with the same name */
    await other.goto(`/r/${table}`);
    await other.waitForSelector('.error[role=alert]');
    /* Only the host is offered what only the host may do. */
    await host.goto(`/r/${table}`);
    await host.waitForSelector('text=Let everyone see it');
    await page.goto(`/r/${table}`);
    await page.waitForSelector('.replay .slider');
    await page.waitForSelector('text=Only those who sat at the table');
    assert.equal(await page.locator('text=Let everyone see it').count(), 0);
    assert.equal(await page.inputValue('.viewpoint select'), '0', 'one’s own seat');
    await host.click('text=Let everyone see it');
    await host.waitForFunction(() => !document.body.textContent.includes('Let everyone see it'));
    await other.reload();
    await other.waitForSelector('.replay .slider');
    assert.equal(await other.inputValue('.viewpoint select'), 'all', 'not the seat of a namesake');
    assert.deepEqual([...host.troubles, ...page.troubles], []);
  },

  async 'by keyboard: moves, turning points, start and end; each move is announced'({ browser, server }) {
    const page = await person(browser, server);
    const record = await makeRecord('trex', NAMES);
    await openRecord(page, record);
    await page.focus('h1');
    await page.keyboard.press('ArrowRight');
    await reaches(page, 1);
    await page.waitForFunction(() => document.querySelector('p[role=log]').textContent.includes('Ann plays'));
    const first = await announced(page);
    await page.keyboard.press('ArrowRight');
    await reaches(page, 2);
    await page.waitForFunction((before) => !document.querySelector('p[role=log]').textContent.includes(before), first);
    await page.keyboard.press('ArrowLeft');
    await reaches(page, 1);
    await page.waitForFunction((before) => document.querySelector('p[role=log]').textContent === before, first);
    await page.keyboard.press('PageDown');
    await page.waitForSelector('.point.now');
    const there = await at(page);
    assert.ok(there > 1);
    await page.keyboard.press('PageDown');
    assert.ok((await at(page)) > there);
    await page.keyboard.press('PageUp');
    await reaches(page, there);
    await page.keyboard.press('End');
    await reaches(page, record.moves.length);
    await page.waitForFunction(() => document.querySelector('p[role=log]').textContent.includes('win'));
    await page.keyboard.press('Home');
    await reaches(page, 0);
    assert.deepEqual(page.troubles, []);
  },

  async 'the film runs to the end, at the speed that is chosen'({ browser, server }) {
    const page = await person(browser, server, { pace: 'instant' });
    const record = await makeRecord('tyrannosaurus', NAMES);
    await openRecord(page, record);
    await page.selectOption('.speed select', 'faster');
    await page.fill('.slider', String(record.moves.length - 6));
    await page.click('[aria-label="Play"]');
    await page.waitForSelector('[aria-label="Pause"]');
    await reaches(page, record.moves.length);
    await page.waitForSelector('[aria-label="Play"]');
    assert.deepEqual(page.troubles, []);
  },

  async 'playing on from a moment: on this device, with the cards that one had'({ browser, server }) {
    const page = await person(browser, server, { here: true });
    const record = await makeRecord('trex', NAMES);
    await openRecord(page, record);
    await page.fill('.slider', '40');
    await reaches(page, 40);
    await page.selectOption('.viewpoint select', '1');
    const hand = () => page.$$eval('.dock button[data-move]', (cards) => cards.map((card) => card.dataset.move).sort());
    await page.waitForSelector('.dock button[data-move]');
    const before = await hand();
    await page.click('.panel-replay .button.main');
    await page.waitForURL('**/here/*');
    await page.waitForSelector('.trex .dock button[data-move]');
    await page.waitForFunction(() => !document.querySelector('.replay'));
    assert.deepEqual(await hand(), before);
    assert.deepEqual(page.troubles, []);
  },

  async 'a file can be dropped on the page; if it is no record, the page says why'({ browser, server }) {
    const page = await person(browser, server);
    const record = await makeRecord('tyrannosaurus', NAMES);
    const explained = async (text, pattern) => {
      await openFile(page, text);
      await page.waitForSelector('.error[role=alert]');
      assert.match(await page.textContent('.error'), pattern);
    };
    await page.goto('/');
    await dropFile(page, 'no JSON');
    await page.waitForSelector('.error[role=alert]');
    assert.match(await page.textContent('.error'), /“record.json” is not a record of Ludosaure: it is not JSON/);
    await speakAs(page, 'fr');
    assert.match(await page.textContent('.error'), /record.json.+n’est pas un enregistrement/);
    await dropFile(page, JSON.stringify({ ...record, names: [] }));
    await page.waitForSelector('.viewpoint option >> text=Joueur 1', { state: 'attached' });
    await speakAs(page, 'en');
    await page.waitForSelector('.viewpoint option >> text=Player 1', { state: 'attached' });
    await explained('{"moves":[]}', /“record.json” is not a record of Ludosaure\.$/);
    await explained(' '.repeat(4_000_001), /too large/);
    await explained('{"ludosaure":1}', /cannot be replayed/);
    await explained(JSON.stringify({ ...record, result: { ...record.result, winners: [9] } }), /cannot be replayed.*result/);
    record.moves[4][1] = 'fly';
    await explained(JSON.stringify(record), /goes wrong at move 5/);
    assert.deepEqual(page.troubles, []);
  },
};

/* Long enough to break a line. */
const LONG_NAMES = ['Maximilienne-Alexandra de Rex', 'Bartholomäus von Hohenstein', 'Zoé'];
const LAPTOPS = [
  [1366, 768],
  [1280, 720],
];
const PHONES = [
  [844, 390],
  [667, 375],
  [390, 844],
  [360, 740],
  [320, 568],
];
const STEPS = 20;
const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Where this part of the table begins and ends, and how far it is seen: up to the controls. */
const places = (page, part) =>
  page.evaluate((selector) => {
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
    const [above, controls] = ['.replay .above', '.replay .controls'].map((one) => document.querySelector(one).getBoundingClientRect());
    const isCovered = above.bottom > controls.top + 1 || controls.bottom > innerHeight + 1;
    return { top: Math.round(top), bottom: Math.floor(bottom), end: isCovered ? 0 : controls.top };
  }, part);

/** The controls are in sight and cover nothing, at any size; on a laptop no sentence above the table moves it. */
async function staysInSight(page, moves, { part, whole, still, sentences }) {
  for (const [width, height] of [...LAPTOPS, ...PHONES]) {
    await page.setViewportSize({ width, height });
    await drawn(page);
    const { bottom, end } = await places(page, part);
    assert.ok(end > 0, `${width}×${height}: the controls cover something`);
    if (whole) assert.ok(bottom <= end, `${width}×${height}: ${part} ends at ${bottom}, the controls begin at ${end}`);
  }
  if (!still) return;
  const [width, height] = LAPTOPS[0];
  await page.setViewportSize({ width, height });
  const tops = new Set();
  for (let move = 0; move < Math.min(STEPS, moves); move++) {
    await page.fill('.slider', String(move));
    await reaches(page, move);
    await drawn(page);
    tops.add((await places(page, part)).top);
  }
  /* Few matches have the longest. */
  for (const words of [1, 40])
    for (const sentence of sentences) {
      await page.$eval(sentence, (element, count) => (element.textContent = 'Maximilienne '.repeat(count)), words);
      await drawn(page);
      tops.add((await places(page, part)).top);
    }
  assert.equal(tops.size, 1, `${part} jumps: ${[...tops]}`);
}

/* Every other game on a phone. */
for (const [index, { id, seats }] of games().entries()) {
  const phone = index % 2 === 0;
  tests[`${id}: a replay on a ${phone ? 'phone' : 'laptop'}, from each viewpoint, with nothing for axe to find`] = async ({
    browser,
    server,
  }) => {
    const record = await makeRecord(id, LONG_NAMES.slice(0, Math.max(seats[0], 3)));
    const page = await person(browser, server, { size: phone ? 'phone' : 'laptop', language: phone ? 'fr' : 'en', touch: phone });
    await openRecord(page, record);
    await page.fill('.slider', String(Math.floor(record.moves.length / 2)));
    for (const viewpoint of ['null', 'all', '0']) {
      await page.selectOption('.viewpoint select', viewpoint);
      await page.waitForFunction((chosen) => document.querySelector('.viewpoint select').value === chosen, viewpoint);
    }
    assert.equal(await page.$('.pad'), null, 'nobody performs in a replay');
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    assert.deepEqual(
      violations.map(({ id: rule, nodes }) => [rule, nodes[0].html]),
      [],
    );
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is not wider than the screen');
    if (BOARDS[id]) await staysInSight(page, record.moves.length, BOARDS[id]);
    assert.deepEqual(page.troubles, []);
  };
}

export default tests;
