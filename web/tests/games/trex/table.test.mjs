/* T-Rex at its own table: whole games by mouse, touch and keyboard; two and four people, and what
 * they may not see of each other's hands. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { any } from '../../chance.mjs';
import {
  company,
  endedWell,
  HANDS,
  listener,
  logGrows,
  logLength,
  lookAlike,
  mentions,
  playToEnd,
  positionWhere,
  seenWell,
  until,
} from '../../hands.mjs';
import { fastTable, freePort, Server, tabTo, WEB } from '../../harness.mjs';
import { lessonOf } from '../../learn.mjs';
import { lateIn } from '../../scenes.mjs';
import { sitDown } from '../../sitting.mjs';

const READY = '.dock .hand button.can, .dock button.choice';
const CARDS_EACH = 17;
const LATE = 36; /* moves before the end */

const movesShown = (page) => page.$$eval(READY, (buttons) => buttons.map((button) => button.dataset.move));
const at = (move) => `.dock [data-move="${move}"]`;

/** Plays one of the moves that the table offers; by keyboard, the hand is walked by its arrows. */
async function play(page, hand) {
  const moves = await movesShown(page);
  const move = any(moves);
  if (!move) return;
  const choices = move.startsWith('play ') ? Infinity : moves.length;
  if (hand === HANDS.keyboard && move.startsWith('play ')) {
    await tabTo(page, '.dock .hand button[tabindex="0"]');
    for (let steps = 0; !(await page.evaluate((wanted) => document.activeElement.matches(wanted), at(move))); steps++) {
      assert.ok(steps < CARDS_EACH, 'the arrows lead to every card');
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Enter');
  } else {
    await hand.press(page, at(move));
    if (hand === HANDS.touch && choices > 1) {
      await page.waitForSelector(`${at(move)}.up`); /* lifted, and then played */
      await hand.press(page, at(move));
    }
  }
}

/* What seat `other` has in hand and `page` may not know: codes, from the other's own page. */
function hiddenFrom(page, owner, other) {
  const known = page.latest.view.players[other];
  const truth = owner.latest.view.players[other];
  return truth.hand.filter((card) => card !== '?' && !known.seen.includes(card));
}

/* Every player has the same cards, so a card's name may well be on the page; what must not be is
 * that it is in somebody's hand. */
async function checkHands(pages) {
  const seats = pages.length;
  const names = Object.assign(
    {},
    ...(await Promise.all(
      pages.map((page) =>
        page.$$eval('.dock .hand button', (buttons) =>
          Object.fromEntries(buttons.map((button) => [button.dataset.move.slice(5), button.ariaLabel.split(',')[0]])),
        ),
      ),
    )),
  );
  let checked = 0;
  for (const [seat, page] of pages.entries()) {
    const shown = await page.evaluate(() => {
      const text = (node) =>
        `${node.textContent} ${[...node.querySelectorAll('*')].flatMap((one) => [...one.attributes].map(({ value }) => value)).join(' ')}`;
      const mini = (node) => `${[...node.classList].find((name) => name.startsWith('hue-'))?.slice(4)} ${node.textContent.trim()}`;
      return {
        spots: [...document.querySelectorAll('[data-spot^="hand:"], [data-move^="play "]')].map((node) =>
          (node.dataset.move ?? node.dataset.spot).slice(5),
        ),
        seats: [...document.querySelectorAll('.seats > .seat')].map(text),
        memories: [...document.querySelectorAll('.memory article')].map((node) => ({
          known: [...node.querySelectorAll('dl')].map(text).join(' '),
          minis: [...node.querySelectorAll('dl .mini')].map(mini),
          never: [...node.querySelectorAll('details .mini')].map((one) => one.className),
        })),
      };
    });
    const { view } = page.latest;
    for (const card of shown.spots) assert.ok(view.players[seat].hand.includes(card), `${card} is one's own`);
    for (let step = 1; step < seats; step++) {
      const other = (seat + step) % seats;
      const memory = shown.memories[step];
      const player = view.players[other];
      /* Cards that were never played cannot be distinguished: they are all in one list. */
      assert.equal(memory.never.length, CARDS_EACH - player.seen.length);
      const played = new Set(view.plays.filter((one) => one.seat === other).map((one) => one.card));
      for (const card of hiddenFrom(page, pages[other], other)) {
        const name = names[card];
        if (!name) continue;
        checked++;
        assert.ok(!played.has(card));
        for (const text of [shown.seats[step], memory.known])
          assert.ok(
            !mentions(text, name) && !mentions(text, card),
            `seat ${seat} must not read of ${name} in the hand of ${other}: ${text}`,
          );
        const [colour, number] = name.split(' ');
        assert.ok(!memory.minis.includes(`${colour} ${number}`), `seat ${seat} must not see ${name} in the hand of ${other}`);
      }
    }
  }
  return checked;
}

/** Some moves of a game between people, with a look at all their pages now and then, until enough hidden cards were looked for. */
async function together({ browser, server }, seats) {
  const pages = await company(browser, server, seats, { game: 'trex' });
  let checked = 0;
  for (let count = 0; checked <= 8 * seats || count < 12; count++) {
    assert.ok(count < 60, `${checked} hidden cards looked for`);
    const { turn } = pages[0].latest.view;
    const { v } = pages[0].latest;
    const page = pages[turn];
    await page.waitForSelector(READY);
    await play(page, HANDS.mouse);
    await until(() => pages.every((one) => one.latest.v > v), 'everyone receives the move');
    if (count % 6 === 0) checked += await checkHands(pages);
  }
  for (const page of pages) await seenWell(page);
}

/** In every engine: cards of the hand, by mouse. */
export async function onMainPath(page) {
  await fastTable(page, { game: 'trex', seats: 2, bots: [null, 'easy'] });
  for (let moves = 0; moves < 4; moves++) {
    await page.waitForSelector(READY);
    const before = await logLength(page);
    await play(page, HANDS.mouse);
    await logGrows(page, before);
  }
}

/* With the reason. */
export const onlyAll = {
  'trex: a game to its end by mouse, at its table': 'played so by keyboard and touch',
  'trex: a whole game from the deal, at its table': 'others play from the deal, and from the middle to the end, by the same controls',
  'trex: four people, and nobody sees another hand': 'the same with two',
};

export default {
  ...Object.fromEntries(
    Object.entries(HANDS).map(([name, hand]) => [
      `trex: a game to its end by ${name}, at its table`,
      async ({ browser, server }) => {
        const page = await listener(browser, server, hand.screen);
        await sitDown(page, await lateIn({ game: 'trex', seats: 2 }, LATE));
        const moves = await playToEnd(page, READY, () => play(page, hand));
        assert.ok(moves > 10, `${moves} moves`);
        await endedWell(page, 2);
      },
    ]),
  ),

  async 'trex: a whole game from the deal, at its table'({ browser, server }) {
    const page = await listener(browser, server);
    await fastTable(page, { game: 'trex', seats: 2, bots: [null, 'easy'] });
    const moves = await playToEnd(page, READY, () => play(page, HANDS.mouse));
    assert.ok(moves > 30, `${moves} moves`);
    await endedWell(page, 2);
  },

  'trex: two people, and nobody sees the other hand': (context) => together(context, 2),
  'trex: four people, and nobody sees another hand': (context) => together(context, 4),

  async 'trex: cards are drawn as the server has them'({ browser }) {
    const file = JSON.parse(readFileSync(join(WEB, '../data/components/trex.json'), 'utf8'));
    /* Every card has the symbol of another one. */
    const cards = Object.keys(file.symbols);
    const symbols = Object.fromEntries(cards.map((card, at) => [card, file.symbols[cards[(at + 1) % cards.length]]]));
    const data = mkdtempSync(join(tmpdir(), 'ludosaure-data-'));
    mkdirSync(join(data, 'components'));
    writeFileSync(join(data, 'components/trex.json'), JSON.stringify({ ...file, symbols }));
    const server = await new Server(await freePort(), { data }).start();
    try {
      const page = await listener(browser, server);
      await fastTable(page, { game: 'trex', seats: 2, bots: [null, 'easy'] });
      await page.waitForSelector(READY);
      const shown = await page.$$eval('.dock .hand button', (buttons) =>
        buttons.map((button) => [button.dataset.move.slice(5), button.ariaLabel]),
      );
      const dinosaurs = shown.filter(([card]) => symbols[card]);
      assert.ok(dinosaurs.length > 4);
      for (const [card, label] of dinosaurs) {
        const [kind, count] = symbols[card].split(' ');
        assert.match(label, kind === 'meteor' ? /, meteor/ : new RegExp(`, draws? ${count}`), card);
      }
      await seenWell(page);
    } finally {
      await server.stop();
      rmSync(data, { recursive: true });
    }
  },

  async 'trex: in the final lap, the meteors that would take the lead are marked'({ browser, server }) {
    const { symbols } = JSON.parse(readFileSync(join(WEB, '../data/components/trex.json'), 'utf8'));
    const number = (card) => Number(card.slice(1));
    const position = await positionWhere({ game: 'trex', seats: 3 }, ({ phase, turn, meteor, players }) => {
      const meteors = players[0].hand.filter((card) => symbols[card] === 'meteor');
      return (
        phase === 'play' &&
        turn === 0 &&
        number(meteor?.card ?? '') > 0 &&
        meteor.seat !== 0 &&
        meteors.some((card) => number(card) > number(meteor.card)) &&
        meteors.some((card) => number(card) < number(meteor.card))
      );
    });
    const page = await listener(browser, server);
    await fastTable(page, { game: 'trex', seats: 3, bots: [null, 'easy', 'easy'], position });
    await page.waitForSelector(READY);
    const { leading } = page.latest.aids;
    assert.ok(leading.length > 0);
    const marked = await page.$$eval('.dock .hand button:has(.leads)', (buttons) =>
      buttons.map((button) => [button.dataset.move.slice(5), button.ariaLabel]),
    );
    assert.deepEqual(marked.map(([card]) => card).sort(), [...leading].sort());
    for (const [, label] of marked) assert.match(label, /would be the meteor to beat/);
    await seenWell(page);
  },

  async 'trex: special cards lie across, and leave the number of the card below in sight'({ browser, server }) {
    const { position } = lessonOf('trex').scenes.at(-1);
    for (const width of [320, 1280]) {
      for (const card of ['ch', 'ms']) {
        const page = await listener(browser, server);
        await page.setViewportSize({ width, height: 800 });
        await sitDown(page, position);
        await page.click(at(`play ${card}`));
        await page.waitForSelector('.seat.you .top.across .laid .card');
        const [top, laid, number] = await Promise.all(
          ['.top', '.laid .card', '.top > .card .number'].map((part) => page.locator(`.seat.you ${part}`).boundingBox()),
        );
        assert.ok(laid.width > laid.height, 'it lies across');
        assert.ok(laid.y >= number.y + number.height - 1, 'the number is in sight');
        assert.ok(laid.x >= top.x - 1 && laid.x + laid.width <= top.x + top.width + 1, 'it takes no more room');
        await seenWell(page);
      }
    }
  },

  async 'trex: a page does not depend on what it may not know'({ browser, server }) {
    const unseen = (player, cards) => cards.filter((card) => !player.seen.includes(card));
    const position = await positionWhere(
      { game: 'trex', seats: 2 },
      ({ round, phase, turn, players: [, other] }) =>
        round === 2 && phase === 'play' && turn === 0 && unseen(other, other.hand).length > 0 && unseen(other, other.deck).length > 0,
    );
    const twin = structuredClone(position);
    const [, other] = twin.players;
    const [inHand] = unseen(other, other.hand);
    const [inDeck] = unseen(other, other.deck);
    other.hand[other.hand.indexOf(inHand)] = inDeck;
    other.deck[other.deck.indexOf(inDeck)] = inHand;
    await lookAlike(browser, server, [position, twin]);
  },
};
