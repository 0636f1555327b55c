/* Whether the window has one of the sizes of screens now. For what styles alone cannot say, such as which shared class a part has. */
import { MediaQuery } from 'svelte/reactivity';
import { SCREENS } from './breakpoints';

type Size = keyof typeof SCREENS;
const queries = new Map<Size, MediaQuery>();

function queryOf(size: Size): MediaQuery {
  const query = queries.get(size) ?? new MediaQuery(SCREENS[size]);
  queries.set(size, query);
  return query;
}

/** Reactive: read again when the window changes. */
export const isScreen = (...sizes: Size[]): boolean => sizes.some((size) => queryOf(size).current);
