/* How people appear to others: their faces and public pages. */
import assert from 'node:assert/strict';
import { ask, fastTable, introduce, person } from './harness.mjs';
import { playMatch } from './sitting.mjs';

const number = () => `${Date.now()}${Math.floor(Math.random() * 1e6)}`;
async function withAccount(page, server, name) {
  await introduce(page, name);
  const login = `${name.toLowerCase()}${number()}`;
  await ask(server, '/api/account', { login, password: 'correct horse' }, page.secret);
  return login;
}
const fine = (...pages) => pages.forEach((page) => assert.deepEqual(page.troubles, []));
/** What is drawn, without what differs from drawing to drawing. */
const drawn = (page, selector) =>
  page
    .waitForSelector(`${selector} svg path`, { state: 'attached' })
    .then(() =>
      page.$eval(`${selector} svg`, (svg) =>
        [...svg.querySelectorAll('path')].map((path) => path.getAttribute('d') + path.getAttribute('fill')).join(),
      ),
    );

export default {
  async 'a face is chosen on the account page, others see it, and no name moves'({ browser, server }) {
    const ann = await person(browser, server);
    const bob = await person(browser, server, { language: 'fr' });
    await bob.setViewportSize({ width: 360, height: 640 });
    await introduce(bob, 'Bob');
    await introduce(ann, 'Ann');
    await ann.goto('/me');
    await ann.waitForSelector('#login');
    assert.equal(await ann.$('.faces'), null, 'guests have the face that follows from their name');
    await withAccount(ann, server, 'Ann');
    await ann.reload();
    const byName = await drawn(ann, '.faces .portrait');
    await ann.click('.faces button');
    /* By keyboard, too: the arrows go through the parts of a kind. */
    await ann.focus('[name=face-head]:checked');
    const before = await ann.$eval('[name=face-head]:checked', (input) =>
      [...document.querySelectorAll('[name=face-head]')].indexOf(input),
    );
    await ann.keyboard.press('ArrowRight');
    const after = await ann.$eval('[name=face-head]:checked', (input) => [...document.querySelectorAll('[name=face-head]')].indexOf(input));
    assert.equal(after, (before + 1) % 5);
    await ann.click('.chooser .head button:nth-child(2)');
    await ann.click('fieldset:nth-of-type(1) label:nth-child(3)');
    const chosen = await drawn(ann, '.head .portrait');
    await ann.click('.chooser .main');
    await ann.waitForSelector('.faces > .row button:focus');
    assert.equal(await drawn(ann, '.faces .portrait'), chosen);
    assert.equal(await drawn(ann, 'header .portrait'), chosen);
    assert.notEqual(chosen, byName);
    const { person: told } = await (await fetch(`${server.address}/api/me`, { headers: { authorization: `Bearer ${ann.secret}` } })).json();
    assert.ok(told.face > 0);

    /* At a table: Ann's face, Bob's by his name, and a computer player of metal. Each has the room that a number had. */
    const table = await fastTable(ann, { game: 'trex', seats: 4, public: true });
    await bob.goto(`/t/${table}`);
    const seat = (index) => `.two li[data-seat="${index}"]`;
    await bob.waitForSelector(seat(3));
    const place = (index) => bob.$eval(`${seat(index)} .name`, (name) => Math.round(name.getBoundingClientRect().left));
    const free = await place(1);
    const height = () => bob.$eval(seat(1), (row) => Math.round(row.getBoundingClientRect().height));
    const freeHeight = await height();
    await bob.click(`${seat(1)} .button`);
    await bob.waitForSelector(`${seat(1)}.mine .portrait svg`);
    assert.equal(await drawn(bob, `${seat(0)} .portrait`), chosen);
    assert.equal(await place(1), free);
    assert.equal(await height(), freeHeight);
    await ann.selectOption(`${seat(2)} select`, 'casual');
    const metal = await drawn(bob, `${seat(2)} .portrait`);
    assert.match(metal, /#10161a/);
    assert.doesNotMatch(chosen, /#10161a/);
    assert.ok(await bob.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'too wide');
    /* During the match. */
    await ann.click('.two .fill:enabled');
    await bob.waitForSelector('.table-screen');
    await ann.waitForSelector('.table-screen .side');
    await ann.click('#tab-people');
    assert.equal(await drawn(ann, '.people li:nth-child(1) .portrait'), chosen);
    /* Beside what people say. */
    await ann.click('#tab-chat');
    await ann.fill('#say', 'Hello!');
    await ann.press('#say', 'Enter');
    assert.equal(await drawn(ann, '.list li .portrait'), chosen);
    fine(ann, bob);
  },

  async 'a public page is switched on, names lead to it, and it is gone when it is switched off'({ browser, server }) {
    const ann = await person(browser, server);
    const bob = await person(browser, server, { language: 'fr' });
    await withAccount(ann, server, 'Ann');
    const address = `ann-${number()}`;
    const isMissing = async () => {
      await bob.goto(`/people/${address}`);
      await bob.waitForSelector('[role=status]:has-text("Il n’y a pas de page publique à cette adresse.")');
    };
    await isMissing();
    await ann.goto('/me');
    await ann.click('summary:has-text("Public page")');
    assert.equal(await ann.inputValue('#page-address'), 'ann');
    await ann.fill('#page-address', address.toUpperCase());
    await ann.press('#page-address', 'Enter');
    await ann.waitForSelector(`a[href="/people/${address}"]`);
    await playMatch(ann, { game: 'tyrannosaurus', seats: 2, bots: [null, 'random'], public: true });
    await playMatch(ann, { game: 'tyrannosaurus', seats: 2, bots: [null, 'random'], public: false });
    await bob.goto(`/people/${address}`);
    await bob.waitForSelector('h1:has-text("Ann")');
    await bob.waitForSelector('figure svg[role=img] polygon');
    assert.equal(await bob.$$eval('li', (lines) => lines.length), 1, 'the match at the private table is not there');
    await bob.click('li a.button');
    await bob.waitForURL('**/r/*');
    /* The name at a public table leads to it; at one that is not public, it is only a name. */
    const table = await fastTable(ann, { game: 'trex', seats: 3, public: true });
    await bob.goto(`/t/${table}`);
    await bob.click(`.two li[data-seat="0"] a:has-text("Ann")`);
    await bob.waitForSelector('h1:has-text("Ann")');
    assert.ok(bob.url().endsWith(`/people/${address}`));
    await fastTable(ann, { game: 'trex', seats: 3 });
    await ann.waitForSelector('.two li[data-seat="0"] .portrait svg');
    assert.equal(await ann.$('.two li[data-seat="0"] a'), null);
    await ann.goto('/me');
    await ann.click('summary:has-text("Public page")');
    await ann.click('button:has-text("Take the page down")');
    await ann.waitForSelector('#page-address');
    await isMissing();
    await bob.goto(`/t/${table}`);
    await bob.waitForSelector('.two li[data-seat="0"] .portrait svg');
    assert.equal(await bob.$('.two li[data-seat="0"] a'), null);
    fine(ann, bob);
  },
};
