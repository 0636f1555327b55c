/* Records from files: chosen, or dropped on the page. */
import { filePath, go } from './route.svelte';
import { complain } from './troubles.svelte';

/* Far more than the longest match. */
const BYTES_MAX = 4_000_000;

/** What is in the file, until another one is opened. */
let opened: string | null = null;
let count = 0;

export const openedFile = (): string | null => opened;

/** Reads the file and shows it; whether it is a record is seen there. */
export async function openFile(file: File): Promise<void> {
  try {
    opened = file.size > BYTES_MAX ? '' : await file.text();
    go(filePath(++count));
  } catch (error) {
    complain(error);
  }
}
