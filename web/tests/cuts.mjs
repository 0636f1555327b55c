/* The connection is cut at every point of an animation, for a player and for a spectator. Each time
 * their pages soon show the server's state and continue. Two pages with stable connections and no
 * animations, of the same person and of another spectator, show what that state is. */
import assert from 'node:assert/strict';
import { any } from './chance.mjs';
import { ask, introduce, PATIENCE_MS, person } from './harness.mjs';

/* In ms after someone else's step; and once more as soon as the page sends `watch` again. */
const CUTS = [{ after: 150, again: true }, { after: 600 }];
if (process.argv.includes('--all')) CUTS.push({ after: 0 }, { after: 50 }, { after: 300 }, { after: 1200, again: true });

const LOOK_EVERY_MS = 200; /* reading a whole page takes a while */

/** A page whose connection is cut when `window.cut` says so; `window.done` counts what was cut. */
async function fragile(browser, server, pace) {
  const page = await person(browser, server, { pace });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    window.cut = null;
    window.done = 0;
    window.WebSocket = class extends WebSocket {
      constructor(...values) {
        super(...values);
        this.addEventListener('message', ({ data }) => {
          const { push, kind, seat, events } = JSON.parse(data);
          if (!window.cut || window.cut.begun || push !== 'step' || kind !== 'move' || (seat === 0 && events.length < 2)) return;
          window.cut.begun = true;
          setTimeout(() => {
            if (!window.cut.again) window.done++;
            this.close();
          }, window.cut.after);
        });
      }
      send(data) {
        super.send(data);
        if (!window.cut?.begun || !window.cut.again || JSON.parse(data).cmd !== 'watch') return;
        window.cut.again = false;
        window.done++;
        this.close();
      }
    };
  });
  return page;
}

/** Makes moves without a page: `clients` at a table, each with the latest push it received. */
async function driver(browser, server) {
  const page = await person(browser, server);
  await page.goto('/healthz');
  await page.evaluate(() => {
    window.clients = [];
    window.join = (secret, table, sit) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        const client = { latest: null, say: (cmd, values) => socket.send(JSON.stringify({ id: cmd, cmd, ...values })) };
        window.clients.push(client);
        socket.onopen = () => client.say('hello', { secret });
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.id === 'hello') client.say('watch', { table });
          if (message.push === 'table' && !client.latest && sit) client.say('sit', { table });
          if (message.push === 'table' || message.push === 'step') client.latest = message;
          if (message.id === 'sit' || (message.push === 'table' && !sit)) resolve();
        };
      });
  });
  return {
    join: (secret, table, sit = false) => page.evaluate(([...values]) => window.join(...values), [secret, table, sit]),
    latest: (client) =>
      page.evaluate((at) => {
        const { v, to_act, legal, result } = window.clients[at].latest;
        return { v, to_act, legal, result };
      }, client),
    play: (client, table, move) =>
      page.evaluate(([at, id, text]) => window.clients[at].say('move', { table: id, move: text }), [client, table, move]),
  };
}

/** What a page shows: the bar, the game in words, the possible moves, the latest log line. */
function shown(page) {
  return page.evaluate(() => {
    const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
    const game = document.querySelector('.trex, .board > .table, .scale') ?? document.querySelector('.trakks .top');
    return {
      bar: document.querySelector('.bar .turn')?.textContent.trim(),
      words: game?.innerText.replace(/\s+/g, ' '),
      labels: all('.board [aria-label]', (node) => node.ariaLabel)
        .filter((label) => !/square|column/i.test(label))
        .join('; '),
      can: all(
        '.board .can, .board .choice, .board .choosable, .board button:enabled',
        (node) => node.dataset.move ?? node.dataset.square ?? node.dataset.direction ?? node.textContent.trim(),
      ).join('; '),
      tiles: all('.board [data-tile]', (node) => node.textContent.trim())
        .sort()
        .join(' '),
      line: document.querySelector('[role=log].hidden-text')?.textContent.trim(),
      over: document.querySelector('dialog[open]')?.innerText.replace(/\s+/g, ' ') ?? '',
    };
  });
}

async function alike(page, witness, what) {
  const until = Date.now() + PATIENCE_MS;
  let [one, other] = [];
  do {
    [one, other] = await Promise.all([shown(page), shown(witness)]);
    if (JSON.stringify(one) === JSON.stringify(other)) return;
    await page.waitForTimeout(LOOK_EVERY_MS);
  } while (Date.now() < until);
  assert.deepEqual(one, other, what);
}

/** A table with a player and a spectator, each on two connections: one that is cut and one that is not. */
async function cutTable({ browser, server }, { pace, people = 1, ...request }) {
  const player = await fragile(browser, server, pace);
  await introduce(player);
  const { table } = await ask(server, '/api/tables', { autostart: true, pace: 'fast', public: true, ...request }, player.secret);
  const witness = await person(browser, server);
  witness.secret = player.secret;
  await witness.addInitScript(
    (secret) => location.protocol.startsWith('http') && localStorage.setItem('ludosaure.secret', secret),
    player.secret,
  );
  const spectator = await fragile(browser, server, pace);
  const onlooker = await person(browser, server);
  for (const one of [spectator, onlooker]) await introduce(one, 'Zoe');
  const hand = await driver(browser, server);
  await hand.join(player.secret, table);
  for (let seat = 1; seat < people; seat++) await hand.join((await ask(server, '/api/people', { name: `P${seat}` })).secret, table, true);
  const pages = [
    [player, witness],
    [spectator, onlooker],
  ];
  for (const page of pages.flat()) {
    await page.goto(`/t/${table}`);
    await page.waitForSelector('.table-screen .side');
  }
  return { table, hand, pages };
}

/** Plays until both connections have been cut and only this side can move. */
async function playUntilCut({ table, hand, pages }, people, choose) {
  const cut = async () => (await Promise.all(pages.map(([page]) => page.evaluate(() => window.done)))).every((count) => count > 0);
  for (let moves = 0, quiet = 0, last = -1; ;) {
    const latest = await Promise.all(Array.from({ length: people }, (_, client) => hand.latest(client)));
    if (latest[0].result) return;
    quiet = latest[0].v === last ? quiet + 1 : 0;
    last = latest[0].v;
    const mine = latest.map(({ legal }, client) => ({ client, legal })).filter(({ legal }) => legal?.length > 0);
    if (mine.length > 0 && quiet >= 6) {
      if (await cut()) return;
      assert.ok(moves++ < 40, 'only this side moves');
      const { client, legal } = choose ? choose(mine) : any(mine);
      await hand.play(client, table, any(legal));
      quiet = 0;
    }
    await pages[0][0].waitForTimeout(50);
  }
}

export async function cuts(context, { choose, people = 1, ...request }) {
  const match = await cutTable(context, { people, ...request });
  for (const cut of CUTS) {
    for (const [page] of match.pages) await page.evaluate((next) => Object.assign(window, { cut: { ...next }, done: 0 }), cut);
    await playUntilCut(match, people, choose);
    for (const [index, [page, witness]] of match.pages.entries())
      await alike(page, witness, `${index ? 'a spectator' : 'a player'}, cut after ${cut.after} ms${cut.again ? ' and again' : ''}`);
  }
  for (const page of match.pages.flat()) assert.deepEqual(page.troubles, []);
}
