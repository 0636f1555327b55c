/* The table of T-Rex, once it is known what is printed on the cards. */
import { printed } from './logic';
import TrexTable from './TrexTable.svelte';

export async function open(components: Promise<Record<string, unknown>>): Promise<{ default: typeof TrexTable }> {
  printed((await components).symbols as Record<string, string>);
  return { default: TrexTable };
}
