/* Web Push: a device is told of turns. Chromium's own push service cannot be reached in tests, so the page is given a subscription
 * here, and messages come to the service worker through DevTools. What a service gets from the server is in tests/server/push.py. */
import assert from 'node:assert/strict';
import { ask, becomesTrue, fastTable, introduce, isInstalled, person } from './harness.mjs';
import { company, fine, READY } from './sitting.mjs';

const DAY = 86_400;
const ENDPOINT = 'https://push.example/of/this/browser';
const account = (server, secret) => ask(server, '/api/account', { login: `p.${crypto.randomUUID()}`, password: 'correct horse' }, secret);

/** Someone with an account, whose browser subscribes as if it had a service, or fails as without one. */
async function known(context, { fails = false, ...more } = {}) {
  const page = await person(context.browser, context.server, { serviceWorker: true, ...more });
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(
    ({ endpoint, isAway }) => {
      let current = null;
      PushManager.prototype.getSubscription = async () => current;
      PushManager.prototype.subscribe = async (options) => {
        if (isAway) throw new DOMException('no push service', 'AbortError');
        globalThis.subscribedWith = options;
        /* The keys of the example in RFC 8291. */
        const keys = {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        };
        current = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => ((current = null), true) };
        return current;
      };
    },
    { endpoint: ENDPOINT, isAway: fails },
  );
  await introduce(page);
  await account(context.server, page.secret);
  return page;
}

const devices = async (page) => (await ask(page.server, '/api/push', {}, page.secret)).devices;

async function openMe(page) {
  await page.goto('/me');
  await page.click('.push summary');
  await page.waitForSelector('.device');
}

/** The browser hands its service worker a message, as if its push service had sent it. */
async function deliver(page, message) {
  const devtools = await page.context().newCDPSession(page);
  const registration = new Promise((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations.length > 0 && resolve(registrations[0])),
  );
  await devtools.send('ServiceWorker.enable');
  const { registrationId } = await registration;
  const data = JSON.stringify(message);
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: page.server.address, registrationId, data });
  await devtools.detach();
}

const shown = (page) =>
  page.evaluate(async () => {
    const list = await (await navigator.serviceWorker.ready).getNotifications();
    return list.map(({ title, body, tag }) => `${title} | ${body} | ${tag}`);
  });

export const windows = true;

export default {
  async 'push: a device is told of turns until its person wants that no longer, or logs out'(context) {
    const ann = await known(context, { size: 'phone', touch: true });
    await openMe(ann);
    await ann.click('.device button:has-text("Notify me on this device")');
    await ann.waitForSelector('text=This device tells you when it is your turn.');
    const { key } = await ask(context.server, '/api/push', {}, ann.secret);
    assert.deepEqual(await ann.evaluate(() => globalThis.subscribedWith), { userVisibleOnly: true, applicationServerKey: key });
    assert.equal(await devices(ann), 1);
    await ann.click('.device button:has-text("No longer notify me here")');
    await ann.waitForSelector('text=This device no longer notifies you.');
    assert.equal(await devices(ann), 0);
    await ann.click('.device button:has-text("Notify me on this device")');
    await ann.waitForSelector('.device button:has-text("No longer")');
    await openMe(ann);
    await ann.waitForSelector('text=This device tells you when it is your turn.');
    await ann.click('button:has-text("Log out on this device")');
    await ann.waitForSelector('#login');
    assert.equal(await ann.evaluate(() => localStorage.getItem('ludosaure.push')), null);
    fine(ann);
  },

  async 'push: what is in the way is said in plain words'(context) {
    const ann = await known(context, { fails: true, language: 'fr' });
    await openMe(ann);
    await ann.click('.device button:has-text("Me prévenir")');
    await ann.waitForSelector('text=Le service de messages de votre navigateur n’a pas répondu');
    assert.equal(await devices(ann), 0);
    await ann.addInitScript(() => {
      Notification.requestPermission = async () => 'denied';
    });
    await openMe(ann);
    await ann.click('.device button:has-text("Me prévenir")');
    await ann.waitForSelector('text=Votre navigateur n’autorise pas les messages');
    await ann.addInitScript(() => delete globalThis.PushManager);
    await openMe(ann);
    await ann.waitForSelector('text=Ce navigateur ne peut pas recevoir de messages');
    assert.equal(await ann.$('.device button'), null);
    fine(ann);
  },

  async 'push: a message is shown, leads to the table, and goes when it is seen'(context) {
    const ann = await known(context);
    const table = await fastTable(ann, { game: 'trakks', seats: 2, public: true, clock: { kind: 'days', seconds: DAY } });
    await company(context, table, ['Bob'], (secret) => account(context.server, secret));
    await ann.waitForSelector(READY);
    await ann.goto('/rules/trakks');
    await isInstalled(ann);
    /* Somebody who looks at the page needs no notification. */
    await deliver(ann, { text: 'Trakks: your turn', turns: 1, table });
    assert.deepEqual(await shown(ann), []);
    const session = await ann.context().newCDPSession(ann);
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    const other = await ann.context().newPage();
    await other.bringToFront();
    await ann.waitForFunction(() => !document.hasFocus());
    const [worker] = ann.context().serviceWorkers();
    /* The browser tells the worker later than the page. */
    const isLookedAt = () => worker.evaluate(async () => (await self.clients.matchAll({ type: 'window' })).some((page) => page.focused));
    while (await isLookedAt()) await ann.waitForTimeout(20);
    await deliver(ann, { text: 'Trakks: your turn', turns: 1, table });
    await becomesTrue(ann, async () => (await (await navigator.serviceWorker.ready).getNotifications()).length === 1);
    assert.deepEqual(await shown(ann), ['Ludosaure | Trakks: your turn | turns']);
    await worker.evaluate(async () => {
      const [notification] = await self.registration.getNotifications();
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    });
    await ann.waitForURL(`**/t/${table}`);
    /* The next one takes the place of the one before; and who is back on the page has seen it. */
    for (const turns of [2, 3]) await deliver(ann, { text: `Your turn in ${turns} games`, turns });
    await becomesTrue(ann, async () => {
      const list = await (await navigator.serviceWorker.ready).getNotifications();
      return list.length === 1 && list[0].body === 'Your turn in 3 games';
    });
    await other.close();
    await ann.bringToFront();
    await becomesTrue(ann, async () => (await (await navigator.serviceWorker.ready).getNotifications()).length === 0);
    fine(ann);
  },
};
