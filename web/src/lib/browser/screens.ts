/* The scripts of the screens. Which screens there are is up to src/screens, which nothing here may import. */
import type { Component } from 'svelte';
import type { Route } from './route.svelte';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each screen has properties of its own
type Screen = { default: Component<any> };
type ScreenName = Exclude<Route['screen'], 'home'>;

const loaders: Partial<Record<ScreenName, () => Promise<Screen>>> = {};
const fetched: Partial<Record<ScreenName, Screen>> = {};

export const addScreens = (screens: Required<typeof loaders>): void => void Object.assign(loaders, screens);

/** Keeps them: importing a script takes a while even if it is there, as the browser does it between two paintings. */
export async function fetchScreen(screen: ScreenName): Promise<Screen> {
  return (fetched[screen] ??= await loaders[screen]!());
}
