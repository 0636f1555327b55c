/* Notifications, in a browser with windows: Chromium's headless shell has no page out of sight. */
import assert from 'node:assert/strict';
import { annAndBob, fine, play, text } from './sitting.mjs';

/** Switches to another page, so that Chromium takes the focus away. Returns a function that switches back. */
async function lookElsewhere(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  const other = await page.context().newPage();
  await other.bringToFront();
  await page.waitForFunction(() => !document.hasFocus());
  return async () => {
    await other.close();
    await page.bringToFront();
    await page.waitForFunction(() => document.hasFocus());
  };
}

/** Asks for notifications. The service worker counts those it has shown in `shownCount`. */
async function wantNotifications(page) {
  await page.context().grantPermissions(['notifications']);
  await page.click('header nav button.icon');
  await page.getByLabel('Me prévenir').check();
  await page.keyboard.press('Escape');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  page.shownCount = 0;
  [page.worker] = page.context().serviceWorkers();
  await page.worker.evaluate(() => {
    const show = registration.showNotification.bind(registration);
    self.shownCount = 0;
    registration.showNotification = async (...words) => {
      await show(...words);
      self.shownCount++;
    };
  });
}

/** The real notifications in the browser's list, once there are this many. */
const listed = (page, count) =>
  page.evaluate(async (wanted) => {
    const registration = await navigator.serviceWorker.ready;
    let list;
    for (
      const until = Date.now() + 120_000;
      Date.now() < until && list?.length !== wanted;
      await new Promise((done) => setTimeout(done, 30))
    )
      list = await registration.getNotifications();
    return list.map(({ title, body }) => `${title} | ${body}`);
  }, count);

/** The texts of the one notification that the page now causes. The list is not read before it is shown: Chromium drops a
 * notification if its list is read while it shows it. */
async function notification(page) {
  page.shownCount++;
  await page.worker.evaluate(async (wanted) => {
    for (const until = Date.now() + 120_000; Date.now() < until && self.shownCount < wanted;)
      await new Promise((done) => setTimeout(done, 30));
  }, page.shownCount);
  return listed(page, 1);
}

/** None is listed, and none was shown since the last one. */
async function assertNone(page, why) {
  assert.deepEqual(await listed(page, 0), [], why);
  assert.equal(await page.worker.evaluate(() => self.shownCount), page.shownCount, why);
}

export const windows = true;

export default {
  async 'a notification on your turn while the table is not visible, and only then'(context) {
    const { ann, bob, table } = await annAndBob(context, { game: 'trakks' });
    await wantNotifications(ann);
    const mine = 'À vous de jouer | Trakks, avec Bob';
    await ann.waitForFunction(() => document.title === '● À vous de jouer – Trakks – Ludosaure');
    await play(ann, 'draw');
    assert.equal(await ann.title(), 'Trakks – Ludosaure');

    let comeBack = await lookElsewhere(ann);
    await assertNone(ann);
    await play(bob, 'draw');
    assert.deepEqual(await notification(ann), [mine]);
    await comeBack();
    await assertNone(ann, 'seen');

    /* No notification while the table is visible, but the header shows other tables. */
    await play(ann, 'draw');
    await ann.click('header .home');
    await play(bob, 'draw');
    await ann.waitForSelector('.own.turn');
    assert.equal(await ann.title(), '(1) Ludosaure');
    await assertNone(ann);

    /* Tapping it opens the table from any screen. */
    await ann.click('.own.turn');
    await ann.click('#tab-type');
    await play(ann, 'draw');
    await ann.click('header .home');
    comeBack = await lookElsewhere(ann);
    await assertNone(ann, 'nor did one come late');
    await play(bob, 'draw');
    assert.deepEqual(await notification(ann), [mine]);
    await ann.worker.evaluate(async () => {
      const [notification] = await self.registration.getNotifications();
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    });
    await ann.waitForURL(`**/t/${table}`);
    await assertNone(ann);
    await comeBack();
    fine(ann, bob);
  },

  async 'in simultaneous play, notifications come only when someone is waiting'(context) {
    const { ann, bob } = await annAndBob(context, { game: 'scale' });
    await wantNotifications(ann);
    const title = 'Sur une échelle de un à T-Rex – Ludosaure';
    assert.equal(await text(ann, '.bar .turn'), 'Vous jouez ensemble');
    assert.equal(await ann.title(), title);
    assert.deepEqual(await ann.$$eval('.bar .buttons .button', (buttons) => buttons.map((one) => one.innerText)), ['Conseil', 'Règles']);
    /* From another screen too, with a different text. */
    await ann.click('header .home');
    await ann.waitForSelector('.own:not(.turn)');
    const comeBack = await lookElsewhere(ann);
    await play(bob, 'answer');
    assert.deepEqual(await notification(ann), ['On attend votre réponse | Sur une échelle de un à T-Rex, avec Bob']);
    await comeBack();
    await ann.click('.own.turn');
    await ann.waitForSelector('.bar .turn.mine');
    assert.equal(await ann.title(), `● On attend votre réponse – ${title}`);
    fine(ann, bob);
  },
};
