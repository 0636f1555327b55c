/* Registers the service worker (src/service-worker.js), which caches the page's files and shows notifications. */
import { folder } from './host';

export const canServeItself = 'serviceWorker' in navigator && isSecureContext && !import.meta.env.DEV;

export const registerWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register(`${folder}service-worker.js`);

/** Caches this build. Switches to a newer one if it is waiting and no other page is open. */
export async function keepFiles(): Promise<void> {
  if (!canServeItself) return;
  const { serviceWorker } = navigator;
  /* A worker of another build has other files. */
  if (serviceWorker.controller) serviceWorker.addEventListener('controllerchange', () => location.reload());
  try {
    const { waiting } = await registerWorker();
    waiting?.postMessage({ replace: true });
  } catch {
    /* The browser stores nothing for this page, or there is no network. */
  }
}
