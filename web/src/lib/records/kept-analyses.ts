/* Analyses that this browser has made, so that none is made twice. The key is a hash of the record and of the
 * addresses of the module, its texts and what it has learned: another version may judge or speak otherwise. Where nothing can be stored, or
 * hashed (outside of secure contexts), every analysis is made anew. */
import minds from 'hall:minds';
import texts from 'hall:texts';
import wasm from 'hall:wasm';
import type { Analysis } from './analysis';

const NAME = 'ludosaure.analyses';
const STORE = 'analyses';
const KEPT_MOST = 40;

interface Kept {
  key: string;
  at: number;
  analysis: Analysis;
}

const settle = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('at', 'at');
  return settle(request);
}

/** Does something with the store, in a transaction of its own. */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    return await work(database.transaction(STORE, mode).objectStore(STORE));
  } finally {
    database.close();
  }
}

async function keyOf(record: object): Promise<string> {
  const bytes = new TextEncoder().encode(wasm + texts + minds.join() + JSON.stringify(record));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function keptAnalysis(record: object): Promise<Analysis | null> {
  try {
    const key = await keyOf(record);
    const kept = await inStore('readonly', (store) => settle(store.get(key) as IDBRequest<Kept | undefined>));
    return kept?.analysis ?? null;
  } catch {
    return null;
  }
}

/** Keeps an analysis, and the latest others. */
export async function keepAnalysis(record: object, analysis: Analysis): Promise<void> {
  try {
    const key = await keyOf(record);
    await inStore('readwrite', async (store) => {
      await settle(store.put({ key, at: Date.now(), analysis } satisfies Kept));
      const keys = await settle(store.index('at').getAllKeys());
      for (const old of keys.slice(0, Math.max(0, keys.length - KEPT_MOST))) store.delete(old);
    });
  } catch {
    /* It can be made again. */
  }
}
