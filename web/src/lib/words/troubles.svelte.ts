/* What went wrong, as a sentence that goes away by itself. */
import { both, say } from './language.svelte';
import { Refusal, type Trouble } from '../connection/protocol';
import { Lost } from '../connection/connection.svelte';

interface Notice {
  id: number;
  trouble: Trouble | null;
  key: string;
  /** Of something that happened, rather than went wrong. */
  news?: () => string;
}

/* Parts of the page that could not be fetched: without a service worker, a new build takes the files of the old one away. Vite
 * reports each of them, for every import. */
const unfetched = new WeakSet<object>();
addEventListener('vite:preloadError', ({ payload }) => void unfetched.add(payload));
/* Imports whose failure nobody expects are never without a word. */
addEventListener('unhandledrejection', (event) => {
  if (!unfetched.has(event.reason as object)) return;
  event.preventDefault();
  complain(event.reason);
});

export const NOT_LOADED = 'ui.not_loaded';

function keyOf(error: unknown): string {
  if (error instanceof Lost) return 'ui.lost';
  return unfetched.has(error as object) ? NOT_LOADED : 'ui.unexpected';
}

/* Long enough to be read, and to be seen at all. */
const READ_MS = 60;
const SHOWN_LEAST_MS = 7000;

let next = 1;
export const notices = $state<Notice[]>([]);

/** The sentence for anything that was thrown. */
export function sentence(error: unknown): string {
  if (error instanceof Refusal) return both(error.trouble.text);
  return say(keyOf(error));
}

export function complain(error: unknown): void {
  const trouble = error instanceof Refusal ? error.trouble : null;
  const notice = { id: next++, trouble, key: keyOf(error) };
  if (!trouble && notice.key === 'ui.unexpected') console.error(error);
  /* Several parts are missing at once, and it does not get better by itself. */
  if (notice.key === NOT_LOADED) return void (notices.some(({ key }) => key === NOT_LOADED) || notices.push(notice));
  notices.push(notice);
  setTimeout(() => dismiss(notice.id), Math.max(SHOWN_LEAST_MS, sentence(error).length * READ_MS));
}

const NEWS_MS = 6000;
const NEWS_MAX = 3;

/** Something has happened to the people at the table. */
export function tell(news: () => string): void {
  const notice = { id: next++, trouble: null, key: '', news };
  notices.push(notice);
  for (const { id } of notices.filter((one) => one.news).slice(0, -NEWS_MAX)) dismiss(id);
  setTimeout(() => dismiss(notice.id), Math.max(NEWS_MS, news().length * READ_MS));
}

/** A match begins: who sat down before is no news any more, and would cover the table. */
export function forgetNews(): void {
  for (const { id, news } of [...notices]) if (news) dismiss(id);
}

export function dismiss(id: number): void {
  const at = notices.findIndex((notice) => notice.id === id);
  if (at >= 0) notices.splice(at, 1);
}

/** Messages of one screen are not kept for the next. */
export function forget(): void {
  notices.length = 0;
}

/** What was refused has been put right. */
export function forgetRefusals(): void {
  for (const { id, trouble } of [...notices]) if (trouble) dismiss(id);
}
