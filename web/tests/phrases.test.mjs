/* What people say to each other by a tap: in the reader's own language, over the name of the seat, and only to those who want to hear it. */
import assert from 'node:assert/strict';
import { fastTable, introduce, person } from './harness.mjs';
import { fine } from './sitting.mjs';

/** Ann, who reads English, and Bob, who reads French on a phone, play at a public table. */
async function sitDown({ browser, server }, game = 'trex') {
  const ann = await person(browser, server);
  const bob = await person(browser, server, { language: 'fr', size: 'phone', touch: true });
  await introduce(bob, 'Bob');
  const table = await fastTable(ann, { game, seats: 2, public: true });
  await bob.goto(`/t/${table}`);
  await bob.click('.two li:nth-child(2) .button');
  for (const page of [ann, bob]) await page.waitForSelector('.table-screen .side');
  return { ann, bob, table };
}

/** Whether a bubble lies over the name of a seat. */
const coversName = (page, seat) =>
  page.evaluate((index) => {
    const [bubble, name] = ['.bubble', `[data-seat="${index}"] .name`].map((one) => document.querySelector(one).getBoundingClientRect());
    return bubble.left < name.right && name.left < bubble.right && bubble.top < name.bottom && name.top < bubble.bottom;
  }, seat);

export default {
  async 'a phrase is read in one’s own language, over the name of who said it'(context) {
    const { ann, bob } = await sitDown(context);
    const places = () => bob.$$eval('.dock button, .bar button', (all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    await ann.click('#tab-chat');
    const before = await places();
    await ann.click('.phrases >> text=Well played!');
    await bob.waitForSelector('.bubble >> text=Bien joué');
    assert.ok(await coversName(bob, 0));
    assert.deepEqual(await places(), before, 'nothing moves for it');
    assert.equal(await bob.$eval('.bubble', (bubble) => getComputedStyle(bubble).pointerEvents), 'none');
    await bob.waitForSelector('[role=log] >> text=/^Ann\\s*: Bien joué/', { state: 'attached' });
    await ann.waitForSelector('.bubble >> text=Well played!');
    await ann.waitForSelector('.list time + strong + :text("Well played!"), .list li:has-text("Well played!") time');
    await bob.waitForSelector('.bubble', { state: 'detached' });

    /* On a phone the sheet makes way. */
    await bob.tap('.bar .talk');
    await bob.tap('#tab-chat');
    await bob.waitForSelector('.list li:has-text("Bien joué") time[datetime][title]');
    await bob.tap('.phrases button:has-text("Grrr")');
    await bob.waitForSelector('.side:not(.shown)');
    await bob.waitForSelector('.bubble svg');
    assert.equal(await bob.$('.talk .badge'), null, 'what was shown is not unread');
    await ann.waitForSelector('.bubble svg');
    await ann.waitForSelector('.list >> text=Grrr!');
    await bob.tap('.bar .talk');
    await bob.waitForSelector('#tab-chat[aria-selected=true]');
    assert.equal(await ann.$$eval('[role=log]', (logs) => logs.filter((log) => log.textContent.includes('Grrr')).length), 1, 'told once');
    fine(ann, bob);
  },

  async 'a muted person is muted at every table, and the chat as a whole'(context) {
    const { ann, bob } = await sitDown(context);
    await bob.tap('.bar .talk');
    await bob.tap('#tab-chat');
    await bob.tap('.phrases >> text=Bonne chance');
    await ann.click('#tab-chat');
    await ann.click('.list li:has-text("Good luck!") .mute');
    await ann.waitForSelector('.mute >> text=unmute');
    assert.doesNotMatch(await ann.textContent('.list'), /Good luck/, 'it goes at once');
    await ann.click('.mute');
    await ann.click('.list li:has-text("Good luck!") .mute');

    const other = await fastTable(ann, { game: 'trex', seats: 2, public: true });
    await bob.goto(`/t/${other}`);
    await bob.click('.two li:nth-child(2) .button');
    for (const page of [ann, bob]) await page.waitForSelector('.table-screen .side');
    const speak = async (words) => {
      await bob.tap('.bar .talk');
      await bob.tap('#tab-chat');
      await bob.tap(`.phrases >> text=${words}`);
      await bob.waitForSelector('.bubble');
    };
    await speak('Oups');
    await ann.click('#tab-chat');
    await ann.waitForSelector('.list >> text=You have muted Bob.');
    assert.doesNotMatch(await ann.textContent('.list'), /Oops/);
    assert.equal(await ann.$('.bubble'), null);
    await ann.click('.mute');
    await ann.waitForSelector('.list >> text=Oops!');
    assert.deepEqual(await ann.evaluate(() => JSON.parse(localStorage.getItem('ludosaure.muted'))), []);

    /* As a whole: nothing is shown, counted or told until one wants to. */
    await ann.click('#tab-log');
    await ann.click('header button[title=Settings]');
    await ann.click('dialog label:has-text("what others say")');
    await ann.press('dialog', 'Escape');
    await speak('Merci');
    await ann.click('#tab-chat');
    await ann.waitForSelector('text=You do not see what others say.');
    assert.equal(await ann.$('.bubble'), null);
    await ann.click('.off button');
    await ann.waitForSelector('.list >> text=Thank you!');
    fine(ann, bob);
  },

  async 'an address is refused where strangers meet, and never becomes a link'(context) {
    const { ann, bob } = await sitDown(context);
    await ann.click('#tab-chat');
    await ann.fill('#say', 'see example . com');
    await ann.press('#say', 'Enter');
    await ann.waitForSelector('.notice >> text=no web or mail addresses');
    assert.equal(await ann.inputValue('#say'), 'see example . com', 'it can be put right');
    await ann.fill('#say', 'ok.oui <a href="/x">x</a>');
    await ann.press('#say', 'Enter');
    await bob.waitForSelector('.talk .badge');
    await bob.tap('.bar .talk');
    await bob.waitForSelector('.list >> text=ok.oui <a href="/x">x</a>');
    assert.equal(await bob.$('.list a'), null);
    fine(bob);
  },
};
