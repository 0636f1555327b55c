/* Somebody is waited for and looks elsewhere: a notification, if that is wanted. A worker shows it
 * (public/notify.js), as phones want it so. */
import { say } from './language.svelte';
import { callWords, type Call } from './call';
import type { Mine } from './mine.svelte';
import { go, tablePath } from './route.svelte';
import { settings } from './settings.svelte';

export const canNotify = 'Notification' in globalThis && 'serviceWorker' in navigator && isSecureContext;

const looksElsewhere = (): boolean => document.hidden || !document.hasFocus();

/** Asks the browser for permission, and returns whether it was given. */
export async function askToNotify(): Promise<boolean> {
  return canNotify && (await Notification.requestPermission()) === 'granted';
}

export async function announce(table: Mine, call: Call): Promise<void> {
  if (!looksElsewhere() || !settings.notify || !canNotify || Notification.permission !== 'granted') return;
  const worker = await navigator.serviceWorker.register('/notify.js').then(() => navigator.serviceWorker.ready);
  const body = [say(`${table.game}.name`), table.others.length > 0 ? say('home.with', { names: table.others.join(', ') }) : ''];
  const options = { body: body.filter(Boolean).join(', '), tag: table.id, data: tablePath(table.id, table.here), icon: '/icon.svg' };
  worker.active?.postMessage({ title: callWords(table.game, call), options });
}

/* Somebody who is back on the page has seen it. */
async function seen(): Promise<void> {
  if (looksElsewhere() || !settings.notify) return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const notification of (await worker?.getNotifications()) ?? []) notification.close();
}

if (canNotify) {
  document.addEventListener('visibilitychange', seen);
  addEventListener('focus', seen);
  navigator.serviceWorker.addEventListener('message', (message) => {
    const { path } = message.data as { path: string };
    if (location.pathname !== path) go(path);
  });
}
