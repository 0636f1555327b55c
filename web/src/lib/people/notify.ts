/* Notifies a person whose turn it is while they look elsewhere, if they want that. The service worker shows the
 * notification, since phones let only a worker do that. */
import { say } from '../words/language.svelte';
import { callWords, type Call } from './call';
import type { Mine } from './mine.svelte';
import { folder } from '../browser/host';
import { othersOf } from './names';
import { canServeItself, registerWorker } from '../browser/offline';
import { go, herePath, tablePath, to } from '../browser/route.svelte';
import { settings } from '../browser/settings.svelte';

export const canNotify = 'Notification' in globalThis && canServeItself;

const looksElsewhere = (): boolean => document.hidden || !document.hasFocus();

/** Asks the browser for permission, and returns whether it was given. */
export async function askToNotify(): Promise<boolean> {
  return canNotify && (await Notification.requestPermission()) === 'granted';
}

export async function announce(table: Mine, call: Call): Promise<void> {
  if (!looksElsewhere() || !settings.notify || !canNotify || Notification.permission !== 'granted') return;
  const worker = await registerWorker().then(() => navigator.serviceWorker.ready);
  const others = othersOf(table);
  const body = [say(`${table.game}.name`), others.length > 0 ? say('home.with', { names: others.join(', ') }) : ''];
  const path = tablePath(table.id, table.here);
  const data = { path, address: new URL(to(path), location.href).href };
  const options = { body: body.filter(Boolean).join(', '), tag: table.id, data, icon: `${folder}icon.svg` };
  worker.active?.postMessage({ title: callWords(table.game, call), options });
}

/* A person who is back on the page has seen them, unless they have left again before the list came. */
async function clearSeen(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  const notifications = (await worker?.getNotifications()) ?? [];
  if (looksElsewhere()) return;
  for (const notification of notifications) notification.close();
}

if (canNotify) {
  void clearSeen();
  document.addEventListener('visibilitychange', clearSeen);
  addEventListener('focus', clearSeen);
  navigator.serviceWorker.addEventListener('message', (message) => {
    const { path } = message.data as { path?: string };
    if (path !== undefined && herePath() !== path) go(path);
  });
}
