/* What went wrong, as a sentence that goes away by itself. */
import { both, say } from './language.svelte';
import { Refusal, type Trouble } from './protocol';
import { Lost } from './connection.svelte';

interface Notice {
  id: number;
  trouble: Trouble | null;
  key: string;
}

/* Long enough to be read, and to be seen at all. */
const READ_MS = 60;
const SHOWN_LEAST_MS = 7000;

let next = 1;
export const notices = $state<Notice[]>([]);

/** The sentence for anything that was thrown. */
export function sentence(error: unknown): string {
  if (error instanceof Refusal) return both(error.trouble.text);
  if (error instanceof Lost) return say('ui.lost');
  return say('ui.unexpected');
}

export function complain(error: unknown): void {
  const trouble = error instanceof Refusal ? error.trouble : null;
  const notice = { id: next++, trouble, key: error instanceof Lost ? 'ui.lost' : 'ui.unexpected' };
  notices.push(notice);
  if (!trouble && !(error instanceof Lost)) console.error(error);
  setTimeout(() => dismiss(notice.id), Math.max(SHOWN_LEAST_MS, sentence(error).length * READ_MS));
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
