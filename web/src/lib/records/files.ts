/* Records from files: chosen, or dropped on the page. */
import { filePath, go } from '../browser/route.svelte';
import { complain } from '../words/troubles.svelte';

/* Far more than the longest match. */
const BYTES_MAX = 4_000_000;

export interface OpenedFile {
  name: string;
  /** Null: too large to be a record. */
  text: string | null;
}

/** The file, until another one is opened. */
let current: OpenedFile | null = null;
let count = 0;

export const openedFile = (): OpenedFile | null => current;

/** Reads the file and shows it; whether it is a record is seen there. */
export async function openFile(file: File): Promise<void> {
  try {
    current = { name: file.name, text: file.size > BYTES_MAX ? null : await file.text() };
    go(filePath(++count));
  } catch (error) {
    complain(error);
  }
}
