/* Trakks at its own table: by mouse (dragging), touch (tap and tap) and keyboard, each
 * move the one that a hint proposes; two people, and what they may not see of each other's racks. */
import assert from 'node:assert/strict';
import {
  company,
  endedWell,
  everything,
  HANDS,
  listener,
  logGrows,
  logLength,
  lookAlike,
  mentions,
  playToEnd,
  positionWhere,
  seenWell,
  settled,
  until,
} from '../../hands.mjs';
import { fastTable, tabTo, timePasses } from '../../harness.mjs';
import { sitDown } from '../../sitting.mjs';
import { atRest, moment, shortMatch, WORLD } from './scenes.mjs';

const HINT = '.bar .ask:not([aria-disabled=true])';
const MAIN = '.actions .button.main:enabled';
const CELL = 48;
/* Matches in which the hints propose every kind of move, and tiles to lay by hand. */
const SEEDS = { mouse: '2', touch: '3', keyboard: '3' };
const MOVES = 7; /* by then all kinds were made */
const ACTIONS = ['plus', 'arrow'];
const LONG_MS = 700; /* a finger that stays half a second stays long */

/* The ids of those tiles of which nothing is covered, and all of which are large enough. */
const readable = (page, selector) =>
  page.$$eval(selector, (tiles) => {
    const size = tiles[0].querySelector('.tile').getBoundingClientRect().width;
    if (size < 32) throw new Error(`tiles of ${size} pixels`);
    const points = [
      [0.1, 0.1],
      [0.9, 0.1],
      [0.1, 0.9],
      [0.9, 0.9],
      [0.5, 0.5],
    ];
    const isInSight = (tile) => {
      const { left, top, width, height } = tile.getBoundingClientRect();
      return points.every(([x, y]) => document.elementFromPoint(left + x * width, top + y * height)?.closest('.surface'));
    };
    return tiles.filter(isInSight).map((tile) => tile.dataset.tile);
  });

const holds = (page, selector) => page.evaluate((wanted) => document.activeElement.matches(wanted), selector);
const placesOf = (page, selector) =>
  page.$$eval(
    selector,
    (nodes, cell) =>
      nodes.map((node) => {
        // Read, not parsed: a zero may be left out of its text.
        const { e, f } = new DOMMatrix(node.style.transform);
        return { id: Number(node.dataset.tile), x: e / cell, y: f / cell };
      }),
    CELL,
  );

const lookOf = (page) => page.$eval(WORLD, (world) => world.style.transform);

/** The middle of a square, in the window; what is out of sight is brought into sight first, and so is
 * what is so near to a button that the browser would take a finger there for one on it. */
async function middleOf(page, { x, y }, hand) {
  for (let tries = 0; tries < 4; tries++) {
    await atRest(page);
    const spot = await page.evaluate(
      ([x, y, cell, world, reach]) => {
        const { e: left, f: top, a: zoom } = new DOMMatrix(document.querySelector(world).style.transform);
        const board = document.querySelector('.surface').getBoundingClientRect();
        const spot = { x: board.left + left + (x + 0.5) * cell * zoom, y: board.top + top + (y + 0.5) * cell * zoom };
        const finger = [
          [0, 0],
          [-reach, 0],
          [reach, 0],
          [0, -reach],
          [0, reach],
        ];
        const isFree = ([dx, dy]) => document.elementFromPoint(spot.x + dx, spot.y + dy)?.closest('.surface');
        return finger.every(isFree) ? spot : null;
      },
      [x, y, CELL, WORLD, tries < 3 ? 20 : 0],
    );
    if (spot) return spot;
    await page.locator('.surface').scrollIntoViewIfNeeded();
    const before = await lookOf(page);
    await hand.press(page, '.zoom .tool:nth-child(2)');
    /* At its smallest the table stays as it is. */
    await page
      .waitForFunction(([world, before]) => document.querySelector(world).style.transform !== before, [WORLD, before], { timeout: 1000 })
      .catch(() => undefined);
  }
  throw new Error(`square ${x},${y} is out of reach`);
}

/** By keyboard: to this tile of the rack, with the arrows. */
async function walkRack(page, id) {
  await tabTo(page, '.rack [data-piece][tabindex="0"]');
  const order = await page.$$eval('.rack [data-piece]', (pieces) => pieces.map((piece) => Number(piece.dataset.piece)));
  const now = await page.evaluate(() => Number(document.activeElement.dataset.piece));
  const way = order.indexOf(id) - order.indexOf(now);
  for (let step = 0; step < Math.abs(way); step++) await page.keyboard.press(way > 0 ? 'ArrowRight' : 'ArrowLeft');
  assert.ok(await holds(page, `[data-piece="${id}"]`), 'the arrows lead to the tile');
}

const lays = {
  async mouse(page, tile) {
    const near = await middleOf(page, tile, HANDS.mouse);
    const box = await page.locator(`[data-piece="${tile.id}"]`).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(near.x, near.y - 1, { steps: 3 });
    /* A person who holds a tile looks where the square is now. */
    const to = await middleOf(page, tile, HANDS.mouse);
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
  },
  async touch(page, tile) {
    await page.tap(`[data-piece="${tile.id}"]`);
    await page.waitForSelector(`[data-piece="${tile.id}"].chosen`);
    const to = await middleOf(page, tile, HANDS.touch);
    await page.touchscreen.tap(to.x, to.y);
    /* From afar, the first tap only comes closer. */
    if (await page.$(`[data-piece="${tile.id}"].chosen`)) {
      const closer = await middleOf(page, tile, HANDS.touch);
      await page.touchscreen.tap(closer.x, closer.y);
    }
  },
  async keyboard(page, tile) {
    await walkRack(page, tile.id);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement.dataset.square);
    const [x, y] = await page.evaluate(() => document.activeElement.dataset.square.split(',').map(Number));
    for (let step = 0; step < Math.abs(tile.x - x); step++) await page.keyboard.press(tile.x > x ? 'ArrowRight' : 'ArrowLeft');
    for (let step = 0; step < Math.abs(tile.y - y); step++) await page.keyboard.press(tile.y > y ? 'ArrowDown' : 'ArrowUp');
    await page.keyboard.press('Enter');
  },
};

const picks = {
  mouse: (page, id) => page.click(`[data-piece="${id}"]`),
  touch: (page, id) => page.tap(`[data-piece="${id}"]`),
  async keyboard(page, id) {
    await walkRack(page, id);
    await page.keyboard.press('Enter');
  },
};

const WORDS = { y: 'yellow', r: 'red', b: 'blue', g: 'green', plus: '+3', arrow: 'arrow' };
const wordOf = (tile) => WORDS[tile] ?? `${WORDS[tile[0]]} ${tile.slice(1)}`;

/** Which pieces of the rack these tiles are. */
async function piecesOf(page, tiles) {
  const rack = await page.$$eval('.rack [data-piece]', (pieces) =>
    pieces.map((piece) => ({ id: Number(piece.dataset.piece), word: piece.ariaLabel })),
  );
  return tiles.map(
    (tile) =>
      rack.splice(
        rack.findIndex(({ word }) => word === wordOf(tile)),
        1,
      )[0].id,
  );
}

/* Where only tiles of the rack go to the table, one lays them oneself; where the table changes, the
 * proposal is laid. Returns whether it was the former. */
async function place(page, way) {
  const hand = HANDS[way];
  await page.waitForSelector('.proposal');
  const news = await placesOf(page, '.place.news');
  const mine = await page.$$eval('.rack [data-piece]', (pieces) => pieces.map((piece) => Number(piece.dataset.piece)));
  const byHand = news.length > 0 && news.every((one) => mine.includes(one.id));
  await hand.press(page, byHand ? '.proposal .button:not(.main)' : '.proposal .button.main');
  await page.waitForSelector('.proposal', { state: 'detached' });
  if (!byHand) return false;
  for (const tile of news) {
    await page.waitForSelector(`[data-piece="${tile.id}"]`);
    await lays[way](page, tile);
    await page.waitForSelector(`.place.own[data-tile="${tile.id}"]`, { state: 'attached' });
  }
  await page.waitForSelector('.actions .warn', { state: 'detached' }); /* nothing is broken */
  await hand.press(page, MAIN);
  return true;
}

/** Makes the move that a hint proposes, with the table's own controls. */
async function play(page, way, made = {}) {
  const hand = HANDS[way];
  page.hint = null;
  await hand.press(page, HINT);
  await until(() => page.hint, 'a hint');
  const [kind, ...tiles] = page.hint.split(' ');
  made[kind] = (made[kind] ?? 0) + 1;
  if (kind === 'place') {
    if (await place(page, way)) made.byHand = (made.byHand ?? 0) + 1;
    return;
  }
  if (kind === 'take') {
    await hand.press(page, `[data-pool="${tiles[0]}"]`);
    await hand.press(page, MAIN);
  } else if (kind === 'draw' || kind === 'pass') await hand.press(page, '.actions .button.hinted');
  else {
    /* Others who hand on at the same time may have put the hint's light out. */
    for (const id of await piecesOf(page, kind === 'give' ? tiles : [kind])) await picks[way](page, id);
    await hand.press(page, MAIN);
  }
}

/** A tile of the other rack that lies nowhere in the open and has never been spoken of is nowhere on
 * the page, neither by name nor by code. */
async function checkRacks(pages) {
  await settled(...pages);
  const texts = await Promise.all(pages.map(everything));
  let checked = 0;
  for (const [seat, page] of pages.entries()) {
    const other = 1 - seat;
    const { view } = page.latest;
    assert.ok(view.players[other].rack.every((tile) => tile === '?') && view.bag.every((tile) => tile === '?'));
    const open = JSON.stringify([view.players[seat].rack, view.pool, view.table, page.events]);
    for (const tile of pages[other].latest.view.players[other].rack) {
      if (ACTIONS.includes(tile)) continue;
      assert.ok(mentions(texts[other], wordOf(tile)), `the player who has ${tile} sees it`);
      if (mentions(open, tile)) continue;
      checked++;
      for (const name of [tile, wordOf(tile)])
        assert.ok(!mentions(texts[seat], name), `seat ${seat} must not see ${name} of seat ${other}`);
    }
    assert.equal(await page.locator('.rack [data-piece]').count(), view.players[seat].rack.length);
    assert.equal(await page.locator('.players .tile:not(.deed .tile)').count(), 0);
  }
  return checked;
}

/** Makes moves until it is enough, or to the end. */
async function playSome(page, isEnough, move) {
  for (let moves = 0; !isEnough(moves); moves++) {
    await page.waitForSelector(`dialog[open], ${HINT}`);
    if (await page.$('dialog[open]')) return;
    const { v } = page.latest;
    await move(page);
    await until(() => page.latest.v > v, 'the move is made');
    await settled(page);
    assert.ok(await page.evaluate(() => document.activeElement !== document.body), 'the focus is not lost');
  }
}

/** What a hint proposes, laid by hand where it is tiles. */
export const playAsHinted = (page, way) => play(page, way, {});

/** In every engine: tiles are dragged from the rack to the table, by mouse. */
export async function onMainPath(page) {
  await sitDown(page, (await moment('placing')).position);
  const before = await logLength(page);
  await page.click(HINT);
  await place(page, 'mouse');
  await logGrows(page, before);
}

async function short({ browser, server }, way) {
  const page = await listener(browser, server, HANDS[way].screen);
  await sitDown(page, await shortMatch(SEEDS[way]), { bots: [null, 'random'] });
  return page;
}

/* With the reason. */
export const onlyAll = {
  'trakks: a game to its end by mouse, at its table': 'the same moves, longer; computer players and the referee end many games',
};

export default {
  ...Object.fromEntries(
    Object.keys(lays).map((way) => [
      `trakks: every kind of move by ${way}, at its table`,
      async (context) => {
        const [page, made] = [await short(context, way), {}];
        /* On a busy machine the hints are those of shorter thinking: which moves come, and when, is not the same each time. */
        await playSome(
          page,
          (moves) => moves >= MOVES && made.byHand > 0,
          () => play(page, way, made),
        );
        await seenWell(page);
        assert.ok(made.byHand > 0, JSON.stringify(made));
      },
    ]),
  ),

  async 'trakks: a game to its end by mouse, at its table'(context) {
    const [page, made] = [await short(context, 'mouse'), {}];
    await playToEnd(page, HINT, () => play(page, 'mouse', made));
    await endedWell(page, 2);
    assert.ok(made.byHand > 0, JSON.stringify(made));
  },

  async 'trakks: a finger that stays long takes a group where there is one, and else lays the tile'({ browser, server }) {
    const page = await listener(browser, server, HANDS.touch.screen);
    const position = await positionWhere(
      { game: 'trakks', seats: 2 },
      ({ phase, turn, table }) => phase === 'turn' && turn === 0 && table.length === 1,
    );
    await fastTable(page, { game: 'trakks', seats: 2, bots: [null, 'random'], position });
    await page.waitForSelector(HINT);
    const finger = await page.context().newCDPSession(page);
    const pressLong = async (square) => {
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await middleOf(page, square, HANDS.touch)] });
      await timePasses(page, LONG_MS);
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const lying = await placesOf(page, '.place');
    const [id] = await piecesOf(page, [position.players[0].rack.find((tile) => !ACTIONS.includes(tile))]);
    await page.tap(`[data-piece="${id}"]`);
    await page.waitForSelector(`[data-piece="${id}"].chosen`);
    await pressLong({ x: Math.min(...lying.map(({ x }) => x)), y: Math.max(...lying.map(({ y }) => y)) + 1 });
    await page.waitForSelector(`.place.own[data-tile="${id}"]`);
    await pressLong(lying[0]);
    await page.waitForFunction((count) => document.querySelectorAll('.place.held').length === count, lying.length + 1);
    await seenWell(page);
  },

  ...Object.fromEntries(
    [
      ['a phone', 'touch', { width: 390, height: 844 }],
      ['a small phone', 'touch', { width: 360, height: 640 }],
      ['a laptop', 'mouse', { width: 1440, height: 900 }],
    ].map(([name, way, viewport]) => [
      `trakks: all that a hint changes can be read on ${name}, and nothing covers it`,
      async ({ browser, server }) => {
        const page = await listener(browser, server, HANDS[way].screen);
        await page.setViewportSize(viewport);
        await sitDown(page, (await moment('placing')).position);
        assert.match(await page.textContent('.pool'), /Pool: 6 tiles.*Bag: \d+/s);
        await HANDS[way].press(page, HINT);
        await page.waitForSelector('.proposal');
        await atRest(page);
        const news = await placesOf(page, '.place.news');
        assert.ok(news.length > 1);
        const seen = new Set();
        for (let looks = 0; looks < news.length && seen.size < news.length; looks++) {
          if (looks > 0) await HANDS[way].press(page, '.proposal .button.quiet'); /* shows the rest */
          await atRest(page);
          for (const id of await readable(page, '.place.news')) seen.add(id);
        }
        assert.equal(seen.size, news.length);
        await seenWell(page);
        const before = await logLength(page);
        await HANDS[way].press(page, '.proposal .button.main');
        await logGrows(page, before);
      },
    ]),
  ),

  async 'trakks: a refusal names tiles as people do'({ browser, server }) {
    const page = await listener(browser, server);
    await fastTable(page, { game: 'trakks', seats: 2, bots: [null, 'easy'] });
    await page.waitForSelector(HINT);
    const tile = ['y1', 'y2', 'y3', 'y4', 'y5', 'y6'].find((one) => !page.latest.view.pool.includes(one));
    await page.click('#tab-type');
    await page.fill('#typed', `take ${tile}`);
    await page.press('#typed', 'Enter');
    await page.waitForSelector(`.notice >> text=yellow ${tile.slice(1)}`);
  },

  async 'trakks: two people, and nobody sees the other rack'({ browser, server }) {
    const pages = await company(browser, server, 2, { game: 'trakks' });
    let checked = await checkRacks(pages);
    for (let count = 0; count < 12; count++) {
      const {
        v,
        to_act: [seat],
      } = pages[0].latest;
      if (seat === undefined) break; // a lucky player goes out early
      const page = pages[seat];
      await page.waitForSelector(HINT);
      await play(page, 'mouse');
      await until(() => pages.every((one) => one.latest.v > v), 'everyone receives the move');
      if (count % 3 === 2) checked += await checkRacks(pages);
    }
    assert.ok(checked > 20, `${checked} hidden tiles looked for`);
    for (const page of pages) await seenWell(page);
  },

  async 'trakks: what somebody takes, draws or plays stays beside their name until their next turn'({ browser, server }) {
    const position = await positionWhere(
      { game: 'trakks', seats: 2 },
      ({ phase, turn, table, players }) => phase === 'turn' && turn === 0 && table.length === 0 && players[0].rack.includes('arrow'),
    );
    const pages = await company(browser, server, 2, { game: 'trakks', position });
    const [first, second] = pages;
    const typed = async (page, move) => {
      const { v } = first.latest;
      await page.click('#tab-type');
      await page.fill('#typed', move);
      await page.press('#typed', 'Enter');
      await until(() => pages.every((one) => one.latest.v > v), 'everyone receives the move');
    };
    const tile = position.pool.find((one) => /^y\d/.test(one)) ?? position.pool[0];
    await typed(first, `take ${tile}`);
    await second.waitForSelector('[data-seat="0"] .deed[aria-label^="last took: "]');
    await typed(second, 'draw');
    await first.waitForSelector('[data-seat="1"] .deed[aria-label="last drew a tile"]');
    assert.equal(await first.locator('.deed').count(), 1, 'nothing beside the own name');
    await typed(first, 'arrow');
    await second.waitForSelector('[data-seat="0"] .deed[aria-label="last played an arrow"]');
    for (const page of pages) await seenWell(page);
  },

  async 'trakks: a page does not depend on what it may not know'({ browser, server }) {
    const position = await positionWhere(
      { game: 'trakks', seats: 2 },
      ({ phase, turn, table, bag }) => phase === 'turn' && turn === 0 && table.length > 1 && bag.length > 20,
    );
    const twin = structuredClone(position);
    const [, { rack }] = twin.players;
    for (let at = 0; at < rack.length; at++) [rack[at], twin.bag[at]] = [twin.bag[at], rack[at]];
    await lookAlike(browser, server, [position, twin]);
  },
};
