/* A card is lifted before it is played, on a touch screen. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fastTable, person } from '../../harness.mjs';
import { outOfSight } from '../../sight.mjs';
import { sitDown } from '../../sitting.mjs';
import { moment, momentOfFive } from './scenes.mjs';

const texts = JSON.parse(readFileSync(new URL('../../../../data/texts/trex.json', import.meta.url), 'utf8'));

export default {
  async 'trex: a first tap lifts a card, and the second one plays it'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone', touch: true });
    const { position } = await moment('lap');
    await fastTable(page, { game: 'trex', seats: 4, position, bots: [null, 'easy', 'easy', 'easy'] });
    const [first, second] = await page.$$eval('.hand .can', (cards) => cards.map((one) => one.dataset.move));
    const card = (move) => `.hand [data-move="${move}"]`;
    /* How many cards lie in each row, by its height on the screen. */
    const rows = () =>
      page.$$eval('.hand button', (cards) =>
        Object.entries(Object.groupBy(cards, (one) => Math.round(one.offsetTop))).map(([, row]) => row.length),
      );
    const top = () => page.$eval('.hand', (hand) => hand.getBoundingClientRect().top);
    const [topBefore, lengths] = [await top(), await rows()];
    assert.ok(lengths.length > 1 && Math.max(...lengths) - Math.min(...lengths) <= 1, `rows of ${lengths}`);
    await page.tap(card(first));
    await page.waitForSelector(`${card(first)}.up`);
    assert.equal(await top(), topBefore, 'the hand stays where it is');
    assert.equal(await page.textContent('.prompt'), texts.page.table.lifted.en);
    await page.tap(card(second)); /* another one, after all */
    await page.waitForSelector(`${card(second)}.up`);
    await page.tap('.round .cross'); /* or none */
    await page.waitForSelector('.hand:not(:has(.up))');
    assert.equal(await page.$$eval('.hand .can', (cards) => cards.length > 0), true, 'nothing was played');
    await page.tap(card(second));
    await page.waitForSelector(`${card(second)}.up`);
    await page.tap(card(second));
    await page.waitForSelector(card(second), { state: 'detached' });

    /* So it is with an egg, and with a trump. */
    for (const [phase, kind] of [
      ['egg', 'egg '],
      ['trump', 'trump '],
    ]) {
      await sitDown(page, (await moment(phase)).position);
      const [one, other] = await page.$$eval('.choices .choice', (choices) => choices.map(({ dataset }) => dataset.move));
      assert.ok(one.startsWith(kind));
      const choice = (move) => `.choices [data-move="${move}"]`;
      await page.tap(choice(one));
      await page.waitForSelector(`${choice(one)}.up`);
      assert.equal(await page.textContent('.prompt'), texts.page.table.lifted_choice.en);
      await page.tap(choice(other));
      await page.waitForSelector(`${choice(other)}.up`);
      assert.equal(await page.locator('.choices .up').count(), 1);
      await page.tap(choice(other));
      await page.waitForSelector(choice(other), { state: 'detached' });
    }

    /* A setting turns it off, and a mouse plays at once. */
    const mouse = await person(browser, server);
    await fastTable(mouse, { game: 'trex', seats: 4, position, bots: [null, 'easy', 'easy', 'easy'] });
    await mouse.click(card(first));
    await mouse.waitForSelector(card(first), { state: 'detached' });
    assert.deepEqual([...page.troubles, ...mouse.troubles], []);
  },

  async 'trex: of two equal eggs one is taken by itself, which is said'({ browser, server }) {
    const page = await person(browser, server, { pace: 'calm' });
    await sitDown(page, (await moment('same_eggs')).position);
    await page.waitForSelector('.prompt >> text=/Both eggs are \\w+: you take one/');
    assert.equal(await page.locator('.choices .choice').count(), 0);
    await page.waitForSelector('.list li >> text=/^You have the strongest card and choose/');
    assert.deepEqual(page.troubles, []);
  },

  async 'trex: who chooses an egg sees everybody’s points, on a small phone too'({ browser, server }) {
    for (const language of ['en', 'fr']) {
      const page = await person(browser, server, { size: 'phone', touch: true, language });
      await page.setViewportSize({ width: 360, height: 640 });
      await sitDown(page, (await moment('egg')).position);
      await page.waitForSelector('.choices .choice');
      assert.deepEqual(await outOfSight(page, ['.seat .points', '.choices .choice']), [], language);
      await page.context().close();
    }
  },

  async 'trex: a full hand covers nobody’s points'({ browser, server }) {
    const { position } = await momentOfFive('middle');
    const [me] = position.players;
    const full = { ...position, players: [{ ...me, hand: [...me.hand, ...me.deck], deck: [] }, ...position.players.slice(1)] };
    for (const [width, height] of [
      [360, 640],
      [390, 844],
      [844, 390],
      [1366, 768],
      [1280, 720],
      [1366, 650],
    ]) {
      const page = await person(browser, server, width < 1000 ? { size: 'phone', touch: true } : {});
      await page.setViewportSize({ width, height });
      await sitDown(page, full);
      assert.ok((await page.locator('.hand button').count()) > 10);
      assert.deepEqual(await outOfSight(page, ['.seat .points', '.hand button']), [], `${width}×${height}`);
      await page.context().close();
    }
  },
};
