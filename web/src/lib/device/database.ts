/* The hall's journal in IndexedDB: one row for each commit. A row is written as a whole or not at all.
 *
 * Rows are numbered by the hall. If another hall has written meanwhile, the number is taken, nothing is written, and
 * this hall ends. */
import type { Journal } from './hall';

const STORE = 'log';
/* More rows than this are joined into one when the hall starts: many small ones are slow to read. */
const ROWS_MAX = 64;

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

function join(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/* Another hall writes the journal now. */
const isOvertaken = (error: unknown): boolean => error instanceof DOMException && error.name === 'ConstraintError';

/** A journal that keeps nothing once it cannot be read or written: storage is full, or denied. */
export class JournalOrNothing implements Journal {
  private constructor(
    private journal: Journal | null,
    private lost: (error: unknown) => void,
  ) {}

  /** `lost` is called once, when nothing is kept from now on. */
  static async open(name: string, lost: (error: unknown) => void): Promise<JournalOrNothing> {
    const journal = await DatabaseJournal.open(name).catch(lost);
    return new JournalOrNothing(journal ?? null, lost);
  }

  async read(): Promise<Uint8Array> {
    return (await this.journal?.read().catch((error) => this.giveUp(error))) ?? new Uint8Array();
  }

  async append(frames: Uint8Array[]): Promise<void> {
    await this.journal?.append(frames).catch((error) => this.giveUp(error));
  }

  async replace(frames: Uint8Array[]): Promise<void> {
    await this.journal?.replace(frames).catch((error) => this.giveUp(error));
  }

  private giveUp(error: unknown): void {
    if (isOvertaken(error)) throw error;
    this.journal = null;
    this.lost(error);
  }
}

class DatabaseJournal implements Journal {
  /* The number of the latest row. */
  private last = 0;

  private constructor(private database: IDBDatabase) {}

  static async open(name: string): Promise<DatabaseJournal> {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { autoIncrement: true });
    return new DatabaseJournal(await settle(request));
  }

  async read(): Promise<Uint8Array> {
    const store = this.transaction('readonly').objectStore(STORE);
    const [numbers, rows] = await Promise.all([settle(store.getAllKeys()), settle(store.getAll())]);
    this.last = (numbers.at(-1) as number | undefined) ?? 0;
    const all = join(rows as Uint8Array[]);
    if (rows.length > ROWS_MAX) await this.replace([all]);
    return all;
  }

  /* One transaction: it is done, or it has not happened. */
  replace(frames: Uint8Array[]): Promise<void> {
    const before = IDBKeyRange.upperBound(this.last);
    const transaction = this.transaction('readwrite');
    const store = transaction.objectStore(STORE);
    store.add(join(frames), ++this.last);
    store.delete(before);
    return committed(transaction);
  }

  append(frames: Uint8Array[]): Promise<void> {
    const transaction = this.transaction('readwrite');
    transaction.objectStore(STORE).add(join(frames), ++this.last);
    transaction.commit();
    return committed(transaction);
  }

  private transaction(mode: IDBTransactionMode): IDBTransaction {
    return this.database.transaction(STORE, mode, { durability: 'strict' });
  }
}
