/* Print and play: every piece is on the sheets once, its back is behind it, and the PDF has the pages and the size of the sheets. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { axeFindsNothing } from './analysing.mjs';
import { everySecond, fastTable, freePort, games, person, Server, WEB } from './harness.mjs';

const MM = 96 / 25.4;
const TENTH = 0.1;
const POINTS = { a4: [595, 842], letter: [612, 792] };

async function opens(page, game) {
  await page.goto(`/print/${game}`);
  await page.waitForSelector('.options .main:enabled');
}

/** What is on each sheet, in millimetres from its left upper corner, as it would be printed; and words that leave their piece. */
const sheetsOf = (page) =>
  page.evaluate((mm) => {
    const [CARD, EDGE] = [4, 1.5]; /* white, frame and what keeps apart from it; nothing but white */
    const inside = (piece, word, slackMm) => {
      const slack = slackMm * mm;
      return (
        word.left >= piece.left + slack && word.right <= piece.right - slack && word.top >= piece.top && word.bottom <= piece.bottom - slack
      );
    };
    return [...document.querySelectorAll('.sheet')].map((sheet) => {
      const corner = sheet.getBoundingClientRect();
      const pieces = [...sheet.querySelectorAll('.piece')];
      return {
        back: sheet.classList.contains('back'),
        width: corner.width / mm,
        height: corner.height / mm,
        pieces: pieces.map((piece) => {
          const box = piece.getBoundingClientRect();
          const { kind, face } = piece.dataset;
          return { kind, face, x: (box.left - corner.left) / mm, y: (box.top - corner.top) / mm, width: box.width / mm };
        }),
        cut: pieces.flatMap((piece) =>
          [...piece.querySelectorAll('p, th, td, .text, .name, .number')]
            .filter(
              (word) =>
                word.textContent.trim() &&
                !inside(piece.getBoundingClientRect(), word.getBoundingClientRect(), word.matches('.reminder p') ? CARD : EDGE),
            )
            .map((word) => `${piece.dataset.face}: ${word.textContent}`),
        ),
      };
    });
  }, MM);

/** For each front its back on the next side, the paper turned over its long edge; for each back its front. */
function backsAreBehind(sheets) {
  const withBacks = new Set(sheets.filter(({ back }) => back).flatMap(({ pieces }) => pieces.map(({ kind }) => kind)));
  for (const [index, { back, width, pieces }] of sheets.entries()) {
    if (back) continue;
    const needed = pieces.filter(({ kind }) => withBacks.has(kind));
    const behind = sheets[index + 1]?.back ? sheets[index + 1].pieces : [];
    assert.equal(behind.length, needed.length, `as many backs as fronts on page ${index + 1}`);
    for (const front of needed) {
      const at = { x: width - front.x - front.width, y: front.y };
      const found = behind.filter((one) => Math.hypot(one.x - at.x, one.y - at.y) < TENTH && one.kind === front.kind);
      assert.equal(found.length, 1, `page ${index + 1}: behind ${front.face}`);
    }
  }
  return withBacks;
}

/** How many pieces the table on the first page promises. */
const promised = (page) =>
  page.$$eval('.first tbody tr', (rows) => rows.map((row) => Number(row.cells[1].textContent)).reduce((sum, count) => sum + count, 0));

const OTHER_CARDS = 'The pieces are those of this server';
const OWN_ACTION = { en: 'Sell ice cream at sea', fr: 'Vendre des glaces en mer' };

/** A folder for --data: the first edition of Tyrannosaurus Rex, and another card of Scale. */
function ownData() {
  const data = mkdtempSync(join(tmpdir(), 'ludosaure-print-'));
  cpSync(join(WEB, '../docs/examples/first-edition'), data, { recursive: true });
  mkdirSync(join(data, 'texts'));
  const texts = JSON.parse(readFileSync(join(WEB, '../data/texts/scale.json'), 'utf8'));
  writeFileSync(join(data, 'texts/scale.json'), JSON.stringify({ ...texts, actions: { ...texts.actions, o01: OWN_ACTION } }));
  return data;
}

/** The pages of a PDF in points, and the factors by which its pages enlarge what they draw. */
function read(pdf) {
  const text = pdf.toString('latin1');
  const sizes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, ...size]) =>
    size.map((one) => Math.round(Number(one))),
  );
  const streams = [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => {
    const end = text.indexOf('endstream', index);
    try {
      return inflateSync(pdf.subarray(index + length, end)).toString('latin1');
    } catch {
      return ''; /* a font, or a picture */
    }
  });
  const factors = streams.flatMap((stream) => [...stream.matchAll(/^([\d.]+) 0 0 \1 \S+ \S+ cm/gm)].map(([, factor]) => Number(factor)));
  return { sizes, factors };
}

/* What is drawn four times as large is made small again, of the 300 dots that Chromium writes to an inch. */
const TRUE_SIZE = 300 / 96 / 4;

async function printed(page, paper, sides) {
  const { sizes, factors } = read(await page.pdf({ preferCSSPageSize: true }));
  for (const size of sizes) assert.deepEqual(size, POINTS[paper]);
  if (sides > 1)
    assert.ok(
      factors.some((factor) => Math.abs(factor - TRUE_SIZE) < 1e-3),
      'a millimetre is one',
    );
  return sizes.length;
}

async function looksRight({ browser, server }, { id: game, seats }) {
  const page = await person(browser, server);
  await opens(page, game);
  await page.emulateMedia({ media: 'print' });
  const all = await sheetsOf(page);
  const fronts = all.filter(({ back }) => !back).flatMap(({ pieces }) => pieces);
  assert.doesNotMatch(await page.textContent('.book'), /\b(program|screen)\b/);
  assert.equal(fronts.length + 1, await promised(page), 'every piece is there once, and a rulebook');
  const withBacks = backsAreBehind(all);
  assert.deepEqual(
    all.flatMap(({ cut }) => cut),
    [],
  );
  for (const { width, height } of all) assert.ok(Math.hypot(width - 210, height - 297) < TENTH);
  await page.emulateMedia({ media: null });
  if (fronts.length === 0) return void assert.ok((await printed(page, 'a4', all.length)) > 1, 'the rulebook alone');
  await page.uncheck('#book');
  assert.equal(await printed(page, 'a4', all.length), all.length);
  /* In the other language, on the other paper, on one side, for fewer. */
  await page.selectOption('#language', 'fr');
  await page.waitForSelector('.options .main:enabled');
  await page.selectOption('#paper', 'letter');
  if (seats[0] < seats[1]) await page.selectOption('#seats', String(seats[0]));
  await page.check('#book');
  if (withBacks.size > 0) await page.uncheck('#backs');
  await page.waitForSelector('.options .main:enabled');
  await page.emulateMedia({ media: 'print' });
  const french = await sheetsOf(page);
  assert.deepEqual(
    french.flatMap(({ cut }) => cut),
    [],
  );
  assert.ok(french.every(({ back }) => !back));
  assert.ok((await printed(page, 'letter', french.length)) >= french.length + 1, 'the rulebook follows');
  assert.doesNotMatch(await page.textContent('.book'), /programme|écran/);
  assert.deepEqual(page.troubles, []);
}

const cutOut = ({ id }) => `${id}: printed to be cut out`;
export const onlyAll = everySecond(cutOut);

export default {
  ...Object.fromEntries(games().map((game) => [cutOut(game), (context) => looksRight(context, game)])),

  async 'a server with cards of its own prints them'({ browser }) {
    const data = ownData();
    const server = await new Server(await freePort(), { data }).start();
    try {
      const page = await person(browser, server);
      await opens(page, 'tyrannosaurus');
      const { cards } = JSON.parse(readFileSync(join(data, 'components/tyrannosaurus.json'), 'utf8'));
      for (const [dino, kinds] of Object.entries(cards))
        for (const [kind, count] of Object.entries(kinds))
          assert.equal(await page.locator(`.front [data-face="${kind} ${dino}"]`).count(), count, `${kind} ${dino}`);
      assert.match(await page.textContent('.first'), new RegExp(OTHER_CARDS));
      await page.uncheck('#book');
      await page.waitForFunction((words) => !document.querySelector('.first').textContent.includes(words), OTHER_CARDS);
      await opens(page, 'scale');
      assert.equal((await page.textContent('[data-face="action o01"]')).trim(), OWN_ACTION.en);
      assert.ok(!(await page.textContent('.first')).includes(OTHER_CARDS));
      /* The same on a table. */
      await fastTable(page, { game: 'scale', seats: 3, bots: [null, 'easy', 'easy'], options: { mode: 'stage', first_game: true } });
      await page.getByText(OWN_ACTION.en).first().waitFor();
      assert.deepEqual(page.troubles, []);
    } finally {
      await server.stop();
      rmSync(data, { recursive: true });
    }
  },

  async 'sheets to print on a phone, from the rulebook'({ browser, server }) {
    const [{ id, seats }] = games();
    const page = await person(browser, server, { size: 'phone', theme: 'dark' });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/rules/${id}`);
    await page.click(`a[href="/print/${id}"]`);
    await page.waitForSelector('.options .main:enabled');
    const before = await page.$$eval('.sheet', (sheets) => sheets.length);
    await page.selectOption('#seats', String(seats[0]));
    await page.waitForFunction((many) => document.querySelectorAll('.sheet').length < many, before);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    /* Paper is white in the dark, too. */
    assert.equal(await page.$eval('.sheet', (sheet) => getComputedStyle(sheet).color), 'rgb(42, 32, 24)');
    await axeFindsNothing(page);
    assert.deepEqual(page.troubles, []);
  },
};
