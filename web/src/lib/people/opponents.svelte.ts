/* The preferred computer players of each game, and their pace, kept by the browser. */
import { gameOf, levelsOf } from '../connection/facts.svelte';
import type { Level } from '../connection/protocol';

const KEY = 'ludosaure.opponents';

export type Pace = 'calm' | 'human';
export const PACES: Pace[] = ['calm', 'human'];

export interface Opponents {
  level: Level;
  pace: Pace;
  /** Of the match, the person's own included; undefined: as many as the game suggests. */
  seats?: number;
}

/* Earlier pages stored the pace as `tempo`. */
type Kept = Partial<Record<string, Partial<Opponents & { tempo: Pace }>>>;

function readOpponents(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept;
  } catch {
    return {}; /* not written by this page */
  }
}

let all = $state.raw(readOpponents());

/** The defaults: a level that adapts, and calm. */
export function opponentsIn(game: string): Opponents {
  const { level, tempo, pace = tempo, seats } = all[game] ?? {};
  const [fewest, most] = gameOf(game)?.seats ?? [0, 0];
  return {
    ...(seats !== undefined && seats >= fewest && seats <= most ? { seats } : {}),
    level: level && levelsOf(game).includes(level) ? level : 'auto',
    pace: pace && PACES.includes(pace) ? pace : 'calm',
  };
}

export function chooseOpponents(game: string, change: Partial<Opponents>): void {
  all = { ...all, [game]: { ...opponentsIn(game), ...change } };
  localStorage.setItem(KEY, JSON.stringify(all));
}
