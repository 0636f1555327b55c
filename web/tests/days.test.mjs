/* Matches over days: how they are made and joined, their place on the start page, the way from one to the next. */
import assert from 'node:assert/strict';
import { ask, fastTable, introduce, person, timePasses } from './harness.mjs';
import { company, fine, play, READY, text } from './sitting.mjs';

const DAY = 86_400;
const account = (server, secret) => ask(server, '/api/account', { login: `d.${crypto.randomUUID()}`, password: 'correct horse' }, secret);

/** A page of someone with an account. */
async function known(context, more) {
  const page = await person(context.browser, context.server, more);
  await introduce(page);
  await account(context.server, page.secret);
  return page;
}

/** A match over days at this page, in which it is the page's turn. */
async function matchOver(page, context, days, name, more) {
  const table = await fastTable(page, {
    game: 'trakks',
    seats: 2,
    public: true,
    clock: { kind: 'days', seconds: days * DAY },
    ...more,
  });
  const other = await company(context, table, [name], (secret) => account(context.server, secret));
  await page.waitForSelector(READY);
  return { table, other };
}

const rows = (page) => page.$$eval('.mine li', (lines) => lines.map((line) => line.innerText.replace(/\s+/g, ' ').trim()));

export default {
  async 'over days: made with an account, and explained to those who come'(context) {
    const { browser, server } = context;
    const guest = await person(browser, server);
    await guest.goto('/new/trex');
    await guest.click('details.panel > summary');
    assert.equal(await guest.$eval('#clock optgroup', (group) => group.disabled), true, 'guests come back to nothing');
    await guest.goto('/new/scale');
    await guest.click('details.panel > summary');
    assert.equal(await guest.$('#clock optgroup'), null, 'real time');

    const ann = await known(context, { language: 'fr', size: 'phone', touch: true });
    await ann.goto('/new/trex');
    await ann.click('details.panel > summary');
    await ann.selectOption('#seats', '2');
    await ann.selectOption('#seat-0', 'person');
    await ann.selectOption('#clock', `days:${3 * DAY}`);
    assert.match(await text(ann, 'details .check:has-text("temps est écoulé")'), /sinon ils perdent/);
    await ann.uncheck('details .check:has-text("temps est écoulé") input');
    await ann.click('form button.main:enabled');
    await ann.waitForSelector('.invite svg');
    assert.equal(await text(ann, '.days'), 'Partie sur plusieurs jours : 3 jours par coup. Temps écoulé, vous perdez.');

    const code = await text(ann, '.invite .code strong, .invite .code');
    await guest.goto(`/j/${code.replace(/\s/g, '')}`);
    assert.equal(await text(guest, '.days'), 'A game over days: 3 days per move. When your time is up, you lose.');
    await guest.waitForSelector('text=You need an account to sit down.');
    await guest.click('form button.main:enabled');
    await guest.waitForSelector('[role=alert] >> text=needs an account');
    fine(ann, guest);
  },

  async 'over days: one’s own by their deadlines, and on to the next one'(context) {
    const ann = await known(context);
    const later = await matchOver(ann, context, 3, 'Bob');
    const soon = await matchOver(ann, context, 1, 'Cleo');
    await ann.click('#tab-type');
    assert.match(await text(ann, '.bar'), /^Your turn (23 h 59 min|1 day) left/);

    await ann.goto('/');
    await ann.waitForFunction(() => document.querySelectorAll('.mine .due').length === 2);
    await ann.waitForFunction(() => [...document.querySelectorAll('.mine .due')].every((line) => line.textContent.includes('left')));
    let lines = await rows(ann);
    assert.match(lines[0], /Your turn (23 h 59 min|1 day) left with Cleo/);
    assert.match(lines[1], /Your turn (2 days 23 h|3 days) left with Bob/);
    /* The list is there at once, with its lines, and nothing moves when the server has answered. */
    const shown = () => ann.$$eval('.mine li', (all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    await ann.reload();
    await ann.waitForSelector('.mine .due');
    const first = await shown();
    await ann.waitForSelector('.games button.main:enabled');
    await timePasses(ann, 500);
    assert.deepEqual(await shown(), first);

    await ann.click('.mine li:first-child a');
    await ann.waitForSelector(READY);
    assert.ok(ann.url().endsWith(soon.table));
    await ann.click('#tab-type');
    assert.equal(await ann.$('.bar .next'), null, 'not before the move');
    await play(ann, 'draw');
    await ann.waitForSelector('.bar .next');
    assert.ok(ann.url().endsWith(soon.table), 'nobody is taken away');
    assert.match(await text(ann, '.bar'), /Waiting for Cleo (23 h 59 min|1 day) left Next/);
    await ann.click('.bar .next');
    await ann.waitForFunction((id) => location.pathname.endsWith(id), later.table);
    await ann.waitForSelector(READY);
    await ann.click('#tab-type');
    await play(ann, 'draw');
    await ann.waitForSelector('text=Waiting for Bob');
    assert.equal(await ann.$('.bar .next'), null, 'no other waits');

    await ann.click('header .home');
    await ann.waitForSelector('.mine li:first-child >> text=Waiting for Cleo');
    lines = await rows(ann);
    assert.match(lines[1], /Waiting for Bob · (2 days 23 h|3 days) left/);
    fine(ann);
  },

  async 'over days: a holiday stops the clock, and the others see until when'(context) {
    const ann = await known(context, { language: 'fr', size: 'phone', touch: true });
    await matchOver(ann, context, 3, 'Bob', { takeover: false });
    const guest = await person(context.browser, context.server);
    await introduce(guest);
    const table = new URL(ann.url()).pathname;
    await guest.goto(table);
    await guest.waitForSelector('.bar .due:has-text("left")');

    await ann.goto('/me');
    await ann.click('summary:has-text("Vacances")');
    await ann.waitForSelector('text=Il vous reste 7 jours cette année.');
    await ann.selectOption('#holiday-days', '2');
    await ann.click('button:has-text("Partir en vacances maintenant")');
    await ann.waitForSelector('text=Vous êtes en vacances jusqu’au');
    await ann.waitForSelector('text=/Il vous reste [56] jours cette année/');
    await guest.waitForSelector('.bar .due:has-text("on holiday until")');
    assert.match(await text(guest, '.bar'), /^Waiting for Ann on holiday until/, 'the clock stands still');

    await ann.goto('/');
    await ann.waitForSelector('.mine .due:has-text("en vacances jusqu’au")');
    assert.match((await rows(ann))[0], /À vous.* encore (4 jours 23 h|5 jours) · en vacances jusqu’au/);
    await ann.goto(table);
    await ann.waitForSelector('.bar .due:has-text("en vacances jusqu’au")');

    await ann.goto('/me');
    await ann.click('summary:has-text("Vacances")');
    await ann.click('button:has-text("Mettre fin aux vacances")');
    await ann.waitForSelector('button:has-text("Partir en vacances maintenant")');
    await guest.waitForSelector('.bar .due:has-text("left")');
    assert.doesNotMatch(await text(guest, '.bar'), /holiday/);
    fine(ann, guest);
  },

  async 'over days: one’s turns in a calendar, until its address is withdrawn'(context) {
    const ann = await known(context, { size: 'phone', touch: true });
    await matchOver(ann, context, 2, 'Bob, the 2nd');
    await ann.goto('/me');
    await ann.click('.calendar summary');
    await ann.click('.calendar button:has-text("Create the address")');
    const address = await ann.inputValue('.calendar input');
    assert.ok(address.startsWith(`${context.server.address}/api/turns/`), address);
    const fetched = await fetch(address);
    assert.equal(fetched.headers.get('content-type'), 'text/calendar; charset=utf-8');
    const calendar = await fetched.text();
    assert.match(calendar, /^BEGIN:VCALENDAR\r\n/);
    assert.match(calendar, /SUMMARY:Trakks: your turn\r\nDESCRIPTION:Bob\\, the 2nd\r\n/);
    assert.equal(calendar.split('BEGIN:VEVENT').length, 2);
    /* It is still there after a reload. */
    await ann.reload();
    await ann.click('.calendar summary');
    assert.equal(await ann.inputValue('.calendar input'), address);
    await ann.click('.calendar button:has-text("Withdraw")');
    await ann.waitForSelector('text=The address has been withdrawn.');
    assert.equal(await ann.$('.calendar input'), null);
    assert.equal((await fetch(address)).status, 404);
    /* Nothing of it stays on a device that others use. */
    await ann.click('.calendar button:has-text("Create the address")');
    await ann.waitForSelector('.calendar input');
    await ann.click('button:has-text("Log out on this device")');
    await ann.waitForSelector('#login');
    assert.equal(await ann.evaluate(() => localStorage.getItem('ludosaure.calendar')), null);
    fine(ann);
  },
};
