/* The service worker. It caches the files of one build, so that the page starts without a network, and it
 * shows notifications, since phones let only a worker do that. web/vite/offline.ts fills in the words in
 * capitals between double underscores.
 *
 * A build is installed completely or not at all. It waits until no page of the previous build is open, so
 * all open pages have the same files and share a hall of their own build. A page that starts alone while a
 * build is waiting gets it at once.
 *
 * The browser may let a build take over while a page of the previous one is loading. Both work then: scripts have
 * the hash of their contents in their names, so that any build can give out those of any other, and files stay
 * until a page of this build is the only one. */
const FILES = new Set(__FILES__); /* paths in the page's folder; '' is the page itself */
const ENTRY = '__ENTRY__'; /* the script that the page of this build names */
const ASSETS = 'assets/'; /* files with a hash in their names */
const FOLDER = new URL('.', location.href).href;
const CACHES = `ludosaure ${FOLDER} `; /* folders of one host share their caches */
const CACHE = `${CACHES}__BUILD__`;
const NOT_THE_PAGE = /^(api\/|ws$|healthz$|metrics$)|\.[^/]*$/; /* as in src/server/http/page.c */

/* --- files ------------------------------------------------------------------------------------------ */

/* What a page asks for meanwhile comes first. */
const request = (path) => new Request(FOLDER + path, { priority: 'low', cache: path.startsWith(ASSETS) ? 'default' : 'no-cache' });

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES].map(request));
  const page = await (await cache.match(FOLDER)).text();
  if (page.includes(ENTRY)) return;
  await caches.delete(CACHE);
  throw new Error('the host has a newer build');
}

/* Caches are listed in the order in which they were made. A newer one is just being filled, or waits. */
async function forgetOlder() {
  const own = (await caches.keys()).filter((name) => name.startsWith(CACHES));
  for (const name of own.slice(0, Math.max(0, own.indexOf(CACHE)))) await caches.delete(name);
}

/* The browser may have deleted the cache. */
async function file(path, wanted) {
  const [address, options] = [FOLDER + path, { ignoreVary: true }];
  const own = await caches.match(address, { ...options, cacheName: CACHE });
  return own ?? (path.startsWith(ASSETS) ? await caches.match(address, options) : undefined) ?? fetch(wanted);
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method !== 'GET' || !url.startsWith(FOLDER)) return;
  const path = url.slice(FOLDER.length).replace(/[?#].*/, '');
  if (mode === 'navigate') {
    if (path === 'index.html' || !NOT_THE_PAGE.test(path)) event.respondWith(file('', event.request));
  } else if (FILES.has(path) || path.startsWith(ASSETS)) event.respondWith(file(path, event.request));
});

/* --- pages and notifications -------------------------------------------------------------------------- */

async function pages() {
  const all = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter(({ url }) => url.startsWith(FOLDER));
}

/* A closed page may still be counted for a moment. */
async function isAlone() {
  for (let tries = 0; tries < 5; tries++) {
    if ((await pages()).length === 1) return true;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return false;
}

/* A page has started, of this build if this is its script. It is loaded again only when this build is the one that answers, which
 * may take long: the browser lets the previous one finish what it is doing. Earlier builds say `true` instead of their script, and
 * their pages load themselves again. */
async function replace(page, script) {
  if (!(await isAlone())) return;
  await skipWaiting();
  if (script === FOLDER + ENTRY) await forgetOlder();
  else if (script !== true) page.postMessage({ reload: true });
}

/* The asking page does not have the focus, but another tab may. */
async function notify(asking, { title, options }) {
  const isFocused = (page) => page.focused && page.id !== asking.id;
  if (!(await pages()).some(isFocused)) await registration.showNotification(title, options);
}

/* Web Push: it is this person's turn, and no page has told them. The next message takes the place of this one. */
async function tell({ text, table }) {
  if ((await pages()).some((page) => page.focused)) return;
  const path = table ? `/t/${table}` : '/';
  const data = { path, address: FOLDER + path.slice(1) };
  await registration.showNotification('Ludosaure', { body: text, tag: 'turns', icon: `${FOLDER}icon.svg`, data });
}

async function follow({ path, address }) {
  const [page] = await pages();
  if (!page) return clients.openWindow(address);
  page.postMessage({ path });
  return page.focus();
}

addEventListener('message', (event) =>
  event.waitUntil(event.data.replace ? replace(event.source, event.data.replace) : notify(event.source, event.data)),
);

addEventListener('push', (event) => event.waitUntil(tell(event.data.json())));

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(follow(event.notification.data));
});
