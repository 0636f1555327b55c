/* The scripts of the screens. Which screens there are is up to src/screens, which nothing here may import. */
import type { Component } from 'svelte';
import type { Route } from './route.svelte';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each screen has properties of its own
type Screen = { default: Component<any> };
/** A table on this device has scripts of its own: several people may share it. */
type ScreenName = Exclude<Route['screen'], 'home'> | 'device_table';

const loaders: Partial<Record<ScreenName, () => Promise<Screen>>> = {};
const fetched: Partial<Record<ScreenName, Screen>> = {};

export const addScreens = (screens: Required<typeof loaders>): void => void Object.assign(loaders, screens);

/** The screen that a route leads to, but for the start page, which is always there. */
export const screenOf = (route: Exclude<Route, { screen: 'home' }>): ScreenName =>
  route.screen === 'table' && route.here ? 'device_table' : route.screen;

/** Keeps them: importing a script takes a while even if it is there, as the browser does it between two paintings. */
export async function fetchScreen(screen: ScreenName): Promise<Screen> {
  return (fetched[screen] ??= await loaders[screen]!());
}
