/* Playing at the games' own tables: by mouse, by touch, by keyboard; several people at one table;
 * and what none of them may see. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { any } from './chance.mjs';
import { fastTable, PATIENCE_MS, person, PROGRAM, tabTo } from './harness.mjs';

/** How a person presses an element, and on which kind of screen. */
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

/** A person whose page also has what the server sent: `latest` (the latest push with a view),
 * `events` (all events so far) and `hint` (the last suggested move). */
export async function listener(browser, server, screen = {}) {
  const page = await person(browser, server, screen);
  page.latest = null;
  page.events = [];
  page.hint = null;
  /* And the version that the page has processed. */
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
      const message = JSON.parse(String(payload));
      if (message.move) page.hint = message.move;
      if (message.push !== 'table' && message.push !== 'step') return;
      if (message.view) page.latest = message;
      page.events.push(...(message.events ?? []));
    }),
  );
  return page;
}

/** Waits until a condition holds on this side of the connection. */
export async function until(isSo, what, most = PATIENCE_MS) {
  const end = Date.now() + most;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

/** Waits until these pages show the latest push of their server. */
export async function settled(...pages) {
  for (const page of pages) {
    await page.waitForFunction((v) => window.heard >= v, page.latest.v);
    await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)))));
  }
}

/** Plays until the result is shown: makes `move` whenever `ready` is there. */
export async function playToEnd(page, ready, move) {
  for (let moves = 0; ; moves++) {
    await page.waitForSelector(`dialog[open], ${ready}`);
    if (await page.$('dialog[open]')) return moves;
    const { v } = page.latest;
    await move(page);
    await until(() => page.latest.v > v, 'the move is made');
  }
}

/** The result is shown, nothing was refused, nothing went wrong. */
export async function endedWell(page, seats) {
  assert.equal(await page.locator('dialog tbody tr:has(td)').count(), seats);
  await seenWell(page);
}
export async function seenWell(page) {
  assert.deepEqual(await page.locator('.notice:not(.news)').allTextContents(), []);
  assert.deepEqual(page.troubles, []);
}

/** The number of lines of the log about moves; waits until there are more. */
export const logLength = (page) => page.locator('.list li:not(.soft)').count();
export const logGrows = (page, before) =>
  page.waitForFunction((count) => document.querySelectorAll('.list li:not(.soft)').length > count, before);

/** Several people at one table, each with their own browser, seated in this order. */
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

/** Everything a page contains: the document with the values of its fields. */
export function everything(page) {
  return page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, select, textarea')].map((field) => `${field.value} ${field.checked ?? ''}`);
    return [document.documentElement.outerHTML, ...fields].join('\n');
  });
}

/** Whether a text contains this name or code as a whole word. */
export const mentions = (text, name) => new RegExp(`(?<![\\w-]|\\d\\.)${name}(?![\\w-]|\\.\\d)`, 'i').test(text);

/** The referee, used to reach the position where a test begins. */
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

/** The first position that fits, in matches between computer players; plays matches until there is
 * one. */
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

/** The whole page, once nothing has changed for longer than any animation. */
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

/** Two matches that differ only in what seat 0 cannot know look identical to seat 0, character by character. */
export async function lookAlike(browser, server, positions, open = againstComputers) {
  const seen = [];
  for (const position of positions) {
    const page = await open(browser, server, position);
    await page.waitForSelector('.bar .buttons .button:not(.quiet):not([aria-disabled=true])'); /* a hint: one may move */
    const table = page.url().split('/').pop();
    seen.push({ view: page.latest.view, html: (await atRest(page)).replaceAll(table, 'TABLE').split('<') });
    await seenWell(page);
    for (const context of browser.contexts()) await context.close();
  }
  assert.notDeepEqual(positions[0], positions[1]);
  assert.deepEqual(seen[0].view, seen[1].view);
  assert.deepEqual(seen[0].html, seen[1].html);
}
