/* Statistics: one's own, and those of the server with its leaderboard. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ask, introduce, person } from './harness.mjs';
import { playMatch } from './sitting.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Nothing for axe, and nothing wider than the window: in both languages, light and dark, on the smallest phone. */
async function isFine(page) {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(axe);
  for (const [theme, tongue] of [
    ['light', 'fr'],
    ['dark', 'en'],
  ]) {
    await page.emulateMedia({ colorScheme: theme });
    await page.click(`.tongue[lang=${tongue}]`);
    const { violations } = await page.evaluate('axe.run()');
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes[0].html]),
      [],
    );
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'too wide');
  }
  assert.deepEqual(page.troubles, []);
}

export default {
  async 'one’s own statistics, and those of the server'({ browser, server }) {
    const page = await person(browser, server);
    await introduce(page, 'Statia');
    await ask(server, '/api/account', { login: `statia${Date.now()}`, password: 'correct horse' }, page.secret);
    await page.goto('/healthz'); /* anything from this server */
    await playMatch(page, { game: 'tyrannosaurus', seats: 2, bots: [null, 'random'] });
    await page.goto('/me');
    await page.waitForSelector('figure svg[role=img] polygon');
    assert.equal(await page.textContent('dl div:first-child dd'), '1');
    assert.match(await page.textContent('figcaption'), /On this server: not known yet\s+provisional/);
    assert.match(await page.textContent('figure p'), /After 1 rated game:/);
    /* Filters, by keyboard. */
    await page.focus('.filters label:nth-child(3) select');
    await page.keyboard.type('people');
    await page.waitForSelector('[role=status]:has-text("No finished games like that.")');
    await page.selectOption('.filters label:nth-child(3) select', 'random');
    await page.waitForSelector('dl');
    await isFine(page);

    await page.click('a:has-text("Statistics of this server")');
    await page.selectOption('.picker select', 'tyrannosaurus');
    await page.waitForSelector('th:has-text("Stegosaurus")');
    await page.waitForSelector('.board tbody th:has-text("Computer, random moves")');
    assert.equal(await page.isChecked('.agree input'), false, 'nobody is named who has not agreed');
    await page.check('.agree input');
    await page.waitForSelector('.agree input:enabled');
    const answer = await fetch(`${server.address}/api/leaderboard/tyrannosaurus`, { headers: { authorization: `Bearer ${page.secret}` } });
    assert.equal((await answer.json()).listed, true);
    assert.deepEqual(page.troubles, []);

    /* A stranger: a server without a leaderboard refuses it, which by HTTP would be an error in the console. */
    const stranger = await person(browser, server);
    const refusable = [];
    stranger.on('request', (request) => request.url().includes('/api/leaderboard/') && refusable.push(request.url()));
    await stranger.goto('/stats');
    await stranger.waitForSelector('.board');
    assert.deepEqual(refusable, []);
  },
};
