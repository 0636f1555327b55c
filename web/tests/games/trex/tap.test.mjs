/* A card is lifted before it is played, on a touch screen. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fastTable, person } from '../../harness.mjs';
import { moment } from './scenes.mjs';

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

    /* A setting turns it off, and a mouse plays at once. */
    const mouse = await person(browser, server);
    await fastTable(mouse, { game: 'trex', seats: 4, position, bots: [null, 'easy', 'easy', 'easy'] });
    await mouse.click(card(first));
    await mouse.waitForSelector(card(first), { state: 'detached' });
    assert.deepEqual([...page.troubles, ...mouse.troubles], []);
  },
};
