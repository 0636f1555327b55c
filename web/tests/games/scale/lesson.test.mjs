/* The lesson of Scale, and the first match after it. */
import assert from 'node:assert/strict';
import { fastTable, person } from '../../harness.mjs';
import { meetCoach, playLesson } from '../../learn.mjs';

const CONTROLS = {
  answer: '.duo .button:first-child',
  change: '.change',
  swap: '.actions .blue .choice',
  offer: '.below .button',
  withdraw: '.below .button',
};

async function make(page, move) {
  const [kind, seat] = move.split(' ');
  const at = kind === 'offer' ? `.seat[data-seat="${seat}"] ` : kind === 'withdraw' ? '.seat[data-seat="1"] ' : '';
  await page.click(`${at}${CONTROLS[kind]}:enabled`);
}

const PHONES = [
  [360, 640],
  [390, 844],
  [844, 390],
];

/** Where the buttons of the table are, by what they are for: some of them are not always there. */
const places = (page) =>
  page.$$eval('.scale button', (buttons) =>
    buttons.map((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const seat = button.closest('[data-seat]')?.dataset.seat ?? '';
      const name = [...button.classList].filter((one) => !/svelte|main|lit/.test(one)).join('.');
      return [
        `${seat} ${name} ${button.matches('.big') ? button.textContent : ''}`,
        [left, top + scrollY, width, height].map(Math.round).join(),
      ];
    }),
  );

export default {
  async 'Scale: in a first match no button moves, whatever the coach and a hint say'({ browser, server }) {
    for (const { seats, coach } of [
      { seats: 4, coach: true },
      { seats: 2, coach: true },
      { seats: 6, coach: false },
    ]) {
      const page = await person(browser, server, { size: 'phone', touch: true, language: 'fr', isNew: true });
      if (coach) await page.addInitScript(() => localStorage.setItem('ludosaure.learned', '{"scale":{"coach":true}}'));
      const bots = Array.from({ length: seats }, (_, seat) => (seat > 0 ? 'easy' : null));
      await fastTable(page, { game: 'scale', seats, bots, options: { mode: 'stage' } });
      await page.waitForSelector('.coach');
      await page.waitForSelector('.pad');
      for (const [width, height] of PHONES) {
        await page.setViewportSize({ width, height });
        await page.waitForFunction((wide) => document.querySelector('.coach').offsetWidth === wide, width);
        const before = new Map(await places(page));
        const same = async (when) => {
          for (const [button, place] of await places(page))
            assert.equal(before.get(button) ?? place, place, `${button}, ${when}, ${width} × ${height}`);
        };
        const long = 'Proposez votre carte à Maximilienne, qui bouge aussi fort que vous. '.repeat(4);
        /* A phone on its side has little room for words: two lines of them are no higher. */
        if (width > height) await page.$$eval('.seats .below .button', ([first]) => first && (first.firstChild.data = 'Tope là, Max !'));
        if (coach) await page.$eval('.coach .advice', (advice, words) => advice.append(words), long);
        await same('with advice');
        await page.tap('.bar .ask:not([aria-disabled=true])');
        await page.waitForSelector('.bar .hint');
        await same('with a hint');
        const close = await page.$('.bar .hint .close');
        await close?.tap().catch(() => undefined); /* it may have gone by itself */
        await page.waitForSelector('.bar .hint', { state: 'detached' });
        if (coach)
          await page.$eval('.coach .advice', (advice, words) => advice.lastChild.data === words && advice.lastChild.remove(), long);
        await same('without any');
      }
      assert.deepEqual(page.troubles, []);
      await page.context().close();
    }
  },

  'Scale: the lesson, to its end': async (context) =>
    meetCoach(await playLesson(context, { game: 'scale', language: 'en', make, wrong: 'offer 2', off: '.below .button' }), {
      steady: true,
    }),
};
