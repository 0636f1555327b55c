/* The screens, each in scripts of its own. The start page is small and in every page; the others are fetched when
 * they are needed. */
import { addScreens } from '../lib/browser/screens';
import { gameDisplay } from '../lib/table/games';
import { hasLesson } from '../lib/learning/lesson-files';
import type { Route } from '../lib/browser/route.svelte';

addScreens({
  new: () => import('./New.svelte'),
  table: () => import('./TableScreen.svelte'),
  device_table: () => import('./DeviceTable.svelte'),
  replay: () => import('./Replay.svelte'),
  join: () => import('./Join.svelte'),
  rules: () => import('./Rules.svelte'),
  learn: () => import('./Learn.svelte'),
  print: () => import('./Print.svelte'),
  puzzles: () => import('./Puzzles.svelte'),
  puzzle: () => import('./Puzzle.svelte'),
  person: () => import('./Person.svelte'),
  me: () => import('./Me.svelte'),
  stats: () => import('./Stats.svelte'),
  study: () => import('./Study.svelte'),
  about: () => import('./About.svelte'),
  missing: () => import('./Missing.svelte'),
});

/** This route, unless it names a game that is not known here, or has no lesson to learn it. */
export function existing(asked: Route): Route {
  const game = 'game' in asked ? asked.game : null;
  const exists = !game || (gameDisplay(game) && (asked.screen !== 'learn' || hasLesson(game)));
  return exists ? asked : { screen: 'missing' };
}
