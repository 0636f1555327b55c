/* The public pages of the people at a public table. */
import type { Table } from './table.svelte';

/** By seat, asked again when somebody sits down or leaves. To be called while a component is made. */
export function pagesAt(table: Table): { readonly list: (string | null)[] } {
  let list = $state.raw<(string | null)[]>([]);
  const people = $derived(table.info?.public && !table.hall.isDevice ? table.info.seat.map((seat) => seat?.person).join() : '');
  $effect(() => {
    if (people)
      table.ask('pages').then(
        ({ pages }) => (list = pages),
        () => undefined,
      );
  });
  return {
    get list() {
      return people ? list : [];
    },
  };
}
