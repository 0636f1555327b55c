/* On a Scale of One to T-Rex at its own table: on stage with computer players, in a room with people,
 * by mouse, touch and keyboard; and who may see whose card. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { any } from '../../chance.mjs';
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
  positionWhere,
  settled,
  until,
} from '../../hands.mjs';
import { fastTable, tabTo } from '../../harness.mjs';
import { sitTogether } from '../../sitting.mjs';
import { scaleScene } from './scenes.mjs';

const OVER = 'dialog[open]';
const CHOICE = '.choice:enabled';
const TURN_BOTH = '.seats .button.main:enabled';
const HELD = '.secret.held';

const COLOURS = { o: 'orange', b: 'blue', y: 'yellow' };
const nameOf = (card) => `${COLOURS[card[0]]} ${card.slice(1)}`;
const valueOf = (card) => Number(card.slice(1));
const isNumber = (card) => /^[oby]\d+$/.test(card ?? '');

/* ---- Moving the puppet ---- */

/** A finger that stays: what a tap cannot do. */
async function finger(page) {
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  return {
    down: (x, y) => touch('touchStart', [{ x, y }]),
    move: (x, y) => touch('touchMove', [{ x, y }]),
    up: () => touch('touchEnd', []),
  };
}

async function spots(page) {
  await page.locator('.pad').scrollIntoViewIfNeeded();
  const box = await page.locator('.pad').boundingBox();
  return [0.15, 0.5, 0.85, 0.5].map((part) => [box.x + box.width * part, box.y + box.height * (0.3 + part / 2)]);
}

/* Each swings the puppet about once. */
const swings = {
  async mouse(page) {
    for (const [x, y] of await spots(page)) await page.mouse.move(x, y, { steps: 2 });
  },
  async touch(page) {
    const [first, ...others] = await spots(page);
    const one = await finger(page);
    await one.down(...first);
    for (const [x, y] of others) await one.move(x, y);
    await one.up();
  },
  async keyboard(page) {
    await tabTo(page, '.pad');
    await page.keyboard.down(' ');
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key, { delay: 60 });
    await page.keyboard.up(' ');
  },
};

/* A phone that is shaken. */
async function shake(page) {
  for (const x of [0, 28, -28, 28, -28]) {
    await page.evaluate((way) => {
      const felt = { x: way, y: way / 2, z: 9.8 };
      dispatchEvent(new DeviceMotionEvent('devicemotion', { accelerationIncludingGravity: felt, interval: 16 }));
      return new Promise((done) => requestAnimationFrame(done));
    }, x);
  }
}

/* A tap right after a finger has moved may count as the end of that. */
async function shaking(page, on) {
  const button = '.tools .shake';
  for (let tries = 0; (await page.getAttribute(button, 'aria-pressed')) !== String(on); tries++) {
    assert.ok(tries < 100, 'the phone is shaken, or no longer');
    await page.tap(button);
    await page.waitForSelector(`${button}[aria-pressed="${on}"]`, { timeout: 1000 }).catch(() => undefined);
  }
}

/** Performs, starting from rest, until this player's bar shows it. */
async function perform(page, swing) {
  await page.waitForFunction(() => {
    const bar = document.querySelector('.pad .power div');
    return bar && Number(/[\d.]+/.exec(bar.style.transform)?.[0] ?? 0) < 0.02;
  });
  await page.evaluate(() => {
    const bar = document.querySelector('.pad .power div');
    window.strongest = 0;
    new MutationObserver(
      () => (window.strongest = Math.max(window.strongest, Number(/[\d.]+/.exec(bar.style.transform)?.[0] ?? 0))),
    ).observe(bar, { attributes: true });
  });
  for (let tries = 0; (await page.evaluate(() => window.strongest)) < 0.1; tries++) {
    assert.ok(tries < 400, 'the puppet moves');
    await swing(page);
  }
}

/* ---- Playing ---- */

/* Computer players in real time take their time, even on a quick machine. */
const MATCH_MOST_MS = 500_000;

/* There are no turns: an element that was there a moment ago may be gone. */
async function tryPress(page, hand, selector) {
  page.setDefaultTimeout(4000);
  try {
    await hand.press(page, selector);
    return true;
  } catch {
    return false;
  } finally {
    page.setDefaultTimeout(60_000);
  }
}

/** Turns with a player who offers, offers otherwise, chooses and votes when asked, to the end; each time
 * with the next of these hands, and always performing. */
async function playOnStage(page, ways) {
  const end = Date.now() + MATCH_MOST_MS;
  let moves = 0;
  for (let turns = 0; !(await page.$(OVER)); turns++) {
    assert.ok(Date.now() < end, `not over after ${moves} moves`);
    const way = ways[turns % ways.length];
    const hand = HANDS[way];
    if (await page.$('.pad')) await swings[way](page).catch(() => undefined); /* it may have ended */
    const { v, you, view } = page.latest;
    const me = view.players[you ?? 0];
    /* Seat 1 decides quickly: sooner or later it accepts the offer. */
    const offer = me.offer === 1 ? [] : ['.seat[data-seat="1"] .below .button:enabled'];
    let pressed = false;
    for (const selector of [CHOICE, TURN_BOTH, ...offer])
      if (!pressed && (await page.$(selector))) pressed = await tryPress(page, hand, selector);
    if (pressed) moves++;
    await until(() => page.latest.v > v || page.latest.result, 'something happens', 2000).catch(() => undefined);
  }
  return moves;
}

/* ---- Secrets ---- */

/** Pressing and holding shows the player's card; letting go hides it. */
const holds = {
  async mouse(page, look) {
    const box = await page.locator('.secret').boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await look();
    await page.mouse.up();
  },
  async touch(page, look) {
    await page.locator('.secret').scrollIntoViewIfNeeded();
    const box = await page.locator('.secret').boundingBox();
    const one = await finger(page);
    await one.down(box.x + box.width / 2, box.y + box.height / 2);
    await look();
    await one.up();
  },
  async keyboard(page, look) {
    await tabTo(page, '.secret');
    await page.keyboard.down(' ');
    await look();
    await page.keyboard.up(' ');
  },
};

/** In a room no page shows a card, not even the player's own; holding shows it, and only on that page. */
async function checkCards(pages, ways) {
  await settled(...pages);
  let checked = 0;
  for (const [seat, page] of pages.entries()) {
    const card = page.latest.view.players[page.seat].card;
    if (!isNumber(card)) continue;
    const spoken = (one) => mentions(JSON.stringify(one.events), card);
    const absent = async (one, why) => {
      if (spoken(one)) return;
      const text = await everything(one);
      for (const name of [card, nameOf(card)])
        assert.ok(!mentions(text, name), `${name} of seat ${page.seat} on the page of seat ${one.seat}, ${why}`);
      checked++;
    };
    for (const other of pages) await absent(other, 'face down');
    await holds[ways[seat]](page, async () => {
      await page.waitForSelector(HELD);
      assert.equal(Number(await page.textContent(`${HELD} .value`)), valueOf(card));
      assert.ok(mentions(await everything(page), nameOf(card)), 'the player who holds it hears what it is');
      for (const other of pages) if (other !== page) await absent(other, 'while its owner looks');
    });
    await page.waitForSelector(HELD, { state: 'detached' });
    await absent(page, 'after looking');
    for (const other of pages) if (other !== page) assert.equal(other.latest.view.players[page.seat].card, '?');
  }
  return checked;
}

/** People in a room: each plays in a way of their own. */
async function room({ browser, server }, ways, position) {
  const pages = await company(
    browser,
    server,
    ways.length,
    { game: 'scale', position, options: position?.options },
    (seat) => HANDS[ways[seat]].screen,
  );
  pages.forEach((page, seat) => (page.seat = seat));
  const over = () => pages[0].latest.result;
  const press = async (seat, selector) => {
    const { v } = pages[0].latest;
    await pages[seat].waitForSelector(selector);
    await HANDS[ways[seat]].press(pages[seat], selector);
    await until(() => pages.every((page) => page.latest.v > v), 'everyone receives it');
  };
  let checked = await checkCards(pages, ways);
  for (let turns = 0; !over(); turns++) {
    assert.ok(turns < 80, 'it comes to an end');
    const { phase, players } = pages[0].latest.view;
    const swapping = players.findIndex((player) => player.swapping);
    const cards = pages.map((page, seat) => page.latest.view.players[seat].card);
    if (swapping >= 0) await press(swapping, CHOICE);
    else if (phase === 'pick')
      await press(
        pages.findIndex((page) => page.latest.legal.length > 0),
        CHOICE,
      );
    else if (phase === 'vote')
      await press(
        pages.findIndex((page) => page.latest.legal.length > 0),
        TURN_BOTH,
      );
    else if (pages.length === 2) {
      /* Both know what the other one has. */
      const right = Math.abs(valueOf(cards[0]) - valueOf(cards[1])) <= 1 ? 1 : 2;
      for (const seat of [0, 1]) await press(seat, `.duo .button:nth-child(${right}):enabled`);
    } else {
      const [one, other] = [any([0, 1, 2]), any([1, 2])].map((step, index, [first]) =>
        index === 0 ? step : (first + step) % pages.length,
      );
      await press(one, `.seat[data-seat="${other}"] .below .button:enabled`);
      await press(other, `.seat[data-seat="${one}"] .below .button.main:enabled`);
    }
    if (turns === 3 && !over() && pages[0].latest.view.phase === 'play') checked += await checkCards(pages, ways);
  }
  assert.ok(checked > 2 * pages.length, `${checked} looks`);
  for (const page of pages) {
    await page.waitForSelector(OVER);
    await endedWell(page, pages.length);
  }
  return pages[0].latest.result;
}

/** Two people in a room, from a position. */
async function twoInARoom(browser, server, position) {
  const [page] = await company(browser, server, 2, { game: 'scale', position, options: position.options });
  return page;
}

/** A game to the end, from the deal if there is no position, with one fast player, so that it ends soon, and one slow player,
 * so that it does not end without us. */
async function wholeGame({ browser, server }, screen, ways, warmUp, position) {
  const page = await listener(browser, server, screen);
  await fastTable(page, { game: 'scale', seats: 3, options: { mode: 'stage' }, position, bots: [null, 'random', 'easy'] });
  await page.waitForSelector('.pad');
  await warmUp(page);
  assert.ok((await playOnStage(page, ways)) > 0);
  /* From the deal it takes at least four matches to empty a pile. */
  assert.ok(page.events.filter((event) => event.type === 'reveal').length >= (position ? 1 : 4));
  await scoresAreShown(page);
}

async function scoresAreShown(page) {
  const { scores } = page.latest.result;
  const shown = await page.$$eval('dialog tbody tr', (rows) => rows.map((row) => row.lastElementChild.textContent.replace('−', '-')));
  assert.deepEqual(shown.map(Number).sort(), [...scores].sort());
  assert.deepEqual(page.troubles, []);
}

/* ---- Nothing jumps ---- */

/** Records for every control of the page how far it has ever been from its first place. */
async function watchControls(page) {
  await page.evaluate(() => {
    window.strayed = new Map();
    const first = new Map();
    const named = (element) => {
      const seat = element.closest('[data-seat]')?.dataset.seat ?? '';
      const place = [...(element.parentElement?.children ?? [])].indexOf(element);
      return `${seat} ${element.closest('li')?.className.split(' ')[0]} ${element.closest('section, ul, .bar, .tools, .notes')?.className.replace(/svelte-\S+/g, '')} ${element.className.replace(/svelte-\S+|lit|main/g, '').trim()} ${element.id} ${place}`;
    };
    const look = () => {
      /* A tie-break is something else: there is no more performing, offering and changing for most. */
      if (document.querySelector('.seat.tied')) return;
      for (const element of document.querySelectorAll('.table-screen :is(button, [role=application], [role=tab], a)')) {
        const box = element.getBoundingClientRect();
        if (box.width === 0) continue;
        const name = named(element);
        const at = { x: box.x + scrollX, y: box.y + scrollY };
        const before = first.get(name) ?? at;
        first.set(name, before);
        const off = Math.max(Math.abs(at.x - before.x), Math.abs(at.y - before.y));
        if (off > (window.strayed.get(name) ?? 0)) window.strayed.set(name, off);
      }
      window.looks = (window.looks ?? 0) + 1;
      if (!document.querySelector('dialog[open]')) requestAnimationFrame(look);
    };
    look();
  });
}

/** A part of a match on stage in which at least three kinds of moves are made, without ever scrolling. */
async function nothingJumps(browser, server, { width, height, language }) {
  const page = await listener(browser, server, { language, everyFrame: true });
  await page.setViewportSize({ width, height });
  /* Multicolour swaps are drawn next. */
  const position = await scaleScene(4, 'stage', {
    cards: ['o6', 'b2', 'y9', 'o4'],
    tokens: [
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ],
  });
  position.number_pile.sort((a, b) => Number(b.endsWith('s')) - Number(a.endsWith('s')));
  await fastTable(page, { game: 'scale', seats: 4, options: position.options, position, bots: [null, 'random', 'random', 'easy'] });
  await page.waitForSelector('.history');
  await page.waitForFunction(() => document.fonts.status === 'loaded' && document.querySelector('.actions .text')?.textContent);
  await settled(page);
  await watchControls(page);
  const did = new Set();
  const looks = () => page.evaluate(() => window.looks);
  const press = (selector) => page.evaluate((wanted) => [...document.querySelectorAll(wanted)].at(0)?.click(), selector);
  const end = Date.now() + MATCH_MOST_MS / 4;
  for (
    let turns = 0;
    (did.size < 3 || turns < 12 || (await looks()) <= 50) && Date.now() < end && !(await page.$(OVER)) && page.latest.view.phase === 'play';
    turns++
  ) {
    const { v, view } = page.latest;
    const kinds = [CHOICE, TURN_BOTH, '.change:enabled', '.seats .button:enabled'];
    const kind = view.players[0].swapping ? CHOICE : (await page.$(TURN_BOTH)) ? TURN_BOTH : kinds[2 + (turns % 2)];
    if (await page.$(kind)) {
      did.add(kind);
      await press(kind);
    }
    await until(() => page.latest.v > v || page.latest.result, 'something happens', 1500).catch(() => undefined);
  }
  assert.ok(did.size >= 3, `only ${[...did]}`);
  assert.ok((await looks()) > 50);
  const strayed = await page.evaluate(() => [...window.strayed].filter(([, off]) => off > 1));
  assert.deepEqual(strayed, [], `${width} × ${height}, ${language}`);
  await page.context().close();
}

/** Every outcome of a deal is fully visible, also where there is a text above the table, and covers no control. */
async function revealFits(page, reveal) {
  return page.evaluate(
    ([html, texts]) => {
      const guide = document.querySelector('.guide');
      const scale = document.querySelector('.scale');
      const wasTight = scale.classList.contains('tight');
      const kept = [...guide.childNodes];
      guide.innerHTML = html;
      const what = guide.querySelector('.what');
      const cut = [];
      for (const tight of [false, true]) {
        scale.classList.toggle('tight', tight);
        for (const text of texts) {
          what.textContent = text;
          const box = guide.firstElementChild.getBoundingClientRect();
          const covers = [...scale.querySelectorAll('button, .pad')].some((control) => {
            const { left, right, top, bottom } = control.getBoundingClientRect();
            return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
          });
          const isWhole = what.scrollWidth <= what.clientWidth && what.getBoundingClientRect().bottom <= box.bottom;
          if (covers || !isWhole || getComputedStyle(guide).overflow !== 'visible') cut.push(`${tight} ${text}`);
        }
      }
      scale.classList.toggle('tight', wasTight);
      guide.replaceChildren(...kept);
      return cut;
    },
    [reveal, (await longTexts()).turned],
  );
}

/** Every sentence of the guide is fully visible, and so are the longest actions. */
async function guideFits(page) {
  return page.evaluate(
    async (texts) => {
      const guide = document.querySelector('.guide');
      /* What was turned over takes the sentence's place for some seconds. */
      while (guide.querySelector('.reveal')) await new Promise(requestAnimationFrame);
      const small = getComputedStyle(guide.querySelector('.short') ?? guide).display === 'block';
      const sentence = guide.querySelector(small ? '.short' : '.whole');
      const faces = [...document.querySelectorAll('.actions .text')];
      const cut = [];
      for (const text of small ? texts.short : texts.guide) {
        sentence.textContent = text;
        if (guide.scrollHeight > guide.clientHeight) cut.push(text);
      }
      for (const text of texts.actions)
        for (const face of faces) {
          face.textContent = text;
          face.classList.toggle('long', text.length > 20);
          const box = face.closest('.face');
          if (box.scrollHeight > box.clientHeight) cut.push(text);
        }
      return cut;
    },
    await longTexts(),
  );
}
async function longTexts() {
  const {
    page: { table },
    actions,
  } = JSON.parse(await readFile(new URL('../../../../data/texts/scale.json', import.meta.url), 'utf8'));
  const filled = (text) => text.replaceAll('{names}', 'Maximilienne et Bartholomew').replace(/\{[#@]\w+\|[^|}]*\|([^|}]*)[^}]*\}/g, '$1');
  const sentences = (kind) =>
    Object.entries(table)
      .filter(([key]) => kind.test(key))
      .flatMap(([, { en, fr }]) => [filled(en), filled(fr)]);
  return {
    guide: sentences(/^(guide|tie_(pick|vote))_(?!.*short)/),
    short: sentences(/_short$/),
    turned: sentences(/^turned_/).map((text) => text.replaceAll('#', '2')),
    actions: Object.values(actions).flatMap(({ en, fr }) => [en, fr]),
  };
}

/** In every engine: the puppet follows the mouse, and a card is changed. At human speed also by touch and keyboard. No control moves
 * meanwhile. */
export async function onMainPath(page, _context, { way = 'mouse', ...request } = {}) {
  const position = await scaleScene(4, 'stage', { cards: ['o6', 'b6', 'y2', 'o9'] });
  await fastTable(page, { game: 'scale', seats: 4, options: position.options, position, bots: [null, 'easy', 'easy', 'easy'], ...request });
  await page.waitForSelector('.pad');
  await perform(page, swings[way]);
  const before = await logLength(page);
  await HANDS[way].press(page, '.change:enabled');
  await logGrows(page, before);
}

/* With the reason. */
export const onlyAll = {
  'scale: two on stage, one of them a computer player, to the end': 'on a phone, four are on stage to the end, and a lesson is for two',
  'scale: two people in a room win together, by keyboard': 'two play so by mouse and touch, and by keyboard one of three does',
  'scale: a whole game on stage from the deal, by mouse and keyboard':
    'on a phone, a match is played to its end; there is more of the same before',
};

export default {
  async 'scale: no control moves while a match is played'({ browser, server }) {
    for (const [width, height, language] of [
      [390, 844, 'fr'],
      [320, 568, 'en'],
      [844, 390, 'fr'],
      [1440, 900, 'en'],
    ])
      await nothingJumps(browser, server, { width, height, language });
  },

  async 'scale: the guide covers nothing, and fits'(context) {
    const page = await listener(context.browser, context.server, {});
    const position = await scaleScene(4, 'stage', { cards: ['o6', 'b6', 'y2', 'o9'], players: [{}, { offer: 0 }] });
    const others = await sitTogether(page, context, position, ['Bob', 'Cléo', 'Zoé']);
    await page.waitForSelector('.guide p:has-text("Deal!")');
    /* The player's level is marked. */
    assert.equal((await page.textContent('.power .wanted')).trim(), '6');
    /* Revealed cards are not shown next to the players. */
    await page.click(TURN_BOTH);
    await page.waitForSelector('.guide .reveal');
    const reveal = await page.$eval('.guide .reveal', (element) => element.outerHTML);
    await page.waitForSelector('.history .card >> nth=1');
    assert.equal(await page.$('.seats .scene .card:not(.back)'), null);
    for (const [width, height] of [
      [320, 568],
      [360, 740],
      [390, 664],
      [390, 844],
      [620, 900],
      [844, 390],
      [1440, 900],
    ]) {
      await page.setViewportSize({ width, height });
      assert.deepEqual(await guideFits(page), [], `${width} × ${height}`);
      assert.deepEqual(await revealFits(page, reveal), [], `${width} × ${height}`);
    }
    /* When the card is where it should be, there is nothing to suggest. */
    await page.click('#tab-type');
    for (let moves = 0; ; moves++) {
      assert.ok(moves < 5, 'one has to wait');
      await page.click('.type .button.quiet:enabled');
      await page.waitForFunction(() => document.querySelector('#typed').value || document.querySelector('.type [role=status]').textContent);
      if ((await page.inputValue('#typed')) === '') break;
      await page.press('#typed', 'Enter');
      await page.waitForFunction(() => document.querySelector('#typed').value === '');
    }
    /* That stays true while the others do something else, but not when one of them makes an offer. */
    await page.click('.bar .ask:not([aria-disabled=true])');
    await page.waitForSelector('.bar .hint');
    const [one, other] = [1, 2, 3].filter((seat) => seat !== page.latest.view.players[0].offer);
    await others.play(one - 1, `offer ${other}`);
    await until(() => page.latest.view.players[one].offer === other, 'an offer to someone else');
    await settled(page);
    for (const words of ['.bar .hint', '.type [role=status]'])
      assert.match((await page.textContent(words)).trim(), /^Hint: wait\. \S/, words);
    await others.play(other - 1, 'offer 0');
    await page.waitForSelector('.bar .hint', { state: 'detached' });
    assert.equal(await page.textContent('.type [role=status]'), '');
  },

  async 'scale: a movement is repeated while others change their cards'({ browser, server }) {
    const page = await listener(browser, server);
    const position = await scaleScene(4, 'stage', { cards: ['o6', 'b2', 'y9', 'y4'] });
    position.number_pile.sort((a, b) => Number(a.endsWith('s')) - Number(b.endsWith('s'))); /* no action is replaced */
    await fastTable(page, { game: 'scale', seats: 4, options: position.options, position, bots: [null, 'easy', 'easy', 'easy'] });
    await page.waitForSelector('.pad');
    for (let tries = 0; !(await page.$('.go-on:enabled')); tries++) {
      assert.ok(tries < 400, 'there is something to repeat');
      await swings.keyboard(page);
    }
    await page.click('.go-on');
    await page.waitForSelector('.go-on[aria-pressed="true"]');
    const drawn = page.events.filter(({ type }) => type === 'draw').length;
    await until(() => page.events.filter(({ type }) => type === 'draw').length > drawn, 'another player has a new card');
    await settled(page);
    assert.equal(page.latest.view.players[0].card, 'o6');
    assert.equal(await page.getAttribute('.go-on', 'aria-pressed'), 'true');
    await page.click('.change:enabled');
    await page.waitForSelector('.go-on[aria-pressed="false"]');
  },

  'scale: a whole game on stage from the deal, by mouse and keyboard': (context) =>
    wholeGame(context, {}, ['mouse', 'keyboard'], async (page) => {
      await perform(page, swings.keyboard);
      await perform(page, swings.mouse);
    }),
  async 'scale: on stage, a puppet follows mouse and keyboard'({ browser, server }) {
    const page = await listener(browser, server);
    await fastTable(page, { game: 'scale', seats: 3, options: { mode: 'stage' }, bots: [null, 'random', 'easy'] });
    await page.waitForSelector('.pad');
    await perform(page, swings.keyboard);
    await perform(page, swings.mouse);
  },
  'scale: a game on stage to its end, on a phone by touch, which is then shaken': async (context) =>
    wholeGame(
      context,
      HANDS.touch.screen,
      ['touch'],
      async (page) => {
        await perform(page, swings.touch);
        await page.context().grantPermissions(['accelerometer', 'gyroscope']); /* the headless shell asks */
        await shaking(page, true);
        await perform(page, shake);
        await shaking(page, false);
      },
      await scaleScene(3, 'stage', {
        tokens: [
          [4, 1],
          [4, 1],
          [4, 1],
        ],
      }),
    ),

  async 'scale: in a room no computer player is offered for a player who is away'({ browser, server }) {
    const [host, other] = await company(browser, server, 3, { game: 'scale', options: { mode: 'room' } });
    await other.context().close();
    await host.click('#tab-people');
    await host.waitForSelector('.people li >> text=offline');
    assert.equal(await host.$('.people select'), null);
    await host.waitForFunction(() => [...document.querySelectorAll('.seats h2')].some((name) => /\w \(offline\)$/.test(name.textContent)));
  },

  async 'scale: two on stage, one of them a computer player, to the end'({ browser, server }) {
    const page = await listener(browser, server);
    /* Fifteen tokens would take minutes: all but one are in the lid already. */
    const position = await scaleScene(2, 'stage', { lid: 14 });
    await fastTable(page, { game: 'scale', seats: 2, options: position.options, position, bots: [null, 'easy'] });
    await page.waitForSelector('.pad');
    await perform(page, swings.mouse);
    const end = Date.now() + MATCH_MOST_MS;
    for (let pairs = 0; !(await page.$(OVER));) {
      assert.ok(Date.now() < end, `not over after ${pairs} pairs`);
      if (page.latest.view.players[0].swapping) await tryPress(page, HANDS.mouse, CHOICE);
      await swings.mouse(page).catch(() => undefined);
      /* We answer as the other player does, who knows. */
      const { answer } = page.latest.view.players[1];
      if (answer && (await tryPress(page, HANDS.mouse, `.duo .button:nth-child(${answer === 'match' ? 1 : 2}):enabled`))) pairs++;
    }
    assert.ok(page.events.some((event) => event.type === 'reveal'));
    await scoresAreShown(page);
  },

  async 'scale: two people in a room win together, by mouse and by touch'(context) {
    const result = await room(context, ['mouse', 'touch'], await scaleScene(2, 'room', { lid: 8 })); /* half of the way */
    assert.deepEqual(result.winners, [0, 1]);
  },
  async 'scale: two people in a room win together, by keyboard'(context) {
    const result = await room(context, ['keyboard', 'keyboard']);
    assert.deepEqual(result.winners, [0, 1]);
  },
  'scale: three people in a room, by mouse, touch and keyboard': (context) => room(context, ['mouse', 'touch', 'keyboard']),

  async 'scale: a page does not depend on what it may not know'({ browser, server }) {
    const position = await positionWhere(
      { game: 'scale', seats: 2 },
      ({ phase, players }) => phase === 'play' && players.every(({ card }) => isNumber(card)),
    );
    const twin = structuredClone(position);
    const [, other] = twin.players;
    const at = twin.number_pile.findIndex((card) => isNumber(card) && card !== other.card);
    [other.card, twin.number_pile[at]] = [twin.number_pile[at], other.card];
    await lookAlike(browser, server, [position, twin], twoInARoom);
  },
};
