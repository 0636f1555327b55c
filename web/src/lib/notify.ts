/* It is one's turn and one is looking elsewhere: a notification, if that is wanted. */
import { say } from './language.svelte';
import type { Mine } from './mine.svelte';
import { go } from './route.svelte';
import { settings } from './settings.svelte';

export function announceTurn(table: Mine): void {
  if (!document.hidden || !settings.notify) return;
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const notification = new Notification(say(`games.${table.game}`), { body: say('ui.your_turn'), tag: table.id });
  notification.onclick = () => {
    window.focus();
    go(`/t/${table.id}`);
    notification.close();
  };
  const seen = (): void => {
    if (document.hidden) return;
    notification.close();
    document.removeEventListener('visibilitychange', seen);
  };
  document.addEventListener('visibilitychange', seen);
}
