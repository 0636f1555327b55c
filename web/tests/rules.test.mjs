/* The rulebooks: searched, linked from refusals and hints, and printed. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { axeFindsNothing } from './analysing.mjs';
import { fastTable, games, person, speakAs } from './harness.mjs';

const idsAreUnique = async (page) => {
  const ids = await page.$$eval('[id]', (elements) => elements.map(({ id }) => id));
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
};

/** A rule is open in a dialog over the page, and marked. */
async function opens(page, rule) {
  await page.waitForSelector(`dialog[open] .marked[data-rule=${rule}]`);
  await idsAreUnique(page);
  await page.click('dialog[open] button');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
}

export default {
  async 'rulebooks are searched across games; a rule has an address of its own, and prints on paper'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone', theme: 'dark' });
    await page.goto('/rules');
    assert.equal(await page.locator('.games a').count(), games().length);
    await page.fill('#rule-search', 'how many TREES');
    await page.waitForSelector('.search li a[href^="/rules/"]');
    assert.match(await page.textContent('.search li mark'), /^trees?$/i);
    await axeFindsNothing(page);
    for (const [language, state] of [
      ['fr', 'detached'],
      ['en', 'visible'],
    ]) {
      await speakAs(page, language);
      await page.waitForSelector('.search li', { state });
    }
    const path = await page.getAttribute('.search li a', 'href');
    await page.click('.search li a');
    await page.waitForSelector('.marked');
    assert.equal(new URL(page.url()).pathname, path);
    assert.ok(await page.evaluate(() => document.querySelector('.marked').getBoundingClientRect().top < innerHeight), 'it is in sight');
    assert.equal(await page.$('article .error'), null);
    await page.goto(path.replace(/[^/]*$/, 'nope'));
    await page.waitForSelector('article .error >> text=This rulebook has no rule “nope”.');
    await page.goBack();
    await page.waitForSelector('.marked');
    await axeFindsNothing(page);
    await page.emulateMedia({ media: 'print' });
    for (const part of ['header', '.search', '.tools']) assert.equal(await page.isVisible(part), false, `${part} is not printed`);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    const pages = paper.match(/\/Type\s*\/Page\b/g).length;
    assert.ok(pages >= 2 && pages <= 12, `${pages} pages`);
    assert.deepEqual(page.troubles, []);
  },

  async 'examples beside the rules are tried on the core'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone' });
    const withExamples = games().filter(({ id }) => existsSync(new URL(`../../data/examples/${id}.json`, import.meta.url)));
    assert.ok(withExamples.length > 0);
    for (const { id } of withExamples) {
      await page.goto(`/rules/${id}`);
      const example = page.locator('.example').first();
      await example.locator('.row button').first().click();
      await example.locator('.answer strong').waitFor();
      assert.match(await example.locator('.answer').textContent(), /^\s*(Allowed|Refused)\. \S/);
      await axeFindsNothing(page);
    }
    /* A refusal leads to its rule in a book over this one. */
    const [{ id }] = withExamples;
    await page.goto(`/rules/${id}`);
    const { examples } = JSON.parse(readFileSync(new URL(`../../data/examples/${id}.json`, import.meta.url), 'utf8'));
    const { rule, tries } = examples.find((one) => one.tries.some(({ refused }) => refused));
    const { label, refused } = tries.find((one) => one.refused);
    const example = page
      .locator(`.example[data-rule=${rule}]`)
      .nth(examples.filter((one) => one.rule === rule).findIndex((one) => one.tries === tries));
    await example.locator('button', { hasText: label.en }).click();
    await example.locator('.answer .rule-link').click();
    await opens(page, refused);
    assert.deepEqual(page.troubles, []);
  },

  async 'refusals and hints lead to their rules'({ browser, server }) {
    const page = await person(browser, server);
    await fastTable(page, { game: 'trex', seats: 2, bots: [null, 'easy'], sit: 0 });
    await page.click('#tab-type');
    await page.waitForSelector('.type button:enabled');
    await page.fill('#typed', 'flip');
    await page.keyboard.press('Enter');
    await page.click('.notice .rule-link');
    await page.waitForSelector('dialog[open] .marked');
    /* What was refused can be read, and put away, in front of the book. */
    await page.click('.notice .close');
    await page.waitForSelector('.notice', { state: 'detached' });
    await page.evaluate(() => document.querySelector('header [title=Settings]').click());
    await page.waitForSelector('dialog h2 >> text=Settings');
    await idsAreUnique(page);
    await page.keyboard.press('Escape');
    await opens(page, 'T9');
    await page.click('.bar .ask');
    await page.waitForSelector('.hint .rule-link');
    const [, rule] = /^rule (\w+)$/.exec(await page.textContent('.hint .rule-link'));
    await page.click('.hint .rule-link');
    await opens(page, rule);
    assert.deepEqual(page.troubles, []);
  },
};
