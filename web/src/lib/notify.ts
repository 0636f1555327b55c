/* It is one's turn and one is looking elsewhere: the title says so, and a notification if wanted. */
import { say } from './language.svelte';
import { settings } from './settings.svelte';
import type { Table } from './table.svelte';

export function announceTurn(table: Table): (() => void) | undefined {
  if (!table.mayMove || !document.hidden || !settings.notify) return undefined;
  if (!('Notification' in window) || Notification.permission !== 'granted') return undefined;
  const notification = new Notification('Ludosaure', { body: say('table.your_turn'), tag: table.id });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
  return () => notification.close();
}
