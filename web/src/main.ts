import './lib/browser/storage';
import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { fetchTable } from './lib/table/begin';
import { connection, device } from './lib/connection/connection.svelte';
import { askForGames } from './lib/connection/facts.svelte';
import { afterPaint, idle, soon } from './lib/browser/later.svelte';
import { keepFiles } from './lib/browser/offline';
import { route } from './lib/browser/route.svelte';
import { fetchScreen } from './lib/browser/screens';
import { settings } from './lib/browser/settings.svelte';

/* After this long the frame is drawn without it. */
const PATIENCE_MS = 2000;
const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));

/* The hall of this device is needed at once at one of its tables, or without a server. Otherwise it is fetched
 * when the page can be used. */
async function startDevice(mounted: Promise<void>): Promise<void> {
  const shown = route();
  if (shown.screen !== 'table' || !shown.here) await connection.opened();
  if (connection.online) {
    if (!settings.here && !device.wasUsed) return;
    await mounted;
    await new Promise<void>((resolve) => afterPaint(resolve));
  }
  if (!device.usable) return;
  await device.opened();
  if (shown.screen === 'home') fetchTable();
}

/* A record dropped anywhere is opened, even before the frame is drawn. */
function dropped(event: DragEvent): void {
  if (!event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file && event.type === 'drop') void import('./lib/records/files').then(({ openFile }) => openFile(file));
}
addEventListener('dragover', dropped);
addEventListener('drop', dropped);

connection.start();
/* The frame waits for the server; the scripts of its screen come meanwhile. If that fails, the frame says so. */
const first = route().screen;
if (first !== 'home') fetchScreen(first).catch(() => undefined);
/* In a task of its own: reading the scripts takes a slow machine long enough. */
const mounted = Promise.race([askForGames(), patience])
  .then(soon)
  .then(() => void mount(App, { target: document.getElementById('app')! }));
/* The service worker fetches the whole page: after what a first tap needs. */
void Promise.all([mounted, startDevice(mounted)])
  .then(idle)
  .then(keepFiles);
