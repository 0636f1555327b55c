/* Web Push: this device tells a person that it is their turn in a match over days, also while no page is open. The browser subscribes
 * at its maker's service with the server's key; the service worker shows what comes. */
import { connection } from '../connection/connection.svelte';
import { canServeItself, registerWorker } from '../browser/offline';
import { language } from '../words/language.svelte';
import { canNotify } from './notify';

/* The person whom this device tells. */
const PLACE = 'ludosaure.push';

export const canBeTold = canNotify && canServeItself && 'PushManager' in globalThis;

export const isTold = (): boolean => connection.person !== null && localStorage.getItem(PLACE) === connection.person.id;

/** On a device that others use, nobody finds it afterwards. The server forgets the device with the session. */
export const forgetDevice = (): void => localStorage.removeItem(PLACE);

const ready = (): Promise<ServiceWorkerRegistration> => registerWorker().then(() => navigator.serviceWorker.ready);

/** Subscribes, and tells the server. An earlier subscription may be of another key, or of another person. */
export async function beTold(serverKey: string): Promise<void> {
  const { pushManager } = await ready();
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
  const { endpoint, keys } = subscription.toJSON();
  await connection.ask('push', { endpoint: endpoint!, key: keys!.p256dh!, auth: keys!.auth!, language: language() });
  localStorage.setItem(PLACE, connection.person!.id);
}

export async function beToldNoLonger(): Promise<void> {
  const subscription = await (await ready()).pushManager.getSubscription();
  forgetDevice();
  if (!subscription) return;
  await connection.ask('push', { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}
