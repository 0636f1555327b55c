/* Playing at the games' own tables: by mouse, by touch, by keyboard; several people at one table;
 * and what none of them may see. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fastTable, person, PROGRAM, tabTo } from './harness.mjs';

/* On a machine that does much else, a step may take its time. */
const STEP_MS = 60_000;

/** How somebody presses what a selector finds, and with which kind of screen. */
export const HANDS = {
  mouse: { screen: {}, press: (page, selector) => page.click(selector) },
  touch: { screen: { size: 'phone', touch: true }, press: (page, selector) => page.tap(selector) },
  keyboard: {
    screen: {},
    async press(page, selector) {
      await tabTo(page, selector);
      await page.keyboard.press('Enter');
    },
  },
};

export const any = (list) => list[Math.floor(Math.random() * list.length)];

/** Somebody whose browser also tells what the server told it: `told` (the last moment with a view),
 * `events` (all that happened) and `hint` (the last move proposed). */
export async function listener(browser, server, screen = {}) {
  const page = await person(browser, server, screen);
  page.setDefaultTimeout(STEP_MS);
  page.told = null;
  page.events = [];
  page.hint = null;
  /* And what of it the page has already worked through. */
  await page.addInitScript(() => {
    window.heard = -1;
    window.WebSocket = class extends WebSocket {
      constructor(...values) {
        super(...values);
        this.addEventListener('message', ({ data }) => {
          const { v } = JSON.parse(data);
          if (v !== undefined) setTimeout(() => (window.heard = v));
        });
      }
    };
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const told = JSON.parse(String(payload));
      if (told.move) page.hint = told.move;
      if (told.push !== 'table' && told.push !== 'step') return;
      if (told.view) page.told = told;
      page.events.push(...(told.events ?? []));
    }),
  );
  return page;
}

/** Waits until something is so, as far as this side of the wire can tell. */
export async function until(isSo, what, most = STEP_MS) {
  const end = Date.now() + most;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

/** Waits until these pages show what their server has told last. */
export async function settled(...pages) {
  for (const page of pages) {
    await page.waitForFunction((v) => window.heard >= v, page.told.v);
    await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)))));
  }
}

/** Plays on until the end is told: `move` is made whenever `ready` is there. */
export async function playToEnd(page, ready, move, seconds = 140) {
  const end = Date.now() + seconds * 1000;
  for (let moves = 0; ; moves++) {
    const left = end - Date.now();
    if (left <= 0) throw new Error(`not over after ${moves} moves`);
    await page.waitForSelector(`dialog[open], ${ready}`, { timeout: left });
    if (await page.$('dialog[open]')) return moves;
    const { v } = page.told;
    await move(page);
    await until(() => page.told.v > v, 'the move is made');
  }
}

/** The end is told, nothing was refused, nothing went wrong. */
export async function endedWell(page, seats) {
  assert.equal(await page.locator('dialog tbody tr').count(), seats);
  await seenWell(page);
}
export async function seenWell(page) {
  assert.deepEqual(await page.locator('.notice').allTextContents(), []);
  assert.deepEqual(page.troubles, []);
}

/** People at one table, each with a browser of their own; the seats in this order. */
export async function company(browser, server, seats, request, screen = () => ({})) {
  const pages = [];
  for (let seat = 0; seat < seats; seat++) pages.push(await listener(browser, server, screen(seat)));
  const table = await fastTable(pages[0], { seats, public: true, ...request });
  for (const [seat, page] of pages.entries()) {
    if (seat === 0) continue;
    await page.goto(`/t/${table}`);
    await page.click(`.two li:nth-child(${seat + 1}) .button`);
  }
  for (const page of pages) await page.waitForSelector('.table-screen .side');
  return pages;
}

/** All that a page holds: the document as it is, with what stands in its fields. */
export function everything(page) {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, select, textarea')].map((field) => `${field.value} ${field.checked ?? ''}`);
    return [document.documentElement.outerHTML, ...fields].join('\n');
  });
}

/** Whether a text has this name or code in it, not as a part of something longer. */
export const mentions = (text, name) => new RegExp(`(?<![\\w-]|\\d\\.)${name}(?![\\w-]|\\.\\d)`, 'i').test(text);

/** The rules themselves, to get to where a test begins. */
export class Referee {
  constructor() {
    this.process = spawn(PROGRAM, ['referee'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  async ask(cmd, values = {}) {
    this.process.stdin.write(`${JSON.stringify({ id: 0, cmd, ...values })}\n`);
    const answer = JSON.parse((await this.lines.next()).value);
    if (!answer.ok) throw new Error(JSON.stringify(answer.error));
    return answer;
  }

  end() {
    this.process.stdin.end();
  }
}

/** The first position of a match between computer players that is what is looked for; matches are
 * played until there is one. */
export async function positionWhere(begin, isIt, level = 'easy') {
  const referee = new Referee();
  try {
    for (let seed = 1; seed < 400; seed++) {
      await referee.ask('new', { ...begin, seed: String(seed) });
      for (;;) {
        const { position } = await referee.ask('position');
        if (isIt(position)) return position;
        const { seats } = await referee.ask('to_act');
        if (seats.length === 0) break;
        const seat = any(seats);
        const { move } = await referee.ask('suggest', { seat, level });
        await referee.ask('play', { seat, move });
      }
    }
  } finally {
    referee.end();
  }
  throw new Error('no such position');
}

/** Everything, once nothing has changed for longer than anything glides. */
async function atRest(page) {
  await settled(page);
  let [before, same] = ['', 0];
  for (let looks = 0; looks < 100 && same < 6; looks++) {
    const now = await everything(page);
    same = now === before ? same + 1 : 0;
    before = now;
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
  }
  assert.ok(same === 6, 'the page comes to rest');
  return before;
}

/* A table from this position, with computer players on the other seats. */
async function againstComputers(browser, server, position) {
  const { game, seats, options } = position;
  const page = await listener(browser, server);
  const bots = Array.from({ length: seats }, (_, seat) => (seat ? 'easy' : null));
  await fastTable(page, { game, seats, position, options, bots });
  await page.waitForSelector('.table-screen .side');
  return page;
}

/** Two matches that differ only in what seat 0 cannot know look the same from there, to the letter. */
export async function lookAlike(browser, server, positions, open = againstComputers) {
  const seen = [];
  for (const position of positions) {
    const page = await open(browser, server, position);
    await page.waitForSelector('.bar .buttons .button:not(.quiet):not([aria-disabled=true])'); /* a hint: one may move */
    const table = page.url().split('/').pop();
    seen.push({ view: page.told.view, html: (await atRest(page)).replaceAll(table, 'TABLE').split('<') });
    await seenWell(page);
    for (const context of browser.contexts()) await context.close();
  }
  assert.notDeepEqual(positions[0], positions[1]);
  assert.deepEqual(seen[0].view, seen[1].view);
  assert.deepEqual(seen[0].html, seen[1].html);
}
