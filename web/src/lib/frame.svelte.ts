/* What a screen puts into the frame around it. */
import type { Snippet } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';

class Frame {
  /** The bar of a table, in the head of the page: with the head it takes one line. */
  bar = $state.raw<Snippet | null>(null);
  /** Asks whether to leave the match; null where one has no seat in it. */
  leave = $state.raw<(() => void) | null>(null);
  /** Where log and chat have no place beside the game, they lie over it while this is set. */
  sheet = $state(false);
  /** Whether there is place for them beside it. */
  readonly wide = new MediaQuery('(min-width: 1080px)');
}

export const frame = new Frame();
