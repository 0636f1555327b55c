/* What all games share: invitations, the waiting room, and hints in words. */
import assert from 'node:assert/strict';
import { ask, fastTable, introduce, person, quickGame, setTable } from './harness.mjs';
import { annAndBob, fine, play, text } from './sitting.mjs';

export default {
  async 'an invitation says what it is for; people talk while they wait'({ browser, server }) {
    const zoe = await person(browser, server);
    const bob = await person(browser, server, { language: 'fr', size: 'phone', touch: true });
    const cleo = await person(browser, server);
    /* Without https, as on a home network, pages have no clipboard; and this browser copies nothing at all for them. */
    await zoe.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    });
    const table = await setTable(zoe, 'trex', ['person', 'casual'], 'Zoé');
    const { invite } = await zoe.evaluate((id) => JSON.parse(sessionStorage.getItem('ludosaure.invites'))[id], table);
    await zoe.click('text=Copy the link');
    await zoe.waitForSelector('.copy >> text=The text is selected: copy it yourself.');
    const selected = await zoe.$eval('.copy input:focus', (field) => field.value.slice(field.selectionStart, field.selectionEnd));
    assert.equal(selected, `${server.address}/j/${invite}`);
    assert.equal(await zoe.$('.chat'), null, 'nobody to talk to');
    const code = (await zoe.textContent('.code')).replace(/\s/g, '');

    await bob.goto(`/j/${code}`);
    await bob.waitForSelector('#name');
    assert.equal(await text(bob, 'h1'), 'Zoé vous invite');
    const panel = await text(bob, '.panel');
    assert.match(panel, /T\u2011Rex .*2 places prises sur 3 Zoé place libre \S+ ordinateur, occasionnel/);
    assert.equal(await bob.evaluate(() => localStorage.getItem('ludosaure.secret')), null, 'still nobody');
    await cleo.goto(`/j/${code}`);
    await cleo.waitForSelector('#name');
    assert.equal(await text(cleo, 'form button'), 'Sit down');
    await bob.fill('#name', 'Bob');
    await bob.tap('button.main');
    await bob.waitForSelector('.two li.mine');

    /* Whoever is too late is told so, and may watch. */
    await cleo.click('form button');
    await cleo.waitForSelector('form [role=alert] >> text=All seats are taken.');
    await cleo.click('form button:has-text("Watch")');
    await cleo.waitForSelector('.two >> text=You are watching.');
    await cleo.goto('/j/WRONGONE');
    await cleo.waitForSelector('h1 + .error');
    assert.equal(await cleo.$('#name'), null);

    await bob.fill('#say', 'Bonjour');
    await bob.press('#say', 'Enter');
    await zoe.click('.chat .mute');
    await zoe.waitForSelector('.chat .mute >> text=unmute');
    await bob.fill('#say', 'Tu es là ?');
    await bob.press('#say', 'Enter');
    await bob.waitForSelector('.chat >> text=Tu es là');
    await zoe.reload();
    await bob.goto('about:blank');
    await zoe.waitForSelector('.two li:has-text("Bob") >> text=offline');
    /* Even though no one is there to talk to, and there are no messages to show. */
    assert.match(await text(zoe, '.chat'), /^Chat You have muted Bob\./);
    await bob.goBack();
    await zoe.fill('#say', 'Let us begin');
    await zoe.press('#say', 'Enter');
    await bob.waitForSelector('.chat >> text=Let us begin');
    assert.doesNotMatch(await text(zoe, '.chat'), /Tu es là/);
    await zoe.click('.chat li:has-text("You have muted Bob") .mute');
    await zoe.waitForSelector('.chat >> text=Tu es là');
    await bob.fill('#say', 'Maintenant ?');
    await bob.press('#say', 'Enter');
    await zoe.waitForSelector('.chat >> text=Maintenant');
    assert.doesNotMatch(await text(zoe, '.chat'), /You have muted/);
    fine(zoe, bob, cleo);
  },

  async 'Back closes what lies over a table, and then leaves it'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone', touch: true });
    const table = await quickGame(page, 'trex');
    const atTable = () => page.url().endsWith(table);
    const length = await page.evaluate(() => history.length);
    const layers = {
      'dialog[open]': '.bar .rulebook',
      '.side.shown': '.bar .talk',
      'nav.open': 'header .opener',
      '.bar .hint': '.bar .ask:not([aria-disabled=true])',
    };
    for (const [layer, button] of Object.entries(layers)) {
      for (const close of layer === 'dialog[open]' ? ['Escape', 'goBack'] : ['goBack']) {
        await page.tap(button);
        await page.waitForSelector(layer);
        if (layer === 'dialog[open]') {
          await page.waitForSelector('dialog h3, dialog li');
          await page.$eval(layer, (dialog) => dialog.scrollTo(0, dialog.scrollHeight));
          assert.ok((await page.locator('dialog .close').boundingBox()).y > 0, 'the button to close it stays in sight');
        }
        if (close === 'goBack') await page.goBack();
        else await page.keyboard.press('Escape');
        await page
          .waitForSelector(layer, { state: layer === 'nav.open' || layer === '.side.shown' ? 'hidden' : 'detached' })
          .catch(() => assert.fail(`${layer} stays after ${close}`));
        assert.ok(atTable(), `${layer}: still at the table after ${close}`);
      }
    }
    await page.goForward();
    assert.ok(atTable());
    assert.equal(await page.$('dialog[open], .side.shown, nav.open, .bar .hint'), null, 'Forward opens nothing again');

    await page.tap('.bar .rulebook');
    await page.waitForSelector('dialog[open]');
    await page.reload();
    await page.waitForSelector('.table-screen .side');
    assert.equal(await page.$('dialog[open]'), null);
    assert.ok((await page.evaluate(() => history.length)) <= length + 1, 'no entries pile up');

    /* A link in the menu takes the place of the menu. */
    await page.tap('header .opener');
    await page.tap('nav .who');
    await page.waitForURL('**/me');
    await page.goBack();
    await page.waitForSelector('.table-screen .side');
    assert.ok(atTable());
    await page.tap('.bar .rulebook');
    await page.tap('dialog .close');
    await page.waitForSelector('dialog', { state: 'detached' });
    await page.goBack();
    await page.waitForSelector('.game.trex');
    fine(page);
  },

  async 'an account: the same person on a phone, until the password changes'({ browser, server }) {
    const ann = await person(browser, server);
    const phone = await person(browser, server, { language: 'fr', size: 'phone', touch: true });
    const login = `ann.${'x'.repeat(30)}.${Date.now()}`;
    const focused = (page) => page.evaluate(() => document.activeElement.textContent);
    await ann.goto('/me');
    /* Characters are counted as the hall counts them. */
    await ann.fill('#name', '');
    await ann.focus('#name');
    await ann.keyboard.insertText('🦖'.repeat(31));
    assert.equal(await ann.inputValue('#name'), '🦖'.repeat(30));
    await ann.fill('#name', '🦖 Anne');
    await ann.fill('#login', login);
    await ann.fill('#password', 'correct horse');
    await ann.click('.button:has-text("Create an account")');
    await ann.waitForSelector(`text=Your account is “${login}”`);
    assert.match(await text(ann, 'header'), /Anne/);
    assert.equal(await ann.getAttribute('header .face', 'data-letter'), '🦖');
    assert.equal(await focused(ann), 'Account');
    await ann.fill('#name', 'Ann');
    await ann.press('#name', 'Enter');
    await ann.waitForSelector('[role=status] >> text=Name changed.');

    const logIn = async (password) => {
      await phone.fill('#login', login);
      await phone.fill('#password', password);
      await phone.tap('form .button.main');
    };
    await phone.goto('/me');
    await logIn('wrong horse');
    await phone.waitForSelector('.notice >> text=Cet identifiant n’existe pas, ou le mot de passe est faux.');
    await logIn('correct horse');
    await phone.waitForSelector(`text=Votre compte : « ${login} »`);
    assert.match(await text(phone, 'header'), /Ann/);

    const asked = [];
    ann.on('websocket', (socket) => socket.on('framesent', ({ payload }) => payload.includes('"password"') && asked.push(payload)));
    await ann.reload();
    const change = async (old) => {
      await ann.fill('#old-password', old);
      await ann.fill('#new-password', 'battery staple');
      await ann.press('#new-password', 'Enter');
    };
    await ann.click('summary:has-text("Change the password")');
    await change('wrong horse');
    await ann.waitForSelector('.notice >> text=This is not your password.');
    await change('correct horse');
    await ann.press('#new-password', 'Enter');
    await ann.waitForSelector('[role=status] >> text=Password changed.');
    assert.equal(await ann.inputValue('#new-password'), '');
    assert.equal(asked.length, 2, 'Enter twice does not change it twice');
    await phone.waitForSelector('#login');
    await logIn('battery staple');
    await phone.waitForSelector(`text=Votre compte : « ${login} »`);
    await phone.tap('.button:has-text("Se déconnecter sur cet appareil")');
    await phone.waitForSelector('#login');
    assert.equal(await focused(phone), 'Compte');
    assert.equal(await phone.inputValue('#name'), '');
    assert.equal(await phone.$('.ended'), null, 'one knows oneself');
    assert.equal(await ann.$('#login'), null);
    fine(ann, phone);
  },

  async 'an account: a forgotten password, and its end'({ browser, server }) {
    const ann = await person(browser, server);
    const phone = await person(browser, server, { language: 'fr', size: 'phone', touch: true });
    const login = `ann.${Date.now()}`;
    await ann.goto('/me');
    await ann.fill('#name', 'Ann');
    await ann.fill('#login', login);
    await ann.fill('#password', 'correct horse');
    await ann.click('.button:has-text("Create an account")');
    const code = await text(ann, '.code output');
    assert.match(code, /^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/);
    await ann.click('.button:has-text("I have written it down")');
    assert.equal(await ann.$('.code'), null);
    await ann.reload();
    await ann.waitForSelector(`text=Your account is “${login}”`);
    assert.equal(await ann.$('.code'), null, 'it is shown once');

    await phone.goto('/me');
    await phone.tap('summary:has-text("Mot de passe oublié")');
    const recover = async (typed) => {
      await phone.fill('#recover-login', login);
      await phone.fill('#recover-code', typed);
      await phone.fill('#recover-password', 'battery staple');
      await phone.tap('.button:has-text("Définir le nouveau mot de passe")');
    };
    await recover('AAAAA-BBBBB-CCCCC-DDDDD-EEEEE');
    await phone.waitForSelector('.notice >> text=Cet identifiant et ce code de secours ne vont pas ensemble.');
    await recover(code.toLowerCase().replaceAll('-', ' '));
    await phone.waitForSelector(`text=Votre compte : « ${login} »`);
    assert.notEqual(await text(phone, '.code output'), code);
    await ann.waitForSelector('#login'); /* the other device is logged out */

    await phone.tap('summary:has-text("Supprimer le compte")');
    const remove = async (password) => {
      await phone.fill('#delete-password', password);
      await phone.tap('form .button:has-text("Supprimer le compte")');
    };
    await remove('correct horse');
    await phone.waitForSelector('.notice >> text=Ce n’est pas votre mot de passe.');
    await remove('battery staple');
    await phone.waitForSelector('[role=status] >> text=Votre compte a été supprimé.');
    await phone.reload();
    await phone.waitForSelector('#login');
    fine(ann, phone);
  },

  async 'without an account, people are asked before they leave their tables for one'({ browser, server }) {
    const page = await person(browser, server);
    const login = `cleo${Date.now()}`;
    const { secret } = await ask(server, '/api/people', { name: 'Cléo' });
    await ask(server, '/api/account', { login, password: 'correct horse' }, secret);
    /* Cléo has played before. */
    const played = '"records":[{"table":"t","game":"trex","ended":1,"moves":1,"seats":[]}]';
    await page.routeWebSocket('**/ws', (socket) => {
      const behind = socket.connectToServer();
      behind.onMessage((message) => socket.send(message.replace('"records":[]', played)));
    });
    await quickGame(page, 'trex');
    await page.click('header .who');
    assert.equal(await page.inputValue('#name'), 'Guest');
    await page.fill('#login', login);
    await page.fill('#password', 'correct horse');
    await page.press('#password', 'Enter');
    await page.waitForSelector('text=You have a seat at 1 table without an account.');
    await page.click('.button:has-text("Cancel")');
    assert.match(await text(page, 'header'), /Guest/);
    await page.press('#password', 'Enter');
    await page.click('.button:has-text("Log in anyway")');
    await page.waitForSelector(`text=Your account is “${login}”`);
    assert.equal(await page.inputValue('#name'), 'Cléo');
    await page.waitForSelector('li >> text=Download the game');
    await page.click('.button:has-text("Log out on this device")');
    await page.waitForSelector('#login');
    await page.waitForSelector('text=None yet.');
    assert.equal(await page.$('li >> text=Download the game'), null);
    fine(page);
  },

  async 'a person logged out elsewhere is informed, and finds the way back to the table'({ browser, server }) {
    const page = await person(browser, server);
    const login = `zoe${Date.now()}`;
    await introduce(page, 'Zoé');
    await ask(server, '/api/account', { login, password: 'correct horse' }, page.secret);
    const table = await fastTable(page, { game: 'trex', seats: 2, bots: [null, 'easy'] });
    assert.equal(await page.$('.ended'), null);
    const { secret } = await ask(server, '/api/login', { login, password: 'correct horse' });
    await ask(server, '/api/password', { password: 'correct horse', new: 'battery staple' }, secret);
    await page.waitForSelector('.ended >> text=You are no longer logged in on this device.');
    assert.equal(await page.evaluate(() => localStorage.getItem('ludosaure.name')), null);
    assert.doesNotMatch(await text(page, 'header'), /Zoé/);

    await page.reload();
    await page.waitForSelector('.ended');
    await page.waitForSelector('.lost');
    await page.waitForFunction(() => document.title.startsWith(document.querySelector('.lost h1').textContent));
    await page.click('.lost .button:has-text("Log in")');
    await page.fill('#login', login);
    await page.fill('#password', 'battery staple');
    await page.press('#password', 'Enter');
    await page.waitForSelector(`text=Your account is “${login}”`);
    await page.waitForSelector('.ended', { state: 'detached' });
    await page.click('header .home');
    await page.click(`a[href="/t/${table}"]`);
    await page.waitForSelector('.table-screen .side');
    fine(page);
  },

  async 'on a phone, the first hint says what it costs, and leaves the menu in reach, which leads out of the match'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone' });
    await quickGame(page, 'trex');
    for (const isFirst of [true, false]) {
      await page.click('.bar .ask:not([aria-disabled=true])');
      await page.waitForSelector('.hint');
      assert.equal((await text(page, '.hint')).includes('This game is no longer rated.'), isFirst);
      if (isFirst) await page.click('.hint .close');
    }
    const hint = await page.locator('.hint').boundingBox();
    const opener = await page.locator('.opener').boundingBox();
    assert.ok(hint.x + hint.width <= opener.x, 'the hint ends before the menu');
    await page.click('.opener');
    await page.click('nav .leave');
    await page.click('dialog .stay');
    await page.waitForSelector('dialog', { state: 'detached' });
    assert.ok(await page.evaluate(() => document.activeElement.matches('.opener')), 'the focus is back');
    await page.click('.opener');
    await page.click('nav .leave');
    await page.click('dialog .leave');
    await page.waitForSelector('.games');
    assert.equal(await page.$('nav .leave'), null);
    fine(page);
  },

  async 'a hint is shown in words, and stays while someone else chooses'(context) {
    const { ann, bob } = await annAndBob(context, { game: 'tyrannosaurus', options: { pair: 'land' } });
    await ann.click('.bar .buttons .button:not(.quiet):not([aria-disabled=true])');
    await ann.waitForSelector('.hint strong');
    assert.equal(await ann.locator('.hint code').count(), 0, 'a hint is a sentence in the language that is spoken');
    const hint = await text(ann, '.hint');
    assert.match(hint, /^Conseil : pousser le Lac vers l(e |’)\S+\. .* Jouer ce coup/);
    await ann.click('#tab-log');
    await play(bob);
    await ann.waitForSelector('.list >> text=a fait son choix en secret');
    assert.equal(await text(ann, '.hint'), hint);
    await ann.click('.hint .do');
    await ann.waitForSelector('.hint', { state: 'detached' });
    await ann.waitForSelector('.list >> text=/Vous avez.*choi/');
    assert.equal(await ann.$('.notice:not(.news)'), null);
    fine(ann, bob);
  },
};
