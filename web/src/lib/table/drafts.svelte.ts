/* Checks moves while a person composes them. The page knows no rules: it asks the core, compiled for
 * the browser, in this thread, so that marks follow the finger. Until the module is here, and where it
 * cannot run, there are no marks; the server decides about the move in any case. */
import wasm from 'hall:wasm';
import type { Trouble } from '../connection/protocol';
import type { Module } from '../device/module';
import type { Draft } from '../schema/module';

/** What the core says: marks of the game (docs/browser.md), and why it would refuse the move as it is. */
export interface Checked<Marks> {
  marks: Marks;
  error?: Trouble;
}

let core = $state.raw<Module | null>(null);
let fetched = false;

/** Fetches the module, once. Call it when a person begins to compose a move. */
export async function fetchCore(): Promise<void> {
  if (fetched || wasm === '') return;
  fetched = true;
  try {
    const [{ Module, NO_HALL }, { fetchProgram }] = await Promise.all([import('../device/module'), import('../device/program')]);
    core = new Module(await fetchProgram(), NO_HALL);
  } catch (error) {
    fetched = false; /* offline for a moment, perhaps */
    console.warn(error);
  }
}

/** Null if the core cannot be asked, or cannot read this view. */
export function checkDraft<Marks>(draft: Draft): Checked<Marks> | null {
  try {
    const checked = core?.draft(draft);
    return checked && Object.keys(checked.marks).length > 0 ? { ...checked, marks: checked.marks as Marks } : null;
  } catch (error) {
    console.error(error);
    core = null; /* after a trap its memory cannot be trusted */
    return null;
  }
}
