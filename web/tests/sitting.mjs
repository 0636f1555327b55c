/* Sitting down at a table in the middle of a match, alone or with others. */
import assert from 'node:assert/strict';
import { ask, fastTable, person } from './harness.mjs';
import { AT_END } from './scenes.mjs';

export const READY = '.table-screen .side'; /* the last part that is drawn */

/** A table from a position: seat 0 is this page's; the others are computer players. */
export async function sitDown(page, position, request = {}) {
  const { game, seats, options } = position;
  const bots = Array.from({ length: seats }, (_, seat) => (seat ? 'easy' : null));
  const table = await fastTable(page, { game, seats, options, position, bots, ...request });
  await page.waitForSelector(request.autostart === false ? '.two' : READY);
  return table;
}

/** The next match that this page begins on its device begins with this position: the hall there takes positions, and the page's
 * request gets one. */
export async function beginAt(page, position) {
  await page.addInitScript((begin) => {
    window.Worker = class extends Worker {
      constructor(address, options) {
        super(`${address}?positions`, options);
      }
      postMessage(message, ...more) {
        const request = message.text ? JSON.parse(message.text) : {};
        if (request.cmd === 'create') message.text = JSON.stringify({ ...request, options: begin.options, position: begin, seed: 'here' });
        super.postMessage(message, ...more);
      }
    };
  }, position);
}

/** People without a page, only a connection; they take the free seats of a public table in this
 * order, and make moves on request. `prepare` may do something with the secret of each before. */
export async function company({ browser, server }, table, names, prepare = () => undefined) {
  const page = await person(browser, server);
  await page.goto('/healthz');
  const secrets = [];
  for (const name of names) {
    const { secret } = await ask(server, '/api/people', { name });
    await prepare(secret);
    secrets.push(secret);
  }
  await page.evaluate(
    async ([id, people]) => {
      const answers = new Map();
      const connect = (secret) =>
        new Promise((done) => {
          const socket = new WebSocket(`ws://${location.host}/ws`);
          let count = 0;
          const say = (cmd, values = {}) =>
            new Promise((resolve, reject) => {
              answers.set(`${secret} ${++count}`, { resolve, reject });
              socket.send(JSON.stringify({ id: `${secret} ${count}`, cmd, ...values }));
            });
          socket.onmessage = ({ data }) => {
            const message = JSON.parse(data);
            const waiting = answers.get(message.id);
            if (waiting) (message.ok ? waiting.resolve : (one) => waiting.reject(new Error(JSON.stringify(one))))(message.error ?? message);
          };
          socket.onopen = () => done({ say: (cmd, values) => say(cmd, { table: id, ...values }), hello: () => say('hello', { secret }) });
        });
      window.people = [];
      for (const secret of people) {
        const one = await connect(secret);
        await one.hello();
        await one.say('watch');
        await one.say('sit');
        window.people.push(one);
      }
    },
    [table, secrets],
  );
  return { play: (index, move) => page.evaluate(([at, text]) => window.people[at].say('move', { move: text }), [index, move]) };
}

/** The same with people on the other seats. */
export async function sitTogether(page, context, position, names) {
  const table = await sitDown(page, position, { bots: undefined, public: true, autostart: false });
  const others = await company(context, table, names);
  await page.click('.two .start:enabled');
  await page.waitForSelector(READY);
  return others;
}

export async function type(page, move) {
  await page.$eval('#tab-type', (tab) => tab.click()); /* a long hint may lie over it */
  await page.fill('#typed', move);
  await page.press('#typed', 'Enter');
}

async function finish(page, { position, move }) {
  await sitDown(page, position);
  await type(page, move);
  await page.waitForSelector('dialog[open]');
}
export const lookAtTable = (page) => page.keyboard.press('Escape').then(() => page.waitForSelector('dialog[open]', { state: 'detached' }));

/** Both ends of a match: the dialog, and the table after it. */
export const ends = (game, moment) => [
  { name: `${game}-end`, open: async (page) => finish(page, await moment(AT_END)) },
  { name: `${game}-ended`, open: async (page) => finish(page, await moment(AT_END)).then(() => lookAtTable(page)) },
];

/** A state that starts from a position of a match. */
export const at = (game, moment, name, then = () => undefined) => ({
  name: `${game}-${name}`,
  open: async (page) => sitDown(page, (await moment(name)).position).then(() => then(page)),
});

export const fine = (...pages) => pages.forEach((page) => assert.deepEqual(page.troubles, []));
/* The text on the screen, with plain spaces. */
export const text = async (page, selector) => (await page.innerText(selector)).replace(/\s+/g, ' ').trim();

/** Ann and Bob at a table that begins when he sits down; Ann speaks French. */
export async function annAndBob({ browser, server }, request) {
  const ann = await person(browser, server, { language: 'fr', serviceWorker: true });
  const bob = await person(browser, server);
  await bob.addInitScript(() => localStorage.setItem('ludosaure.name', 'Bob'));
  const table = await fastTable(ann, { seats: 2, public: true, ...request });
  await bob.goto(`/t/${table}`);
  await bob.click('.two li .button');
  for (const page of [ann, bob]) await page.click('#tab-type');
  return { ann, bob, table };
}

/** Types a move that the table lists: the first one, or one that contains this text. */
export async function play(page, word = '') {
  await page.waitForSelector('.type button:not([type]):enabled');
  const moves = await page.$$eval('#legal-moves option', (options) => options.map((option) => option.value));
  await page.fill(
    '#typed',
    moves.find((move) => move.includes(word)),
  );
  await page.press('#typed', 'Enter');
  await page.waitForFunction(() => document.querySelector('#typed').value === '');
}

/** Plays a public match against a computer player to its end, by requests: always the first move of the list. */
export const playMatch = (page, request) =>
  page.evaluate(
    ([secret, create]) =>
      new Promise((done, fail) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        const send = (cmd, values) => socket.send(JSON.stringify({ id: cmd, cmd, ...values }));
        let moving = false;
        socket.onerror = () => fail(new Error('no connection'));
        socket.onopen = () => {
          send('hello', { secret });
          send('create', { public: true, autostart: true, pace: 'fast', ...create });
        };
        socket.onmessage = ({ data }) => {
          const { id, table, legal, result, error } = JSON.parse(data);
          if (error) fail(new Error(JSON.stringify(error)));
          if (id === 'move') moving = false;
          if (result?.over) {
            socket.close();
            done();
          } else if (legal?.length > 0 && !moving) {
            moving = true;
            send('move', { table, move: legal[0] });
          }
        };
      }),
    [page.secret, request],
  );
