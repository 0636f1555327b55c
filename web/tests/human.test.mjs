/* Games as people play them: with every frame of every animation, computer players that take their time, and clocks. Each game is
 * played by mouse on a laptop, and by touch on a phone up to its end; one in real time, which ends when people like, also by keyboard. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { endedWell, HANDS, listener, seenWell, until } from './hands.mjs';
import { everySecond, fastTable, games } from './harness.mjs';
import { lateIn } from './scenes.mjs';
import { sitDown } from './sitting.mjs';

const CLOCK = { kind: 'game', seconds: 900 };
const MAY_MOVE = '.bar .ask:not([aria-disabled=true])';
const AT_REST = '.bar .turn.mine'; /* in one's own turn */
const TURNS = 3;
const LATE = 5; /* moves before the end */

/* Runs in the page: notes what the clocks show, whenever that changes, and the version that the page has processed. */
function watchClocks() {
  window.clocksShown = [];
  const look = () => {
    const seconds = [...document.querySelectorAll('.clocks li')].map((one) => {
      const [, minutes, rest] = /(\d+):(\d\d)\s*$/.exec(one.textContent);
      return 60 * minutes + Number(rest);
    });
    if (seconds.length > 0 && String(seconds) !== String(window.clocksShown.at(-1)?.seconds))
      window.clocksShown.push({ v: window.heard, seconds });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/* Runs in the page: notes which control moves under a pointer that rests. What one has just done may move things. */
function watchPointer() {
  window.strayed = [];
  let [place, acted, before] = [null, 0, null];
  for (const type of ['pointermove', 'pointerdown', 'pointerup', 'keydown'])
    addEventListener(
      type,
      (event) => {
        if (event instanceof PointerEvent) place = [event.clientX, event.clientY];
        acted = performance.now();
      },
      true,
    );
  const look = () => {
    requestAnimationFrame(look);
    const control = place && document.elementFromPoint(...place)?.closest('button:enabled:not([aria-disabled=true]), a[href], [data-move]');
    const { left = 0, top = 0 } = control?.getBoundingClientRect() ?? {};
    const isSame = control && before?.control === control && performance.now() - acted > 500;
    if (isSame && Math.hypot(left - before.left, top - before.top) > 1) window.strayed.push(control.outerHTML.slice(0, 200));
    before = { control, left, top };
  };
  requestAnimationFrame(look);
}

const nothingStrayed = async (page) =>
  assert.deepEqual(await page.evaluate(() => window.strayed), [], 'what is under the pointer stays there');

/** A page that moves, and what the server says about time: `lefts` has the milliseconds of each seat by version. */
async function human(browser, server, hand) {
  const page = await listener(browser, server, { ...hand.screen, pace: 'normal', everyFrame: true });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(watchClocks);
  await page.addInitScript(watchPointer);
  page.lefts = new Map();
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { v, left } = JSON.parse(String(payload));
      if (v !== undefined && left) page.lefts.set(v, left);
    }),
  );
  return page;
}

/** Follows hints by this kind of pointer. Where a hint is not one tap, the game's own test knows how (`playAsHinted`). */
async function followerOf(game, way) {
  const { playAsHinted } = await import(`./games/${game}/table.test.mjs`);
  const { press } = HANDS[way];
  const oneTap = async (page) => {
    await press(page, MAY_MOVE);
    await page.waitForSelector('.hint .do');
    await press(page, '.hint .do');
  };
  return async (page) => {
    const { v } = page.latest;
    await (playAsHinted ? playAsHinted(page, way) : oneTap(page));
    await until(() => page.latest.v > v, 'the move is made');
  };
}

/** In one's own turn, the clocks of those who wait show what the server says, and one's own goes on. */
async function clocksGoOn(page) {
  const seconds = () => page.evaluate(() => window.clocksShown.at(-1).seconds);
  const { to_act: toAct, left } = page.latest;
  const [own] = await seconds();
  await page.waitForFunction((before) => window.clocksShown.at(-1).seconds[0] < before, own);
  const now = await seconds();
  for (const [seat, ms] of left.entries())
    if (!toAct.includes(seat)) assert.equal(now[seat], Math.ceil(ms / 1000), `the clock of seat ${seat}`);
}

/** No clock showed more than before, unless the server said so. */
async function clocksNeverRise(page) {
  const [seen, lefts] = [await page.evaluate(() => window.clocksShown), [...page.lefts.entries()].sort(([a], [b]) => a - b)];
  assert.ok(seen.length > 0, 'clocks were shown');
  for (const [at, [v, left]] of lefts.entries())
    if (at > 0)
      assert.ok(
        left.every((ms, seat) => ms <= lefts[at - 1][1][seat]),
        `version ${v}: no clock gets more time`,
      );
  for (const [at, { v, seconds }] of seen.entries()) {
    const [, left] = lefts.findLast(([version]) => version <= v) ?? [];
    for (const [seat, shown] of seconds.entries())
      if (at > 0 && shown > seen[at - 1].seconds[seat])
        assert.ok(left && shown <= Math.ceil(left[seat] / 1000), `a clock rose from ${seen[at - 1].seconds[seat]} to ${shown}`);
  }
}

const LOG = '.list li:not(.soft)';

/** Whose turn it is, what one may choose, the tiles, the log. */
const shown = (page) =>
  page.evaluate((lines) => {
    const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
    const choices = '.board .choosable, .board [data-move]:enabled, .board [data-direction]:enabled';
    return {
      turn: document.querySelector('.bar .turn').textContent.trim(),
      choices: all(choices, ({ dataset }) => dataset.move ?? dataset.square ?? dataset.direction),
      tiles: all('.board [data-tile]', (tile) => tile.textContent.trim()).sort(),
      log: all(lines, (line) => line.textContent),
    };
  }, LOG);

/** After all animations the page shows what it shows when it is loaded anew, with the same log in the same order. */
async function sameWhenLoaded(page) {
  /* Where all choose at the same time, others may still be thinking. */
  await until(() => page.latest.to_act.every((seat) => seat === 0), 'only this person is waited for');
  const anew = await page.context().newPage();
  await anew.goto(page.url());
  await anew.waitForSelector(AT_REST);
  let both;
  const isSame = async () => isDeepStrictEqual(...(both = [await shown(page), await shown(anew)])) && both[0].log.length > 0;
  await until(isSame, 'both pages show the same').catch((error) => {
    assert.deepEqual(...both);
    throw error;
  });
  await anew.close();
}

/* A hint there is soon out of date, so the game's own test knows what to do. The clocks of those whom nobody waits for stand still. */
async function inRealTime(context, { id: game }, way) {
  const { onMainPath } = await import(`./games/${game}/table.test.mjs`);
  const page = await human(context.browser, context.server, HANDS[way]);
  await onMainPath(page, context, { way, pace: 'human', clock: CLOCK });
  await clocksNeverRise(page);
  await nothingStrayed(page);
  await seenWell(page);
}

async function byMouse(context, { id: game, seats }) {
  const page = await human(context.browser, context.server, HANDS.mouse);
  const follow = await followerOf(game, 'mouse');
  const others = Math.max(2, seats[0]) - 1;
  await fastTable(page, { game, seats: others + 1, bots: [null, ...Array(others).fill('easy')], pace: 'human', clock: CLOCK });
  for (let turn = 0; turn < TURNS; turn++) {
    await page.waitForSelector(MAY_MOVE);
    await clocksGoOn(page);
    await follow(page);
  }
  await page.waitForSelector(MAY_MOVE);
  await clocksNeverRise(page);
  await nothingStrayed(page);
  await sameWhenLoaded(page);
  await seenWell(page);
}

async function byTouch({ browser, server }, { id: game, seats }) {
  const follow = await followerOf(game, 'touch');
  const page = await human(browser, server, HANDS.touch);
  const position = await lateIn({ game, seats: Math.max(2, seats[0]) }, LATE);
  await sitDown(page, position, { pace: 'human', clock: CLOCK });
  for (;;) {
    await page.waitForSelector(`dialog[open], ${MAY_MOVE}`);
    if (await page.$('dialog[open]')) break;
    await follow(page);
  }
  await clocksNeverRise(page);
  await endedWell(page, position.seats);
}

const onLaptop = ({ id }) => `${id}: at human speed, by mouse on a laptop`;
const onPhone = ({ id }) => `${id}: at human speed, by touch on a phone, to the end`;
const testsOf = (game) =>
  game.facts.real_time
    ? Object.keys(HANDS).map((way) => [`${game.id}: at human speed, by ${way}`, (context) => inRealTime(context, game, way)])
    : [
        [onLaptop(game), (context) => byMouse(context, game)],
        [onPhone(game), (context) => byTouch(context, game)],
      ];

const inTurns = games().filter((game) => !game.facts.real_time);
export const onlyAll = { ...everySecond(onLaptop, { first: 1, of: inTurns }), ...everySecond(onPhone, { of: inTurns }) };

export default Object.fromEntries(games().flatMap(testsOf));
