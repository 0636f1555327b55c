/* Registers the service worker (src/service-worker.js), which caches the page's files and shows notifications. */
import { folder } from './host';

export const canServeItself = 'serviceWorker' in navigator && isSecureContext && !import.meta.env.DEV;

export const registerWorker = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(`${folder}service-worker.js`);

/** Caches this build. Switches to a newer one if there is one and no other page is open. */
export async function keepFiles(): Promise<void> {
  if (!canServeItself) return;
  navigator.serviceWorker.addEventListener('message', (message) => {
    const { reload } = message.data as { reload?: true };
    if (reload) location.reload();
  });
  try {
    const { waiting, active } = await registerWorker();
    (waiting ?? active)?.postMessage({ replace: document.querySelector<HTMLScriptElement>('script[type=module]')!.src });
  } catch {
    /* The browser stores nothing for this page, or there is no network. */
  }
}
