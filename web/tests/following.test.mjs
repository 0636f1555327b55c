/* People who follow each other: who is online, inviting with one tap, and blocking. */
import assert from 'node:assert/strict';
import { ask, fastTable, introduce, person } from './harness.mjs';

const number = () => `${Date.now()}${Math.floor(Math.random() * 1e6)}`;
async function withAccount(browser, server, name, options) {
  const page = await person(browser, server, options);
  await introduce(page, name);
  await ask(server, '/api/account', { login: `${name.toLowerCase()}${number()}`, password: 'correct horse' }, page.secret);
  await page.reload();
  return page;
}
const fine = (...pages) => pages.forEach((page) => assert.deepEqual(page.troubles, []));
const openFriends = async (page, summary) => {
  await page.goto('/me');
  await page.click(`summary:has-text("${summary}")`);
};
const noOverflow = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

export default {
  async 'two people meet at a table, follow each other, and one invites the other to the next table with one tap'({ browser, server }) {
    const ann = await withAccount(browser, server, 'Ann');
    const bob = await withAccount(browser, server, 'Bob', { language: 'fr' });
    await bob.setViewportSize({ width: 360, height: 640 });
    await openFriends(bob, 'Amis');
    await bob.waitForSelector('.friends:has-text("Personne pour l’instant")');
    /* At a public table. Who is followed learns of it although the list is not read again so soon. */
    await ann.addInitScript(() => {
      const { setInterval } = window;
      window.setInterval = (work, ms) => setInterval(work, ms < 10_000 ? ms : 1e9);
    });
    const table = await fastTable(ann, { game: 'trex', seats: 3, public: true });
    await bob.goto(`/t/${table}`);
    await bob.click('.two li[data-seat="1"] .button');
    await bob.click('.friends-here li:has-text("Ann") button:has-text("Suivre")');
    await bob.waitForSelector('.friends-here button:has-text("Ne plus suivre")');
    await ann.click('.friends-here li:has-text("Bob") button:has-text("Follow back")');
    await openFriends(ann, 'Friends');
    await ann.waitForSelector('.friends li:has-text("Bob"):has-text("online") a:has-text("Join")');
    /* The start page says who is online, where, and one's own table that waits to invite them to. */
    await bob.goto('/');
    await bob.waitForSelector('section:has(h2:has-text("Amis en ligne")) li:has-text("Ann") a:has-text("Rejoindre")');
    assert.ok(await noOverflow(bob), 'too wide');
    await ann.goto('/');
    await ann.click('section:has(h2:has-text("Friends online")) li:has-text("Bob") a:has-text("Join")');
    await ann.waitForSelector('.two li[data-seat="1"]:has-text("Bob")');
    await bob.goto(`/t/${table}`);
    await bob.click('.two li[data-seat="1"] button:has-text("Se lever")');
    await bob.waitForSelector('.two li[data-seat="1"] button:has-text("S’asseoir ici")');
    await bob.goto('/');
    await ann.goto('/');
    await ann.click('section:has(h2:has-text("Friends online")) li:has-text("Bob") button:has-text("Invite")');
    await bob.click('.invitation:has-text("Ann vous invite") .close');
    /* One tap to invite, one to come, from any screen. */
    const next = await fastTable(ann, { game: 'trex', seats: 2 });
    await ann.click('.friends-here li:has-text("Bob") button:has-text("Invite")');
    await ann.waitForSelector('.friends-here li:has-text("Bob") button:has-text("Invited")');
    await bob.waitForSelector('.invitation:has-text("Ann vous invite à jouer à")');
    assert.ok(await noOverflow(bob), 'too wide');
    await bob.goto('/rules/trex');
    await bob.click('.invitation a:has-text("Rejoindre")');
    await bob.waitForURL(`**/t/${next}`);
    await bob.waitForSelector('.table-screen'); /* he has the last seat, and a full table starts */
    assert.equal(await bob.$('.invitation'), null);
    /* What is closed does not come back. */
    await fastTable(ann, { game: 'trex', seats: 2 });
    await ann.click('.friends-here li:has-text("Bob") button:has-text("Invite")');
    await bob.click('.invitation .close');
    await bob.waitForSelector('.invitation', { state: 'detached' });
    await openFriends(bob, 'Amis');
    await bob.waitForSelector('.friends li:has-text("Ann")');
    assert.equal(await bob.$('.invitation'), null);
    assert.ok(await noOverflow(bob), 'too wide');
    fine(ann, bob);
  },

  async 'somebody who is blocked is not heard any more, and not told'({ browser, server }) {
    const ann = await withAccount(browser, server, 'Ann');
    const bob = await withAccount(browser, server, 'Bob');
    const guest = await person(browser, server);
    await introduce(guest, 'Eve');
    const table = await fastTable(ann, { game: 'trex', seats: 3, public: true });
    for (const page of [bob, guest]) {
      await page.goto(`/t/${table}`);
      await page.waitForSelector('.two li[data-seat="0"]:has-text("Ann")');
    }
    assert.equal(await guest.$('.friends-here'), null);
    await bob.click('.two li[data-seat="1"] .button');
    await bob.fill('.chat input', 'an early word');
    await bob.press('.chat input', 'Enter');
    await ann.waitForSelector('.chat:has-text("an early word")');
    await ann.click('.friends-here li:has-text("Bob") button:has-text("Block")');
    await ann.click('.friends-here li:has-text("Bob") button:has-text("Really block?")');
    await ann.waitForSelector('.chat:not(:has-text("an early word"))');
    await ann.waitForSelector('.friends-here li:has-text("Bob") button:has-text("Unblock")');
    const said = async (page, words) => {
      await page.fill('.chat input', words);
      await page.press('.chat input', 'Enter');
      await guest.waitForSelector(`.chat:has-text("${words}")`);
    };
    await said(bob, 'nobody hears this');
    await said(guest, 'a word after it');
    await ann.waitForSelector('.chat:has-text("a word after it")');
    assert.doesNotMatch(await ann.innerText('.chat'), /nobody hears|early/);
    /* Bob's own list, and his table, are as they were. */
    await openFriends(bob, 'Friends');
    await bob.waitForSelector('.friends:has-text("Nobody yet")');
    assert.doesNotMatch(await bob.innerText('.friends'), /Ann/);
    await openFriends(ann, 'Friends');
    await ann.click('.friends li:has-text("Bob") button:has-text("Unblock")');
    await ann.waitForSelector('.friends:not(:has-text("Unblock"))');
    fine(ann, bob, guest);
  },

  async 'somebody is reported at a table, by people with an account and by guests, and from a public page'({ browser, server }) {
    const ann = await withAccount(browser, server, 'Ann');
    const bob = await withAccount(browser, server, 'Bob');
    const guest = await person(browser, server, { language: 'fr' });
    await guest.setViewportSize({ width: 360, height: 640 });
    await introduce(guest, 'Eve');
    const table = await fastTable(ann, { game: 'trex', seats: 3, public: true });
    assert.equal(await ann.$('button:has-text("Report someone…")'), null); /* nobody else is there */
    for (const page of [bob, guest]) {
      await page.goto(`/t/${table}`);
      await page.waitForSelector('.two li[data-seat="0"]:has-text("Ann")');
    }
    await bob.click('.two li[data-seat="1"] .button');
    await ann.click('button:has-text("Report someone…")');
    await ann.check('dialog label:has-text("Insulting words") input');
    await ann.click('dialog button:has-text("Send the report")');
    await ann.waitForSelector('dialog:has-text("Thank you"):has-text("not told")');
    assert.match(await ann.evaluate(() => document.activeElement.innerText), /Your report has been sent/);
    await ann.click('dialog button:has-text("Block")');
    await ann.waitForSelector('dialog button:has-text("Unblock")');
    await ann.click('dialog button:has-text("Unblock")');
    await ann.click('dialog button:has-text("Hide what Bob says")');
    await ann.waitForSelector('dialog button:has-text("Show what Bob says")');
    await ann.click('dialog .close');
    /* A guest chooses whom; once a day is enough. */
    for (const thanks of [true, false]) {
      await guest.click('button:has-text("Signaler quelqu’un…")');
      await guest.waitForSelector('dialog legend:has-text("Qui")');
      await guest.check('dialog label:has-text("Bob") input');
      await guest.check('dialog label:has-text("Ne joue pas") input');
      assert.ok(await noOverflow(guest), 'too wide');
      await guest.click('dialog button:has-text("Envoyer")');
      await guest.waitForSelector(thanks ? 'dialog:has-text("Merci")' : 'dialog:has-text("déjà signalé")');
      assert.equal(await guest.$('dialog button:has-text("Bloquer")'), null);
      await guest.click('dialog .close');
    }
    /* A public page. */
    const address = `bob-${number()}`;
    await ask(server, '/api/page', { on: true, name: address }, bob.secret);
    await ann.goto(`/people/${address}`);
    await ann.click('button:has-text("Report")');
    await ann.check('dialog label:has-text("Offensive name") input');
    await ann.click('dialog button:has-text("Send the report")');
    await ann.waitForSelector('dialog:has-text("already reported")');
    await guest.goto(`/people/${address}`);
    await guest.waitForSelector('h1:has-text("Bob")');
    await bob.goto(`/people/${address}`);
    await bob.waitForSelector('h1:has-text("Bob")');
    assert.equal(await bob.$('button:has-text("Report")'), null); /* one's own */
    fine(ann, bob, guest);
  },
};
