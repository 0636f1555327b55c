/* The table of T-Rex and the figures of its rulebook, once it is known what is printed on the cards. */
import Figure from './Figure.svelte';
import { printed } from './logic';
import TrexTable from './TrexTable.svelte';

export async function open(components: Promise<Record<string, unknown>>): Promise<{ default: typeof TrexTable }> {
  printed((await components).symbols as Record<string, string>);
  return { default: TrexTable };
}

export async function openFigure(components: Promise<Record<string, unknown>>): Promise<{ default: typeof Figure }> {
  printed((await components).symbols as Record<string, string>);
  return { default: Figure };
}
