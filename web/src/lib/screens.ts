/* The screens, each in scripts of its own. The start page is small and in every page; the others are fetched when
 * they are needed. */
import type { Component } from 'svelte';
import type { Route } from './route.svelte';

type Screen = { default: Component<any> };

const screens: Record<Exclude<Route['screen'], 'home'>, () => Promise<Screen>> = {
  new: () => import('../screens/New.svelte'),
  table: () => import('../screens/TableScreen.svelte'),
  replay: () => import('../screens/Replay.svelte'),
  join: () => import('../screens/Join.svelte'),
  rules: () => import('../screens/Rules.svelte'),
  learn: () => import('../screens/Learn.svelte'),
  puzzles: () => import('../screens/Puzzles.svelte'),
  puzzle: () => import('../screens/Puzzle.svelte'),
  me: () => import('../screens/Me.svelte'),
  stats: () => import('../screens/Stats.svelte'),
  about: () => import('../screens/About.svelte'),
};

const fetched: Partial<Record<keyof typeof screens, Screen>> = {};

/** Keeps them: importing a script takes a while even if it is there, as the browser does it between two paintings. */
export async function fetchScreen(screen: keyof typeof screens): Promise<Screen> {
  return (fetched[screen] ??= await screens[screen]());
}
