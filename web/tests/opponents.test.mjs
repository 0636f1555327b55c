/* Choosing opponents: levels, the pace of a real-time game, and what each seat picks. */
import assert from 'node:assert/strict';
import { person } from './harness.mjs';

/** The request that the page sends to create a table. */
function creations(page) {
  const asked = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const request = JSON.parse(String(payload));
      if (request.cmd === 'create') asked.push(request);
    }),
  );
  return asked;
}

const PLAYING = '.table-screen .side';

export default {
  async 'how the levels play is explained where one chooses them'({ browser, server }) {
    const page = await person(browser, server, { language: 'fr' });
    const explained = async () => {
      await page.click('summary >> text=Comment jouent les niveaux');
      await page.waitForSelector('details dl');
      return page.$$eval('details dl > div', (all) => all.map((one) => one.textContent.replace(/\s+/g, ' ').trim()));
    };
    await page.goto('/');
    const all = await explained();
    assert.equal(all.length, 7);
    assert.equal(all[2], 'occasionnel : a joué quelques fois');
    await page.goto('/new/tyrannosaurus');
    await page.selectOption('#seat-0', 'casual');
    const own = await explained();
    assert.deepEqual(own, [all[0], all[2], all[4], all[6]], 'a game explains the levels that it has');
    assert.ok(own[3].startsWith('expert : '));
  },

  async 'the level of a quick game is chosen on the start page and kept'({ browser, server }) {
    const page = await person(browser, server, { language: 'fr' });
    const asked = creations(page);
    await page.goto('/');
    /* Each game offers the steps of the ladder that it has. */
    const offered = (game) => page.$$eval(`.game.${game} label:first-child select option`, (all) => all.map((one) => one.textContent));
    assert.deepEqual(await offered('trakks'), [
      'auto (s’adapte)',
      'enfant',
      'débutant',
      'occasionnel',
      'habitué',
      'confirmé',
      'redoutable',
      'expert',
    ]);
    assert.deepEqual(await offered('trex'), ['auto (s’adapte)', 'enfant', 'occasionnel', 'habitué', 'redoutable', 'expert']);
    assert.deepEqual(await offered('tyrannosaurus'), ['auto (s’adapte)', 'enfant', 'occasionnel', 'confirmé', 'expert']);
    assert.deepEqual(await offered('scale'), ['auto (s’adapte)', 'enfant', 'occasionnel', 'expert']);
    /* A level that an earlier page kept, and the game no longer has. */
    await page.evaluate(() => localStorage.setItem('ludosaure.opponents', '{"scale":{"level":"strong"},"trakks":{"level":"strong"}}'));
    await page.reload();
    await page.waitForSelector('.game.trex .button.main:enabled');
    assert.equal(await page.inputValue('.game.scale select'), 'auto');
    assert.equal(await page.inputValue('.game.trakks select'), 'strong');
    await page.evaluate(() => localStorage.removeItem('ludosaure.opponents'));
    await page.reload();
    await page.waitForSelector('.game.trex .button.main:enabled');
    assert.equal(await page.inputValue('.game.trex select'), 'auto');
    await page.selectOption('.game.trex select', 'regular');
    await page.reload();
    await page.waitForSelector('.game.trex .button.main:enabled');
    assert.equal(await page.inputValue('.game.trex select'), 'regular');
    assert.equal(await page.inputValue('.game.trakks select'), 'auto', 'the others have their own');
    await page.click('.game.trex .button.main:enabled');
    await page.waitForSelector(PLAYING);
    assert.deepEqual(asked[0].bots, [null, 'regular', 'regular', 'regular']);
    await page.click('#tab-people');
    await page.waitForSelector('.people li >> text=habitué');
    /* The level that adapts is decided when the match starts. */
    await page.goto('/');
    await page.click('.game.tyrannosaurus .button.main:enabled');
    await page.waitForSelector(PLAYING);
    assert.ok(asked[1].bots.slice(1).every((level) => level === 'auto'));
    await page.click('#tab-people');
    await page.waitForSelector('.people li >> text=/auto\\s: occasionnel/');
    assert.deepEqual(page.troubles, []);
  },

  async 'a game in real time begins calm, until another pace is chosen'({ browser, server }) {
    const page = await person(browser, server);
    const asked = creations(page);
    for (const pace of ['calm', 'human']) {
      await page.goto('/');
      if (pace === 'human') await page.selectOption('.game.scale .pace', pace);
      await page.click('.game.scale .button.main:enabled');
      await page.waitForSelector(PLAYING);
      assert.equal(asked.at(-1).pace, pace);
    }
    await page.goto('/new/scale');
    await page.selectOption('#seat-0', 'casual');
    await page.waitForFunction(() => document.querySelector('#pace')?.value === 'human');
    assert.equal(await page.$('.game.trex .pace'), null);
    assert.deepEqual(page.troubles, []);
  },

  async 'friends are asked first whether they are in the same room'({ browser, server }) {
    const page = await person(browser, server);
    const asked = creations(page);
    for (const [index, mode] of ['room', 'stage'].entries()) {
      await page.goto('/new/scale');
      await page.waitForSelector('.asked');
      await page.click('button.main:enabled');
      assert.equal(asked.length, index, 'nothing is made before it is answered');
      await page.check(`.asked input >> nth=${index}`);
      await page.click('button.main:enabled');
      await page.waitForSelector('.invite svg');
      assert.equal(asked.at(-1).options.mode, mode);
    }
    /* With a computer player there is no such question. */
    await page.goto('/new/scale');
    await page.waitForSelector('.asked');
    await page.selectOption('#seat-0', 'casual');
    await page.waitForSelector('.asked', { state: 'detached' });
    await page.click('button.main:enabled');
    await page.waitForSelector('.invite svg');
    assert.equal(asked.at(-1).options.mode, 'stage');
    assert.deepEqual(page.troubles, []);
  },

  async 'each seat picks its dinosaur, and whatever is picked is taken'({ browser, server }) {
    const page = await person(browser, server);
    const asked = creations(page);
    for (const [seats, pair, picks] of [
      [2, '"land"', ['stegosaurus', '']],
      [2, '"refuge"', ['', 'pteranodon']],
      [3, null, ['', 'diplodocus', 'triceratops']],
      [4, null, ['stegosaurus', '', '', 'pteranodon']],
      [4, null, ['', '', '', '']],
    ]) {
      await page.goto('/new/tyrannosaurus');
      await page.click('details.panel > summary');
      await page.selectOption('#seats', String(seats));
      for (let seat = 0; seat < seats - 1; seat++) await page.selectOption(`#seat-${seat}`, 'casual');
      if (pair) await page.selectOption('#option-pair', pair);
      assert.equal(await page.locator('select[id^="dinos-"]').count(), seats);
      for (const [seat, pick] of picks.entries()) await page.selectOption(`#dinos-${seat}`, pick);
      await page.click('button.main:enabled');
      await page.waitForSelector(PLAYING);
      const { dinos } = asked.at(-1).options;
      if (picks.every((pick) => !pick)) assert.equal(dinos, 'random');
      else picks.forEach((pick, seat) => pick && assert.equal(dinos[seat], pick));
      assert.deepEqual(await page.locator('.notice:not(.news)').allTextContents(), []);
    }
    /* The last seat to pick a dinosaur gets it; the other seat becomes random. */
    await page.goto('/new/tyrannosaurus');
    await page.click('details.panel > summary');
    await page.selectOption('#dinos-0', 'stegosaurus');
    await page.selectOption('#dinos-1', 'stegosaurus');
    assert.equal(await page.inputValue('#dinos-0'), '');
    assert.deepEqual(page.troubles, []);
  },
};
