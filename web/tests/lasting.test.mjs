/* Interruptions that people should not notice: the server is killed and restarted, or the network goes silent. */
import assert from 'node:assert/strict';
import { fastTable, person } from './harness.mjs';

export default {
  async 'kill -9 in the middle of a game: the page goes on by itself'({ browser, server }) {
    const page = await person(browser, server);
    await fastTable(page, { game: 'trex', seats: 2, bots: [null, 'easy'] });
    await page.click('#tab-type');
    const play = async () => {
      await page.waitForSelector('.type .button:enabled');
      const move = await page.$eval('#legal-moves option', (option) => option.value);
      await page.fill('#typed', move);
      await page.press('#typed', 'Enter');
    };
    await play();
    await page.waitForFunction(() => document.querySelector('#typed').value === '');
    await page.waitForSelector('.type .button:enabled');
    await server.kill();
    /* A move made while the server is down is sent when it is back. */
    await play();
    await page.waitForSelector('.offline');
    await server.start();
    await page.waitForSelector('.offline', { state: 'detached' });
    await page.waitForFunction(() => document.querySelector('#typed').value === '');
    await play();
    await page.waitForFunction(() => document.querySelector('#typed').value === '');
    assert.equal(await page.$('.notice:not(.news)'), null);
    assert.deepEqual(page.troubles, []);
  },

  async 'a server whose database is away: the page asks until it is let in'({ browser, server }) {
    const page = await person(browser, server);
    const refused = { hello: 0, watch: 0 }; /* how many more requests are refused */
    let latest;
    await page.routeWebSocket('**/ws', (socket) => {
      const behind = (latest = socket).connectToServer();
      socket.onMessage((message) => {
        const { id, cmd } = JSON.parse(message);
        if (!(refused[cmd] > 0)) return behind.send(message);
        refused[cmd]--;
        socket.send(
          JSON.stringify({ id, ok: false, error: { code: 'unavailable', rule: null, text: { en: 'Later.', fr: 'Plus tard.' }, at: null } }),
        );
      });
    });
    const move = async () => {
      await page.waitForSelector('.type .button:enabled');
      await page.fill('#typed', await page.$eval('#legal-moves option', (option) => option.value));
      await page.press('#typed', 'Enter');
    };
    const isLetIn = async () => {
      await page.waitForSelector('.offline >> text=The server cannot answer right now');
      await page.waitForSelector('.offline', { state: 'detached' });
      assert.deepEqual(refused, { hello: 0, watch: 0 });
    };
    await fastTable(page, { game: 'trex', seats: 2, bots: [null, 'easy'] });
    Object.assign(refused, { hello: 2, watch: 1 });
    await page.reload();
    await isLetIn();
    await page.click('#tab-type');
    await page.waitForSelector('.type .button:enabled');

    /* A move made meanwhile is sent as soon as the table is watched again. */
    Object.assign(refused, { hello: 1, watch: 2 });
    await latest.close();
    await move();
    await isLetIn();
    await page.waitForFunction(() => document.querySelector('#typed').value === '');
    assert.equal(await page.$('.notice:not(.news)'), null);
    assert.deepEqual(page.troubles, []);
  },

  async 'a new version on the server: what the page cannot fetch any more is said, with a way to reload'({ browser, server }) {
    const page = await person(browser, server);
    await fastTable(page, { game: 'trex', seats: 2, bots: [null, 'easy'] });
    const gone = '**/assets/**';
    await page.route(gone, (route) => route.fulfill({ status: 404 }));
    const isSaid = '.notice:has-text("Part of this page failed to load.")';
    const dropFile = () =>
      page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['{}'], 'record.json'));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      });
    const settings = 'header [title=Settings]';
    for (const open of [() => page.click(settings), () => page.click('.bar .rulebook'), dropFile, () => page.click(settings)]) {
      await open();
      await page.waitForSelector(isSaid);
      await page.click(`${isSaid} [aria-label=Close]`);
      await page.waitForSelector(isSaid, { state: 'detached' });
    }
    await page.click('header .home');
    await page.click('header .who');
    await page.waitForSelector('[role=alert] >> text=Part of this page failed to load.');
    await page.goBack();
    await page.click(settings);
    await page.unroute(gone);
    await page.click(`${isSaid} >> text=Reload`);
    await page.waitForSelector('.games button:enabled');
    await page.click(settings);
    await page.waitForSelector('dialog[open] h2 >> text=Settings');
    assert.deepEqual(page.troubles, []);
  },

  async 'a network that goes silent: the page continues over another connection'({ browser, server }) {
    const page = await person(browser, server);
    const lines = [];
    await page.routeWebSocket('**/ws', (socket) => {
      const behind = socket.connectToServer();
      const line = { silent: false };
      lines.push(line);
      socket.onMessage((message) => line.silent || behind.send(message));
      behind.onMessage((message) => line.silent || socket.send(message));
      socket.onClose(() => line.silent || behind.close());
      behind.onClose(() => line.silent || socket.close());
    });
    /* The page's clock runs ahead until there is another connection. */
    await page.clock.install();
    const another = async (count) => {
      for (let seconds = 0; lines.length < count; seconds++) {
        assert.ok(seconds < 60, 'nothing was noticed');
        await page.clock.runFor(1000);
      }
    };
    await fastTable(page, { game: 'trex', seats: 2, bots: [null, 'easy'] });
    await page.click('#tab-type');
    await page.waitForSelector('.type .button:enabled');
    lines[0].silent = true;
    await page.fill('#typed', await page.$eval('#legal-moves option', (option) => option.value));
    await page.press('#typed', 'Enter');
    await page.waitForFunction(() => document.querySelector('.type button:not([type]):disabled'));
    await another(2);
    /* The move that never arrived is sent again, and the next one works too. */
    await page.waitForFunction(() => document.querySelector('#typed').value === '');
    await page.waitForSelector('.type .button:enabled');

    /* Coming back to the page also checks the connection. */
    lines[1].silent = true;
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await another(3);
    /* Without this, a person waiting for others would wait forever. */
    lines[2].silent = true;
    await another(4);
    await page.fill('#typed', await page.$eval('#legal-moves option', (option) => option.value));
    await page.press('#typed', 'Enter');
    await page.waitForFunction(() => document.querySelector('#typed').value === '');
    assert.equal(await page.$('.notice:not(.news)'), null);
    assert.deepEqual(page.troubles, []);
  },

  async 'a chat line and a new table after a restart'({ browser, server }) {
    const page = await person(browser, server);
    await page.goto('/');
    await page.click('.game.trex .button.main:enabled');
    await page.waitForSelector('.table-screen .side');
    const name = await page.textContent('header .who');
    await server.kill('SIGTERM');
    await page.waitForSelector('.offline');
    await server.start();
    await page.waitForSelector('.offline', { state: 'detached' });
    await page.click('#tab-chat');
    await page.fill('#say', 'still here');
    /* A new connection has not said hello yet. */
    while ((await page.inputValue('#say')) !== '') {
      await page.press('#say', 'Enter');
      await page.waitForTimeout(100);
    }
    await page.waitForSelector('.list >> text=still here');
    await page.click('header .home');
    await page.click('.game.trakks .button.main:enabled');
    await page.waitForSelector('.table-screen .side');
    assert.equal(await page.textContent('header .who'), name);
    assert.deepEqual(page.troubles, []);
  },

  async 'after a reload the log tells what happened before'({ browser, server }) {
    const page = await person(browser, server);
    await fastTable(page, { game: 'trex', seats: 2, bots: [null, 'easy'] });
    const log = async () => {
      await page.click('#tab-log');
      await page.waitForSelector('.list li:not(.soft)');
      return page.locator('.list li').allTextContents();
    };
    for (let move = 0; move < 3; move++) {
      await page.click('#tab-type');
      await page.waitForSelector('.type button:not([type]):enabled');
      await page.fill('#typed', await page.$eval('#legal-moves option', (option) => option.value));
      await page.press('#typed', 'Enter');
      await page.waitForFunction(() => document.querySelector('#typed').value === '');
    }
    await page.waitForSelector('.type button:not([type]):enabled');
    const before = await log();
    assert.ok(before.length >= 6, before.join('\n'));
    await page.reload();
    assert.deepEqual(await log(), before);
    assert.deepEqual(page.troubles, []);
  },
};
