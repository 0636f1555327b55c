/* The table of Scale, and the texts of the cards in the hall that it is in. */
import type { Connection } from '../../lib/connection/connection.svelte';
import { loadActions } from './actions.svelte';
import ScaleTable from './ScaleTable.svelte';

export function open(hall?: Connection): { default: typeof ScaleTable } {
  loadActions(hall);
  return { default: ScaleTable };
}
