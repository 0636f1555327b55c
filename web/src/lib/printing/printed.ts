/* What each game gives to be printed, found in its folder: apart from `game.ts`, which is part of every page. */
import { tables } from 'texts:games';
import prints from 'texts:prints';
import { learn } from '../words/language.svelte';
import type { Printed } from './sheets';

const files = import.meta.glob<Printed>('../../games/*/print.ts');
const components = import.meta.glob<Record<string, unknown>>('../../../../data/components/*.json', { import: 'default' });

/** With its sentences, and those of its table; null if only its rulebook is printed. */
export async function printedGame(id: string): Promise<Printed | null> {
  const [own, table, printed] = await Promise.all([prints[id]!(), tables[id]!(), files[`../../games/${id}/print.ts`]?.()]);
  learn({ [id]: { ...table.default, ...own.default } });
  return printed ?? null;
}

/** Whether the components in use are those that its rulebook speaks of. */
export async function asInRulebook(id: string, inUse: Record<string, unknown>): Promise<boolean> {
  const own = await components[`../../../../data/components/${id}.json`]?.();
  return own === undefined || JSON.stringify(own) === JSON.stringify(inUse);
}
