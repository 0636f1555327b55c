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
import { fetchScreen, screenOf } from './lib/browser/screens';
import { settings } from './lib/browser/settings.svelte';

/* After this long the frame is drawn without it. */
const PATIENCE_MS = 2000;
const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));

/* The hall of this device starts together with the page, in threads of its own: what the page needs to be seen is here or on its way
 * by now. So the hall is open when somebody taps. Where nobody wants it, it is for the case that there is no server. */
async function startDevice(mounted: Promise<void>): Promise<void> {
  const shown = route();
  const isWanted = settings.here || device.wasUsed || (shown.screen === 'table' && shown.here);
  if (!isWanted) await connection.untilSettled();
  if (!device.usable || (!isWanted && connection.online)) return;
  if (shown.screen === 'home') void mounted.then(() => afterPaint(() => fetchTable('', device)));
  await device.untilSettled();
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
const first = route();
if (first.screen !== 'home') fetchScreen(screenOf(first)).catch(() => undefined);
/* In a task of its own: reading the scripts takes a slow machine long enough. */
const mounted = Promise.race([askForGames(), patience])
  .then(soon)
  .then(() => void mount(App, { target: document.getElementById('app')! }));
/* The service worker fetches the whole page: after what a first tap needs. */
void Promise.all([mounted, startDevice(mounted)])
  .then(idle)
  .then(keepFiles);
