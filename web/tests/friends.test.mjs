/* Several people at one table, each with their own browser. */
import assert from 'node:assert/strict';
import { ask, fastTable, introduce, person, PROGRAM, setTable, typeWholeGame, WEB } from './harness.mjs';
import { Program } from './program.mjs';

const fine = (...pages) => pages.forEach((page) => assert.deepEqual(page.troubles, []));

export default {
  async 'a program sits down only where the host admits programs, and everyone sees what it is'({ browser, server }) {
    const { secret } = await ask(server, '/api/people', { name: 'Robo', program: true });
    const sits = (code) => {
      const words = ['bot', '--connect', server.address, '--table', code, '--', 'python3', `${WEB}../docs/examples/bot.py`];
      return new Program(PROGRAM, words, { env: { ...process.env, LUDOSAURE_TOKEN: secret } });
    };
    const ann = await person(browser, server);
    const bob = await person(browser, server, { language: 'fr', size: 'phone' });
    const codeOf = async () => (await ann.textContent('.code')).trim();
    await setTable(ann, 'trex', ['person', 'person']);
    assert.equal(await sits(await codeOf()).ended, 1, 'it is refused');
    await ann.goto('/new/trex');
    await ann.selectOption('#seats', '3');
    for (const other of ['#seat-0', '#seat-1']) await ann.selectOption(other, 'person');
    await ann.click('.more');
    assert.equal(await ann.isChecked('.programs input'), false, 'nobody meets a program unasked');
    await ann.check('.programs input');
    await ann.click('button.main:enabled');
    await ann.waitForSelector('.invite svg');
    const robo = sits(await codeOf());
    await ann.waitForSelector('.two li >> text=Robo [bot]');
    /* Who comes later sees it before sitting down. */
    await bob.goto('/');
    await bob.fill('#code', await codeOf());
    await bob.click('.below form button');
    await bob.waitForSelector('ol >> text=Robo [bot]');
    await bob.waitForSelector('text=Des programmes peuvent s’asseoir ici');
    await bob.fill('#name', 'Bob');
    await bob.click('button.main:enabled');
    await bob.waitForSelector('.two li.mine');
    await ann.click('.two .start:enabled');
    for (const page of [ann, bob]) await page.waitForSelector('.table-screen .side');
    await ann.click('#tab-people');
    assert.match(await ann.textContent('.people li:nth-child(2)'), /Robo \[bot\]/);
    await robo.kill();
    fine(ann, bob);
  },

  async 'a move is taken back if the others agree, and only then'({ browser, server }) {
    const ann = await person(browser, server);
    const bob = await person(browser, server, { language: 'fr' });
    await introduce(bob, 'Bob');
    const table = await fastTable(ann, { game: 'trex', seats: 2, public: true });
    await bob.goto(`/t/${table}`);
    await bob.click('.two li:nth-child(2) .button');
    const legal = (page) => page.$$eval('#legal-moves option', (options) => options.map((option) => option.value));
    for (const page of [ann, bob]) {
      await page.waitForSelector('.table-screen .side');
      await page.click('#tab-type');
    }
    const [first, second] = (await legal(ann)).length > 0 ? [ann, bob] : [bob, ann];
    const hand = await legal(first);
    const play = async (page, move) => {
      await page.fill('#typed', move);
      await page.press('#typed', 'Enter');
      await page.waitForSelector('.take-back:not([aria-disabled=true])');
    };
    const slip = (page) => page.waitForSelector('.bar .proposal');

    /* Withdrawn, it stands; agreed, the same hand is there again. */
    await play(first, hand[0]);
    await first.click('.take-back');
    await slip(second);
    await first.click('.proposal .withdraw');
    await second.waitForSelector('.proposal', { state: 'detached' });
    await first.click('.take-back');
    await second.click('.proposal .agree');
    await first.waitForFunction(
      (moves) => [...document.querySelectorAll('#legal-moves option')].map((option) => option.value).join() === moves,
      hand.join(),
    );
    await second.click('#tab-log');
    await second.waitForSelector('.list >> text=/reprend|takes back/');

    /* Refused, it stands, and is not asked again. */
    await play(first, hand[0]);
    await first.click('.take-back');
    await second.click('.proposal .refuse');
    await first.waitForSelector('.proposal', { state: 'detached' });
    assert.equal(await first.getAttribute('.take-back', 'aria-disabled'), 'true');
    assert.deepEqual(await legal(first), []);
    fine(ann, bob);
  },

  async 'two of three remove the third by a vote, who may then only watch'({ browser, server }) {
    const ann = await person(browser, server);
    const bob = await person(browser, server, { language: 'fr', size: 'phone' });
    const cleo = await person(browser, server);
    const table = await fastTable(ann, { game: 'trex', seats: 3, public: true });
    for (const [index, [page, name]] of [
      [bob, 'Bob'],
      [cleo, 'Cleo'],
    ].entries()) {
      await introduce(page, name);
      await page.goto(`/t/${table}`);
      await page.click(`.two li:nth-child(${index + 2}) .button`);
    }
    for (const page of [ann, bob, cleo]) await page.waitForSelector('.table-screen .side', { state: 'attached' });
    await ann.click('#tab-people');
    const propose = async () => {
      await ann.click('.people li:nth-child(3) .vote');
      await ann.click('dialog .start');
    };

    /* Bob does not agree. */
    await propose();
    await cleo.waitForSelector('.bar .proposal >> text=cannot come back');
    await bob.click('.bar .proposal .refuse');
    await ann.waitForSelector('.notices >> text=Bob votes against: Cleo stays.');
    await cleo.waitForSelector('.proposal', { state: 'detached' });
    await propose();
    await ann.waitForSelector('.notices >> text=/has just been a vote/');

    /* Cleo calls one, and leaves only when the others have agreed. */
    await cleo.click('#tab-people');
    await cleo.click('.people li:nth-child(1) .vote');
    await cleo.click('dialog .start');
    await ann.waitForSelector('.bar .proposal');
    await bob.click('.bar .proposal .agree');
    await ann.waitForSelector('.notices >> text=The others have voted: you leave the game.');
    await bob.waitForSelector('.notices >> text=/Les autres ont voté/');
    await ann.click('#tab-people');
    await ann.waitForSelector('.people li:nth-child(1) >> text=computer');
    assert.equal(await ann.locator('.people .sit').count(), 0);
    assert.equal(await ann.locator('.people .vote').count(), 0);
    await ann.click('#tab-log');
    await ann.waitForSelector('.list >> text=Vote: Cleo wants you to leave the game.');
    fine(ann, bob, cleo);
  },

  async 'by code and by link into the waiting room, then a game, with chat and a spectator'({ browser, server }) {
    const ann = await person(browser, server);
    const bob = await person(browser, server, { language: 'fr', size: 'phone' });
    const cleo = await person(browser, server, { theme: 'dark' });
    const dan = await person(browser, server);
    const table = await setTable(ann, 'trex', ['person', 'person', 'casual']);
    const code = (await ann.textContent('.code')).trim();
    const link = await ann.evaluate((id) => JSON.parse(sessionStorage.getItem('ludosaure.invites'))[id].invite, table);

    await bob.goto('/');
    await bob.fill('#code', code.toLowerCase());
    await bob.click('.below form button');
    await bob.fill('#name', 'Bob');
    await bob.click('button.main:enabled');
    await bob.waitForSelector('.two li.mine');
    await cleo.goto(`/j/${link}`);
    await cleo.fill('#name', 'Cléo');
    await cleo.click('button.main:enabled');
    await cleo.waitForSelector('.two li.mine');
    await ann.waitForSelector('.two li:nth-child(3) >> text=Cléo');
    await ann.click('.two .start:enabled');
    for (const page of [ann, bob, cleo]) await page.waitForSelector('.table-screen .side');
    assert.equal(await ann.locator('.notice').count(), 0, 'who sat down before is no news any more');

    /* All seats are taken: newcomers are spectators. */
    await dan.goto(`/j/${link}`);
    await dan.click('button.main:enabled');
    await dan.waitForSelector('.table-screen .side');
    assert.equal(await dan.$('#tab-type'), null);

    await bob.click('.bar .talk');
    await bob.click('#tab-chat');
    await bob.fill('#say', 'Bonjour <b>à tous</b>');
    await bob.press('#say', 'Enter');
    await ann.waitForSelector('#tab-chat .badge');
    await ann.click('#tab-chat');
    await ann.waitForSelector('.list >> text=Bonjour <b>à tous</b>');
    /* On a phone, log and chat open over the table; messages that are not visible stay unread. */
    await ann.fill('#say', 'Salut');
    await ann.press('#say', 'Enter');
    await bob.waitForSelector('.list >> text=Salut');
    await bob.press('#say', 'Escape');
    await bob.waitForSelector('.side:not(.shown)');
    assert.ok(await bob.evaluate(() => document.activeElement.matches('.talk')), 'the focus is where it was opened');
    await ann.fill('#say', 'Bob ?');
    await ann.press('#say', 'Enter');
    await bob.click('.bar .talk:has(.badge)');
    await bob.waitForFunction(() => {
      const tab = document.querySelector('#tab-chat[aria-selected=true]');
      return tab && tab.getBoundingClientRect().bottom < innerHeight && !document.querySelector('.talk .badge');
    });
    await ann.click('.mute');
    await ann.waitForSelector('.mute >> text=unmute');

    /* Bob gives up his seat, and a computer player takes over. Cléo has only just left: her seat stays hers. */
    await bob.click('#tab-people');
    await bob.click('.people > .button:not(.quiet)');
    await bob.waitForSelector('dialog[open] >> text=Un ordinateur (occasionnel) jouera à votre place');
    await bob.click('dialog .leave');
    await bob.waitForSelector('.games');
    await ann.click('#tab-people');
    await ann.waitForSelector('.people li:nth-child(2) >> text=computer, casual, playing for Bob');
    fine(bob, cleo);
    await cleo.context().close();
    await ann.selectOption('.people select', 'casual');
    await ann.waitForSelector('.notice:not(.news)');
    assert.match(await ann.textContent('.people li:nth-child(3)'), /Cléo offline/);
    fine(ann, dan);
  },

  async 'leaving asks first, everyone reads who plays on, and only the person who left is offered the seat'({ browser, server }) {
    const ann = await person(browser, server);
    const bob = await person(browser, server);
    const dan = await person(browser, server);
    await introduce(bob, 'Bob');
    const table = await fastTable(ann, { game: 'trex', seats: 3, public: true, bots: [null, null, 'easy'] });
    await bob.goto(`/t/${table}`);
    await bob.click('.two li:nth-child(2) .button');
    for (const page of [bob, dan]) {
      await page.goto(`/t/${table}`);
      await page.waitForSelector('.table-screen .side');
      await page.click('#tab-people');
    }
    const seats = (page) => page.locator('.people li .grows').allTextContents();
    const leave = '.people > .button:not(.quiet)';
    for (const no of [() => bob.click('dialog .stay'), () => bob.keyboard.press('Escape')]) {
      await bob.click(leave);
      await bob.waitForSelector('dialog[open] >> text=A computer player (casual) will play on in your place');
      await no();
      await bob.waitForSelector('dialog', { state: 'detached' });
      assert.ok(await bob.evaluate((selector) => document.activeElement.matches(selector), leave), 'the focus is back');
    }
    assert.match((await seats(dan))[1], /Bob online/);
    await bob.click(leave);
    await bob.click('dialog .leave');
    await bob.waitForSelector('.games');
    await dan.waitForSelector('.people li:nth-child(2) >> text=computer, casual, playing for Bob');
    assert.equal(await dan.locator('.people .sit').count(), 0, 'what would be refused is not offered');
    const line = ann.locator('.list li', { hasText: 'Bob leaves.' });
    await line.waitFor();
    assert.match(await line.textContent(), /^Bob leaves\. (?!casual)\S+ \(computer, casual\) takes over\.$/);
    await bob.goto(`/t/${table}`);
    await bob.click('#tab-people');
    await bob.waitForSelector('.people .sit');
    assert.equal(await bob.locator('.people .sit').count(), 1);
    await bob.click('.people .sit >> text=Take your seat back');
    await ann.waitForSelector('.list >> text=Bob is back and takes over from');
    await bob.waitForSelector(leave);
    fine(ann, bob, dan);
  },

  async 'friends start without those who are missing, or with computers; the host removes, and seats change'({ browser, server }) {
    const ann = await person(browser, server);
    const bob = await person(browser, server, { language: 'fr', size: 'phone' });
    await introduce(bob, 'Bob');
    const table = await fastTable(ann, { game: 'trex', seats: 4, public: true, autostart: false });
    const seats = async (page) => (await page.locator('.two li.row').allTextContents()).map((line) => line.match(/Ann|Bob|free|libre/)[0]);
    await bob.goto(`/t/${table}`);
    await bob.click('.two li:nth-child(4) .button');
    await ann.waitForSelector('.news >> text=Bob sits down.');
    await bob.click('.two li:nth-child(3) .button >> text=Venir ici');
    await ann.waitForSelector('.two li:nth-child(3) >> text=Bob');
    await ann.click('.two li:nth-child(4) .close');
    await bob.waitForSelector('.two li:nth-child(4)', { state: 'detached' });
    await ann.click('.others .button >> text=Add a seat');
    await bob.waitForSelector('.two li:nth-child(4)');
    assert.deepEqual(await seats(bob), ['Ann', 'libre', 'Bob', 'libre']);
    /* The lesson and the rules, while one waits. */
    await bob.click('.learn .button:has-text("Règles")');
    await bob.waitForSelector('dialog[open]');
    await bob.keyboard.press('Escape');
    await ann.click('.two li:nth-child(3) .button >> text=Remove');
    await bob.waitForSelector('.news >> text=L’hôte vous a fait quitter cette table.');
    await bob.waitForSelector('.two [role=status] >> text=Vous pouvez regarder');
    await bob.reload();
    await bob.waitForSelector('.two [role=status] >> text=Vous pouvez regarder');
    assert.equal(await bob.locator('.two ol .button').count(), 0, 'no seat to take');
    await ann.click('.removed li:has-text("The host has removed Bob.") .button >> text=Let back in');
    await bob.waitForSelector('.news >> text=L’hôte vous laisse vous rasseoir.');
    await ann.waitForSelector('.removed', { state: 'detached' });
    await bob.click('.two li:nth-child(2) .button');
    await ann.waitForSelector('.two li:nth-child(2) >> text=Bob');
    await ann.fill('#say', 'Ready?');
    await ann.press('#say', 'Enter');
    /* Out of sight, it is one line that leads to the chat. */
    await bob.click('.said:has-text("Ann : Ready?") .badge');
    await bob.waitForSelector('.said', { state: 'detached' });
    assert.equal(await bob.locator('.news:has-text("Ready?")').count(), 0);
    await bob.waitForSelector('.list >> text=Ready?');
    await ann.click('.two .with >> text=Start with 2');
    for (const page of [ann, bob]) await page.waitForSelector('.table-screen .side');
    assert.equal(await ann.locator('.clocks li, .people li').count(), 0);
    await ann.click('#tab-people');
    await ann.waitForSelector('.people li');
    assert.equal(await ann.locator('.people li').count(), 2);
    fine(ann, bob);

    const more = await fastTable(ann, { game: 'trakks', seats: 3, public: true, autostart: false });
    await bob.goto(`/t/${more}`);
    await bob.click('.two li:nth-child(3) .button');
    await ann.waitForSelector('.two li:nth-child(3) >> text=Bob');
    await ann.click('.two .fill');
    for (const page of [ann, bob]) await page.waitForSelector('.table-screen .side');
    fine(ann, bob);
  },

  async 'the seats fit the smallest phone in French, and what is said below them is what the buttons do'({ browser, server }) {
    const ann = await person(browser, server, { language: 'fr', size: 'phone', touch: true });
    await ann.setViewportSize({ width: 320, height: 568 });
    await fastTable(ann, { game: 'trex', seats: 3, autostart: false });
    await ann.waitForSelector('.why >> text=L’ordinateur peut jouer aux places libres.');
    assert.equal(await ann.locator('.with').count(), 0);
    await ann.waitForSelector('.fill');
    const cut = await ann.$$eval('.two ol select', (selects) =>
      selects.filter((select) => {
        const style = getComputedStyle(select);
        const text = document.createElement('canvas').getContext('2d');
        text.font = `${style.fontSize} ${style.fontFamily}`;
        const { width } = text.measureText(select.options[0].text);
        return width > select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      }),
    );
    assert.deepEqual(cut, []);
    const heights = await ann.$$eval('.two ol li', (lines) => lines.map((line) => line.offsetHeight));
    assert.equal(Math.max(...heights), Math.min(...heights), 'each seat is one line');
    /* Where no computer can play. */
    await fastTable(ann, { game: 'scale', seats: 3, autostart: false });
    await ann.waitForSelector('.why >> text=Il manque encore des joueurs.');
    assert.doesNotMatch(await ann.textContent('.why'), /ordinateur/);
    fine(ann);
  },

  async 'whoever is removed from a table that is not public no longer sees it, until the host lets them back in'({ browser, server }) {
    const ann = await person(browser, server);
    const bob = await person(browser, server);
    await setTable(ann, 'trex', ['person', 'person']);
    await introduce(bob, 'Bob');
    await bob.goto(`/j/${(await ann.textContent('.code')).replaceAll(/\s/g, '')}`);
    const enter = async () => {
      await bob.click('button.main:enabled');
      await bob.waitForSelector('.two ol');
    };
    await enter();
    await ann.click('.two li:has-text("Bob") .button >> text=Remove');
    await bob.waitForSelector('h1 >> text=Table not found');
    await bob.waitForSelector('.error >> text=The host has removed you from this table.');
    assert.equal(await bob.locator('.notice:not(.news)').count(), 0, 'said once');
    await ann.click('.removed .button >> text=Let back in');
    await ann.waitForSelector('.removed', { state: 'detached' });
    await bob.reload();
    await bob.click('.two ol .button >> text=Sit here');
    await ann.waitForSelector('.two li:has-text("Bob")');
    fine(ann, bob);
  },

  async 'who watches is counted, and named if they like, before the match and during it'({ browser, server }) {
    const ann = await person(browser, server);
    const dan = await person(browser, server, { language: 'fr', size: 'phone' });
    await introduce(dan, 'Dan');
    const table = await fastTable(ann, { game: 'trex', seats: 2, public: true, autostart: false });
    await dan.goto(`/t/${table}`);
    await ann.waitForSelector('.spectators >> text=1 person is watching');
    assert.doesNotMatch(await ann.textContent('.two'), /Dan/);
    await dan.check('.spectators label:has-text("Montrer mon nom") input');
    await ann.waitForSelector('.spectators li:has-text("Dan")');
    assert.doesNotMatch(await ann.textContent('.spectators'), /person/);
    await ann.click('.two .fill');
    await ann.waitForSelector('.table-screen .side');
    await ann.click('#tab-people');
    await ann.waitForSelector('.people .spectators li:has-text("Dan")');
    /* It is kept, and ends at once. */
    await dan.reload();
    await dan.click('.bar .talk');
    await dan.click('#tab-people');
    await dan.waitForSelector('.people .spectators li:has-text("Dan")');
    await dan.uncheck('.spectators input');
    await ann.waitForSelector('.people .spectators >> text=1 person is watching');
    assert.doesNotMatch(await ann.textContent('.people'), /Dan/);
    fine(ann, dan);
  },

  async 'when the host goes, another person hosts the table; who is offline is said where one looks'({ browser, server }) {
    const ann = await person(browser, server);
    const bob = await person(browser, server, { language: 'fr' });
    await introduce(bob, 'Bob');
    const table = await fastTable(ann, { game: 'trex', seats: 3, public: true, autostart: false });
    await bob.goto(`/t/${table}`);
    await bob.click('.two li:nth-child(2) .button');
    await ann.waitForSelector('.two li:nth-child(2) >> text=Bob');
    await ann.goto('/');
    await ann.click('.mine .quit');
    await ann.waitForSelector('.mine', { state: 'detached' });
    await bob.waitForSelector('.news >> text=Vous êtes maintenant l’hôte de cette table.');
    await ann.goto(`/t/${table}`);
    await ann.click('.two li:nth-child(1) .button');
    await bob.waitForSelector('.two li:nth-child(1) >> text=Ann');
    await bob.click('.two .with');
    for (const page of [ann, bob]) await page.waitForSelector('.table-screen .side');
    fine(ann);
    await ann.context().close();
    await bob.waitForSelector('.news >> text=Ann est hors ligne.');
    await bob.waitForSelector('.turn >> text=On attend Ann (hors ligne)');
    await bob.click('#tab-people');
    assert.match(await bob.textContent('.people li:nth-child(1)'), /Ann\s+hors ligne/);
    fine(bob);
  },

  async 'a public table is found on the start page'({ browser, server }) {
    const ann = await person(browser, server);
    const bob = await person(browser, server);
    const table = await fastTable(ann, { game: 'trakks', seats: 2, public: true, autostart: false });
    await bob.goto('/');
    await bob.click(`.open a.button[href="/t/${table}"]`);
    await bob.waitForSelector('.two');
    await bob.click('.two li .button');
    await bob.waitForSelector('.two li.mine');
    await ann.click('.two .start:enabled');
    await bob.waitForSelector('.table-screen .side');
    fine(ann, bob);
  },

  async 'again: everyone who asks gets to the same new table'({ browser, server }) {
    const ann = await person(browser, server);
    const bob = await person(browser, server);
    await setTable(ann, 'scale', ['person']);
    const code = (await ann.textContent('.code')).replace(/\s/g, '');
    await bob.goto(`/j/${code}`);
    await bob.click('button.main:enabled');
    await bob.waitForSelector('.two li.mine');
    await ann.press('.two .start:enabled', 'Enter');
    for (const page of [ann, bob]) await page.waitForSelector('.table-screen .side');
    assert.equal(await ann.evaluate(() => document.activeElement.tagName), 'H1', 'the focus is at the table');
    /* Two players, cooperative: the game continues while both give the same, correct answer. */
    const answers = (moves) => moves.find((move) => move.includes('match')) ?? moves[0];
    await Promise.all([ann, bob].map((page) => typeWholeGame(page, { choose: answers })));
    const old = new URL(ann.url()).pathname;
    /* People who closed the dialog to look at the table can still ask for a rematch. */
    for (const page of [ann, bob]) {
      await page.click('dialog .button:has-text("Look at the table")');
      await page.click('#tab-chat');
    }
    const say = async (words) => {
      await bob.fill('#say', words);
      await bob.press('#say', 'Enter');
      await bob.waitForSelector(`.list >> text=${words}`);
    };
    await say('Well played');
    await ann.click('.mute');
    await ann.waitForSelector('.mute >> text=unmute');
    await say('Once more?');
    await ann.click('.mute');
    await ann.waitForSelector('.list >> text=Once more?');
    assert.equal(await ann.$('dialog'), null, 'reloading the table does not open the result again');
    await bob.click('.bar .button:has-text("Result")');
    await ann.click('.bar .button:has-text("Result")');
    for (const page of [ann, bob]) {
      await page.click('dialog .button.main');
      await page.waitForURL((url) => url.pathname.startsWith('/t/') && url.pathname !== old);
      await page.waitForSelector('.two, .table-screen .side');
    }
    assert.equal(new URL(ann.url()).pathname, new URL(bob.url()).pathname);
    fine(ann, bob);
  },

  async 'one chooses the number of opponents; a match on this device is shared by a link that holds it'({ browser, server }) {
    const page = await person(browser, server, { here: true });
    await page.goto('/');
    await page.selectOption('.game.trex .opponents', '2');
    await page.click('.game.trex .button.main:enabled');
    await page.waitForSelector('.table-screen .side');
    await typeWholeGame(page, {});
    await page.waitForSelector('dialog .ending th >> text=you');
    await page.click('dialog .share .ask');
    await page.waitForSelector('dialog >> text=The link holds the whole game');
    await page.click('dialog .share .agree');
    await page.waitForSelector('dialog .share .copy');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.click('dialog .share .copy .button:has-text("Copy the link")');
    await page.waitForSelector('dialog .share >> text=Copied.');
    const address = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(address, /\/r\/link#[\w-]+$/);
    const other = await person(browser, server);
    await other.goto(address);
    await other.waitForSelector('.trex .seats');
    await other.goto('/');
    await other.goto(`${server.address}/r/link#AAAA`);
    await other.waitForSelector('.error');
    fine(page, other);
  },

  async 'a clock that runs out plays for a sleeping player'({ browser, server }) {
    const page = await person(browser, server);
    await fastTable(page, { game: 'trex', seats: 2, bots: [null, 'easy'], clock: { kind: 'move', seconds: 5 } });
    await page.waitForSelector('.clocks .low');
    await page.waitForSelector('.list >> text=Time ran out');
    fine(page);
  },
};
