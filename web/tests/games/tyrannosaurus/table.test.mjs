/* Tyrannosaurus Rex at its own table: whole games by mouse, touch and keyboard; two and four people,
 * and whether a choice stays secret until all have chosen. */
import assert from 'node:assert/strict';
import { any, chance } from '../../chance.mjs';
import {
  company,
  endedWell,
  everything,
  HANDS,
  listener,
  logGrows,
  logLength,
  lookAlike,
  playToEnd,
  positionWhere,
  Referee,
  seenWell,
  settled,
  until,
} from '../../hands.mjs';
import { fastTable, tabTo } from '../../harness.mjs';
import { lessonOf } from '../../learn.mjs';
import { sitDown } from '../../sitting.mjs';
import { moment } from './scenes.mjs';

const READY = '.act form';
const CONFIRM = '.act form .button.main:enabled';

/* A card, where there is something to choose; then a square, or where there is none a direction; then
 * the button that makes it final. Tapping the square again needs no button. */
async function point(page, hand, { twice = false } = {}) {
  const cards = await page.$$eval('.act fieldset input:not([aria-disabled=true])', (inputs) => inputs.map((input) => input.value));
  const card = any(cards);
  if (card) await hand.press(page, `.act label.card:has([value="${card}"])`);
  if (card !== 'rest') {
    const squares = await page.$$eval('.choosable', (cells) => cells.map((cell) => `[data-square="${cell.dataset.square}"]`));
    const directions = await page.$$eval('.act [data-direction]:enabled', (ones) =>
      ones.map((one) => `[data-direction="${one.dataset.direction}"]`),
    );
    const where = chance() < 0.7 && squares.length > 0 ? any(squares) : any(directions);
    await hand.press(page, where);
    if (twice && where.startsWith('[data-square')) {
      const { v } = page.latest;
      /* Quick as a double tap, it does not count; so as often as it takes. */
      for (let tries = 0; page.latest.v === v; tries++) {
        assert.ok(tries < 200, 'a second tap makes it final');
        await hand.press(page, where);
        await until(() => page.latest.v > v, 'the tap counts', 400).catch(() => undefined);
      }
      return;
    }
  }
  await hand.press(page, CONFIRM);
}

const ARROWS = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
const many = (count, key) => Array(count).fill(key);
/* From any square to the upper left one, and from there along every row. */
const WHOLE_BOARD = [...many(4, 'ArrowUp'), ...many(4, 'ArrowLeft')];
for (let row = 0; row < 5; row++) WHOLE_BOARD.push(...many(4, row % 2 ? 'ArrowLeft' : 'ArrowRight'), 'ArrowDown');
const complete = (page) => page.$(CONFIRM);

/* Three ways to choose without a pointer, one after the other: the compass, the digits, the board. */
async function typed(page, turn) {
  const cards = await page.$$('.act fieldset input:not([aria-disabled=true])');
  if (cards.length > 1 && chance() < 0.4) {
    await tabTo(page, '.act fieldset input:checked');
    await page.keyboard.press('ArrowDown');
  }
  if (!(await complete(page)) && turn % 3 === 0) {
    await tabTo(page, '.act [role=radio][tabindex="0"]');
    for (let tries = 0; !(await complete(page)); tries++) {
      assert.ok(tries < 40, 'the arrows lead to a direction');
      await page.keyboard.press(any(ARROWS));
    }
    /* On the compass, Enter is enough. */
    await page.keyboard.press('Enter');
    return;
  }
  if (!(await complete(page)) && turn % 3 === 1) {
    await tabTo(page, '[role=gridcell][tabindex="0"]');
    const way = [...WHOLE_BOARD];
    while (!(await complete(page))) {
      assert.ok(way.length > 0, 'the arrows lead to a square that may be chosen');
      await page.keyboard.press(way.shift());
      if (await page.evaluate(() => document.activeElement.matches('.choosable'))) await page.keyboard.press('Enter');
    }
  }
  if (!(await complete(page))) await tabTo(page, '.act [role=radio], [role=gridcell]');
  for (let tries = 0; !(await complete(page)); tries++) {
    assert.ok(tries < 60, 'the digits lead to a direction');
    await page.keyboard.press(String(any([1, 2, 3, 4, 6, 7, 8, 9])));
  }
  await tabTo(page, '.act form .button.main');
  await page.keyboard.press('Enter');
}

const ways = {
  mouse: (page) => point(page, HANDS.mouse),
  touch: (page, turn) => point(page, HANDS.touch, { twice: turn % 4 === 0 }),
  keyboard: typed,
};

const times = (text, part) => text.split(part).length - 1;

/** People choose one after the other; until the last one has, the pages show only who has chosen. */
async function together({ browser, server }, seats) {
  const pages = await company(browser, server, seats, { game: 'tyrannosaurus' });
  let checked = 0;
  for (let count = 0; checked < 5 * (seats - 1); count++) {
    const toAct = pages[0].latest.to_act;
    assert.ok(toAct.length > 0, `over after ${checked} looks`);
    const seat = any(toAct);
    const [owner, { v }] = [pages[seat], pages[0].latest];
    await settled(...pages);
    const before = await Promise.all(pages.map(everything));
    await owner.waitForSelector(READY);
    await point(owner, HANDS.mouse);
    await until(() => pages.every((page) => page.latest.v > v), 'everyone receives the choice');
    const choice = owner.latest.view.chosen[seat];
    if (!choice || choice === '?') continue;
    await settled(...pages);
    const mine = `.players li:nth-child(${seat + 1}) .choice [role=img]`;
    const words = await owner.getAttribute(mine, 'aria-label');
    assert.ok(words && (await owner.textContent('.act .waiting')).includes(words), `one's own choice stands there: ${words}`);
    assert.equal(
      await owner.locator('.act .waiting li').count(),
      owner.latest.view.chosen.filter((chosen, other) => other !== seat && (chosen || owner.latest.to_act.includes(other))).length,
      'beside it those who choose with one',
    );
    for (const [other, page] of pages.entries()) {
      if (other === seat) continue;
      assert.equal(page.latest.view.chosen[seat], '?');
      assert.equal(page.latest.view.players[seat].cards, '?');
      const now = await everything(page);
      for (const secret of [words, `"${choice}"`])
        assert.ok(times(now, secret) <= times(before[other], secret), `seat ${other} must not read “${secret}” of seat ${seat}`);
      assert.equal(await page.locator(`.players li:nth-child(${seat + 1}) .choice .down`).count(), 1);
      assert.equal(await page.locator(`.players li:nth-child(${seat + 1}) .choice .way`).count(), 0);
      assert.doesNotMatch(await page.getAttribute(mine, 'aria-label'), /north|south|east|west|rest/i);
      checked++;
    }
  }
  for (const page of pages) await seenWell(page);
}

/** In every engine: a card and a square or a direction, by mouse. */
export async function onMainPath(page) {
  await fastTable(page, { game: 'tyrannosaurus', seats: 2, bots: [null, 'easy'] });
  for (let moves = 0; moves < 3; moves++) {
    await page.waitForSelector(READY);
    const before = await logLength(page);
    await point(page, HANDS.mouse);
    await logGrows(page, before);
  }
}

/* With the reason. */
export const onlyAll = {
  'tyrannosaurus: a whole game by mouse, at its table': 'played so by keyboard and touch, and two people use a mouse',
  'tyrannosaurus: four people choose in secret': 'the same with two',
};

export default {
  ...Object.fromEntries(
    Object.entries(ways).map(([name, choose]) => [
      `tyrannosaurus: a whole game by ${name}, at its table`,
      async ({ browser, server }) => {
        const page = await listener(browser, server, HANDS[name].screen);
        await fastTable(page, { game: 'tyrannosaurus', seats: 2, bots: [null, 'easy'] });
        let turn = 0;
        const moves = await playToEnd(page, READY, () => choose(page, turn++));
        assert.ok(moves > 2, `${moves} moves`);
        await endedWell(page, 2);
      },
    ]),
  ),

  async 'tyrannosaurus: what takes the focused control away leaves the focus in the panel'({ browser, server }) {
    const page = await listener(browser, server);
    await fastTable(page, { game: 'tyrannosaurus', seats: 2, bots: [null, 'easy'] });
    await page.waitForSelector(READY);
    for (const taken of [(control) => (control.disabled = true), (control) => control.remove()]) {
      await tabTo(page, '.act [data-direction]');
      await page.$eval('.act [data-direction]:focus', taken);
      await page.waitForFunction(() => document.activeElement?.matches('.act *:enabled'));
    }
  },

  async 'tyrannosaurus: nobody is waited for while a turn is being shown'({ browser, server }) {
    const page = await listener(browser, server, { pace: 'calm' });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const { position } = await moment('last');
    await fastTable(page, { game: 'tyrannosaurus', seats: 4, position, bots: [null, 'easy', 'easy', 'easy'] });
    await page.waitForSelector(READY);
    await page.evaluate(() => {
      window.said = [];
      requestAnimationFrame(function look() {
        if (document.querySelector('.act .controls')) window.said.push(document.querySelector('.bar .turn').textContent.trim());
        requestAnimationFrame(look);
      });
    });
    await page.click('#tab-type');
    await page.fill('#typed', 'rest');
    await page.press('#typed', 'Enter');
    await page.waitForFunction(() => window.said.length > 0 && !document.querySelector('.act .controls'));
    assert.deepEqual(
      (await page.evaluate(() => window.said)).filter((line) => line.startsWith('Waiting')),
      [],
    );
  },

  async 'tyrannosaurus: bar, log and choice are at the same moment as the turn that is being shown'({ browser, server }) {
    const page = await listener(browser, server, { pace: 'quick' });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const { position } = await moment('alone');
    await fastTable(page, { game: 'tyrannosaurus', seats: 4, position, bots: [null, 'easy', 'easy', 'easy'] });
    await page.waitForSelector(READY);
    await page.evaluate(() => {
      const texts = (selector) => [...document.querySelectorAll(selector)].map((node) => node.textContent.trim());
      const shown = new Set();
      Object.assign(window, { wrong: [], stories: 0, asked: 0 });
      requestAnimationFrame(function look() {
        const story = document.querySelector('.act .controls') !== null;
        const [bar] = texts('.bar .turn');
        texts('.act .sentences p').forEach((sentence) => shown.add(sentence));
        if (story) {
          window.stories++;
          if (bar) window.wrong.push(`while a turn is shown, the bar says ${bar}`);
          for (const line of texts('.list li'))
            if (!shown.has(line) && !/chosen|before|told here/.test(line)) window.wrong.push(`the log is ahead: ${line}`);
        } else if (document.querySelector('.act form')) {
          if (window.stories > 0) window.asked++;
          if (bar !== 'Your turn') window.wrong.push(`while one is asked, the bar says ${bar}`);
        }
        requestAnimationFrame(look);
      });
    });
    /* Chosen without the tab that has the log on it: the keys work wherever the focus is. */
    assert.ok(await page.evaluate(() => document.activeElement === document.body));
    await page.keyboard.press('5');
    await page.waitForSelector(CONFIRM);
    await page.click(CONFIRM);
    await page.waitForFunction(() => window.stories > 0 && window.asked > 10);
    assert.deepEqual([...new Set(await page.evaluate(() => window.wrong))], []);
    await seenWell(page);
  },

  async 'tyrannosaurus: digits steer wherever the focus is, but not what is typed or asked elsewhere'({ browser, server }) {
    const page = await listener(browser, server);
    await fastTable(page, { game: 'tyrannosaurus', seats: 2, bots: [null, 'easy'] });
    await page.waitForSelector(READY);
    const chosen = () => page.$$eval('.act [aria-checked=true]', (ones) => ones.map((one) => one.dataset.direction));
    await page.click('#tab-type');
    await page.fill('#typed', '');
    await page.keyboard.press('8');
    assert.equal(await page.inputValue('#typed'), '8');
    await page.click('.rulebook');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('8');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog[open]', { state: 'detached' });
    assert.deepEqual(await chosen(), []);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('8');
    assert.deepEqual(await chosen(), ['N']);
    await seenWell(page);
  },

  async 'tyrannosaurus: in French the compass has French points, and the server hears English ones'({ browser, server }) {
    const page = await listener(browser, server, { language: 'fr' });
    const sent = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)).move)));
    await fastTable(page, {
      game: 'tyrannosaurus',
      seats: 4,
      bots: [null, 'random', 'random', 'random'],
      options: { dinos: ['triceratops', 'pteranodon', 'diplodocus', 'stegosaurus'] },
    });
    await page.waitForSelector(READY);
    assert.deepEqual(await page.$$eval('.pad button', (buttons) => buttons.map((button) => button.innerText.trim())), [
      'NO',
      'N',
      'NE',
      'O',
      'E',
      'SO',
      'S',
      'SE',
    ]);
    await page.click('#tab-type');
    await page.fill('#typed', 'steer SO');
    await page.press('#typed', 'Enter');
    await until(() => sent.includes('steer SW'), 'the move in the words of the protocol');
    await page.click('#tab-log');
    await page.waitForSelector('[role=group] li >> text=/Vous poussez le Lac vers le sud-ouest/');
    await seenWell(page);
  },

  async 'tyrannosaurus: the squares to choose lie on those of the board'({ browser, server }) {
    const page = await listener(browser, server);
    await fastTable(page, { game: 'tyrannosaurus', seats: 3, bots: [null, 'easy', 'easy'] });
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ]) {
      await page.setViewportSize({ width, height });
      const [ground, square] = await Promise.all(
        ['.board > svg', '.square[data-square="e1"]'].map(async (part) => (await page.waitForSelector(part)).boundingBox()),
      );
      assert.ok(Math.abs(ground.y + ground.height - square.y - square.height) < 1, `${width} × ${height}`);
      assert.ok(Math.abs(ground.x + ground.width - square.x - square.width) < 1, `${width} × ${height}`);
    }
  },

  async 'tyrannosaurus: on a phone the trees of all are above the board, and a refuge says whose it is'({ browser, server }) {
    const page = await listener(browser, server);
    await page.setViewportSize({ width: 390, height: 844 });
    const { position } = lessonOf('tyrannosaurus').scenes[1]; /* beside the Lake */
    await sitDown(page, position);
    assert.deepEqual(
      await page.$$eval('.stock b', (counts) => counts.map((count) => Number(count.textContent))),
      position.players.map(({ trees }) => trees),
    );
    await page.click(`.square[data-square="${position.lake}"]`);
    assert.match(await page.textContent('.board .note'), /Diplodocus/);
    const [map, note, trees] = await Promise.all(['.map', '.board .note', '.stocks'].map((part) => page.locator(part).boundingBox()));
    assert.ok(note.y >= map.y && note.y + note.height <= map.y + map.height && note.x >= map.x && note.x + note.width <= map.x + map.width);
    assert.ok(trees.y + trees.height <= map.y);
    await page.click('.square[data-square="c1"]');
    await page.waitForSelector('.board .note', { state: 'detached' });
    await seenWell(page);
  },

  async 'tyrannosaurus: the reminder cards say what the core says, by keyboard and in both languages'({ browser, server }) {
    for (const [language, refuge] of Object.entries({ en: /refuge is the Lake/, fr: /refuge est le Lac/ })) {
      const page = await listener(browser, server, { language });
      await page.setViewportSize({ width: 360, height: 740 });
      await sitDown(page, lessonOf('tyrannosaurus').scenes[1].position);
      await tabTo(page, '.reminders');
      await page.keyboard.press('Enter');
      await page.waitForSelector('dialog .cards');
      const { reminders } = page.latest.aids;
      const shown = await page.$$eval('dialog .cards li', (cards) =>
        cards.map((card) => [Number(card.dataset.seat), ...card.textContent.match(/\d+/g).map(Number)]),
      );
      assert.deepEqual(
        shown,
        reminders.map(({ cards, trees }, seat) => [seat, trees, cards.move, cards.rest, cards.panic]),
      );
      const [lake] = reminders.flatMap(({ refuge }, seat) => (refuge === 'lake' ? [seat] : []));
      assert.match(await page.textContent(`dialog .cards [data-seat="${lake}"]`), refuge);
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog .cards', { state: 'detached' });
      assert.ok(await page.evaluate(() => document.activeElement.matches('.reminders')), 'the focus is where it was');
      await seenWell(page);
    }
  },

  async 'tyrannosaurus: on a phone the board is as large after a hint as before'({ browser, server }) {
    const page = await listener(browser, server);
    await page.setViewportSize({ width: 390, height: 844 });
    await fastTable(page, { game: 'tyrannosaurus', seats: 2, bots: [null, 'easy'] });
    await page.waitForSelector(READY);
    const { width } = await page.locator('.map').boundingBox();
    await page.click('.bar .ask');
    await page.click('.bar .hint .close');
    await page.waitForFunction((before) => Math.abs(document.querySelector('.map').getBoundingClientRect().width - before) < 1, width);
  },

  async 'tyrannosaurus: on a small phone the button covers no arrow while somebody flees'({ browser, server }) {
    const page = await listener(browser, server, { size: 'phone', language: 'fr' });
    await sitDown(page, (await moment('panic')).position);
    await page.waitForSelector(READY);
    const [pad, button] = await Promise.all(['.act .pad', '.act form .button.main'].map((part) => page.locator(part).boundingBox()));
    assert.ok(pad.y + pad.height <= button.y, `${pad.y + pad.height} ≤ ${button.y}`);
    assert.ok(button.y + button.height <= page.viewportSize().height);
  },

  async 'tyrannosaurus: the back of a card is no card'({ browser, server }) {
    const pages = await company(browser, server, 2, { game: 'tyrannosaurus' });
    await pages[0].waitForSelector(READY);
    await point(pages[0], HANDS.mouse);
    const back = await pages[1].waitForSelector('.players .choice .down path');
    const faces = await pages[1].$$eval('.card svg path, .kind svg path', (paths) => paths.map((path) => path.getAttribute('d')));
    const drawn = await back.getAttribute('d');
    assert.ok(faces.length > 2 && faces.filter((face) => face === drawn).length <= 1, 'the back has a picture of its own');
  },

  'tyrannosaurus: two people choose in secret': (context) => together(context, 2),
  'tyrannosaurus: four people choose in secret': (context) => together(context, 4),

  async 'tyrannosaurus: a page does not depend on what it may not know'({ browser, server }) {
    const position = await positionWhere(
      { game: 'tyrannosaurus', seats: 2 },
      ({ phase, turn, chosen }) => phase === 'act' && turn === 2 && chosen.every((one) => one === null),
    );
    const referee = new Referee();
    await referee.ask('setup', { position });
    const { moves } = await referee.ask('legal', { seat: 1 });
    referee.end();
    const twins = [moves[0], moves.at(-1)].map((move) => ({ ...position, chosen: [null, move] }));
    await lookAlike(browser, server, twins);
  },
};
