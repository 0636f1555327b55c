/* What a screen puts into the frame around it. */
import type { Snippet } from 'svelte';
import type { Route } from './route.svelte';

class Frame {
  /** A table that is being created: its screen is shown already, and has no address yet. */
  beginning = $state.raw<Route | null>(null);
  /** The id of the table that was created last. */
  begun = $state('');
  /** The bar of a table, shown inside the head of the page. */
  bar = $state.raw<Snippet | null>(null);
  /** Asks whether to leave the match; null without a seat in it. */
  leave = $state.raw<(() => void) | null>(null);
  /** The table is behind a curtain: nothing may show what happened at it. */
  covered = $state(false);
  /** The dialogs that are open, the one on top last: outside of it nothing can be seen well or pressed. */
  dialogs = $state.raw<string[]>([]);
  /** The screen says itself what went wrong. */
  quiet = $state(false);
  /** On narrow screens, log and chat cover the game while this is set. */
  sheet = $state(false);
}

export const frame = new Frame();
