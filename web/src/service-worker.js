/* The service worker. It caches the files of one build, so that the page starts without a network, and it
 * shows notifications, since phones let only a worker do that. web/vite/offline.ts fills in the words in
 * capitals between double underscores.
 *
 * A build is installed completely or not at all. It waits until no page of the previous build is open, so
 * all open pages have the same files and share a hall of their own build. A page that starts while a build
 * is waiting, and is the only one open, asks it to take over. */
const FILES = new Set(__FILES__); /* paths in the page's folder; '' is the page itself */
const ENTRY = '__ENTRY__'; /* the script that the page of this build names */
const FOLDER = new URL('.', location.href).href;
const CACHES = `ludosaure ${FOLDER} `; /* folders of one host share their caches */
const CACHE = `${CACHES}__BUILD__`;
const NOT_THE_PAGE = /^(api\/|ws$|healthz$|metrics$)|\.[^/]*$/; /* as in src/server/page.c */

/* --- files ------------------------------------------------------------------------------------------ */

/* What a page asks for meanwhile comes first. */
const request = (path) => new Request(FOLDER + path, { priority: 'low', cache: path.startsWith('assets/') ? 'default' : 'no-cache' });

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES].map(request));
  const page = await (await cache.match(FOLDER)).text();
  if (page.includes(ENTRY)) return;
  await caches.delete(CACHE);
  throw new Error('the host has a newer build');
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(CACHES) && name !== CACHE) await caches.delete(name);
  await clients.claim();
}

/* The browser may have deleted the cache. */
async function file(path, wanted) {
  const cache = await caches.open(CACHE);
  return (await cache.match(FOLDER + path, { ignoreVary: true })) ?? fetch(wanted);
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));

addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method !== 'GET' || !url.startsWith(FOLDER)) return;
  const path = url.slice(FOLDER.length).replace(/[?#].*/, '');
  if (mode === 'navigate') {
    if (path === 'index.html' || !NOT_THE_PAGE.test(path)) event.respondWith(file('', event.request));
  } else if (FILES.has(path)) event.respondWith(file(path, event.request));
});

/* --- pages and notifications -------------------------------------------------------------------------- */

async function pages() {
  const all = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter(({ url }) => url.startsWith(FOLDER));
}

async function replace() {
  if ((await pages()).length === 1) await skipWaiting();
}

/* The asking page does not have the focus, but another tab may. */
async function notify(asking, { title, options }) {
  const isFocused = (page) => page.focused && page.id !== asking.id;
  if (!(await pages()).some(isFocused)) await registration.showNotification(title, options);
}

async function follow({ path, address }) {
  const [page] = await pages();
  if (!page) return clients.openWindow(address);
  page.postMessage({ path });
  return page.focus();
}

addEventListener('message', (event) => event.waitUntil(event.data.replace ? replace() : notify(event.source, event.data)));

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(follow(event.notification.data));
});
