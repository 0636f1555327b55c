/* The texts of the action cards, fetched when a table needs them. */
import type { Connection } from '../../lib/connection/connection.svelte';
import { textsOnCards } from '../../lib/connection/components';
import { both, unbroken, type Both } from '../../lib/words/language.svelte';
import { complain } from '../../lib/words/troubles.svelte';

let texts = $state.raw<Record<string, Both>>({});

/** As this hall has them, or the one that is there. */
export function loadActions(hall?: Connection): void {
  Promise.all([import('texts:scale/actions'), textsOnCards('scale', hall)]).then(
    ([own, theirs]) => (texts = { ...own.default, ...theirs }),
    complain,
  );
}

/** The text of `o01`, never broken at a hyphen; empty until the texts have been fetched. */
export function action(card: string | undefined): string {
  const text = card ? texts[card] : undefined;
  return text ? unbroken(both(text)) : '';
}

/* In letters: longer ones are written smaller, so that every action has the same place. */
const LONG = 20;
export const isLong = (text: string): boolean => text.length > LONG;
