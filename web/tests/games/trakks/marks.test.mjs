/* Marks while tiles are laid and dragged: they come from the core, at a table on a server and on this
 * device, and without the core a refusal still comes from the server. */
import assert from 'node:assert/strict';
import { listener } from '../../hands.mjs';
import { sitDown } from '../../sitting.mjs';
import { atRest, whole } from './scenes.mjs';

const pieceOf = (page, word) => page.$eval(`.rack [data-piece][aria-label="${word}"]`, (piece) => Number(piece.dataset.piece));

/** Where a square beside the red 7 is; `away` squares to the right of it. */
async function rightOfSeven(page, away) {
  const boxes = await page.$$eval('.place', (places) =>
    places.map((place) => place.getBoundingClientRect()).map(({ left, top, width, height }) => ({ left, top, width, height })),
  );
  const last = boxes.sort((a, b) => b.left - a.left)[0];
  return { x: last.left + last.width * (away + 0.5), y: last.top + last.height / 2 };
}

async function carry(page, word, away) {
  const to = await rightOfSeven(page, away);
  const box = await page.locator(`[data-piece="${await pieceOf(page, word)}"]`).boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
}

const core = (page) => page.waitForResponse((response) => response.url().endsWith('.wasm'));

export default {
  async 'trakks: lines are marked while a tile is dragged and laid'({ browser, server }) {
    const page = await listener(browser, server);
    await sitDown(page, whole(['r8', 'g2', 'b1'], true));
    await page.waitForSelector('.rack [data-piece]');
    await atRest(page);
    const fetched = core(page);
    await carry(page, 'green 2', 1);
    await fetched;
    await page.waitForSelector('.target.fits.wrong', { state: 'attached' });
    await page.mouse.up();
    await page.waitForSelector('.board .fault', { state: 'attached' });
    assert.match(await page.textContent('.actions .warn'), /1 place to fix/);
    const lay = page.locator('.actions .lay');
    assert.equal(await lay.getAttribute('aria-disabled'), 'true');
    await lay.click({ force: true });
    await page.waitForFunction(() => /Not yet: .*green 2: /.test(document.querySelector('.trakks > [role=status]').textContent));
    const over = await page.$$eval(
      '.place',
      (tiles) =>
        tiles.filter((tile) => {
          const { left, top, width, height } = tile.getBoundingClientRect();
          return !document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.surface');
        }).length,
    );
    assert.equal(over, 0, 'nothing covers a tile');
    await page.keyboard.press('Control+z');
    await page.waitForSelector('.board .fault', { state: 'detached' });
    await carry(page, 'red 8', 1);
    await page.waitForSelector('.target.fits:not(.wrong)', { state: 'attached' });
    await page.mouse.up();
    await page.waitForSelector('.actions p >> text=Every line is valid');
    assert.equal(await page.locator('.fault').count(), 0);
  },

  async 'trakks: a rule about more than lines is named before the placing is sent'({ browser, server }) {
    const page = await listener(browser, server);
    await sitDown(page, whole(['r8', 'g2', 'b1'], false));
    await page.waitForSelector('.rack [data-piece]');
    await atRest(page);
    await carry(page, 'red 8', 1);
    await page.mouse.up();
    await page.waitForSelector('.actions .warn');
    const told = await page.textContent('.actions .warn');
    assert.equal(await page.locator('.board .fault').count(), 0);
    await page.locator('.actions .lay').click({ force: true });
    await page.waitForFunction(
      (why) => document.querySelector('.trakks > [role=status]').textContent.includes(why),
      told.trim().slice(0, 20),
    );
    assert.equal(await page.locator('.notice:not(.news)').count(), 0, 'what would be refused is not sent');
  },

  async 'trakks: without the core, tiles are laid without marks and the server refuses'({ browser, server }) {
    const page = await listener(browser, server);
    await page.route('**/*.wasm', (route) => route.abort());
    await sitDown(page, whole(['r8', 'g2', 'b1'], true));
    await page.waitForSelector('.rack [data-piece]');
    await atRest(page);
    await carry(page, 'green 2', 1);
    await page.mouse.up();
    await page.waitForSelector('.place.own', { state: 'attached' });
    assert.equal(await page.locator('.fault, .actions .warn').count(), 0);
    await page.click('.actions .button.main');
    await page.waitForSelector('.notice');
    await page.keyboard.press('Control+z');
    await page.waitForSelector('.notice', { state: 'detached' });
  },
};
