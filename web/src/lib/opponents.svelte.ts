/* The preferred computer players of each game, and their pace, kept by the browser. */
import { LEVELS, type Level } from './protocol';

const KEY = 'ludosaure.opponents';

export type Tempo = 'calm' | 'human';
export const TEMPOS: Tempo[] = ['calm', 'human'];

export interface Opponents {
  level: Level;
  tempo: Tempo;
}

function kept(): Partial<Record<string, Partial<Opponents>>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<string, Partial<Opponents>>>;
  } catch {
    return {}; /* not written by this page */
  }
}

let all = $state.raw(kept());

/** The defaults: easy and calm. */
export function opponentsIn(game: string): Opponents {
  const { level, tempo } = all[game] ?? {};
  return {
    level: level && LEVELS.includes(level) ? level : 'easy',
    tempo: tempo && TEMPOS.includes(tempo) ? tempo : 'calm',
  };
}

export function chooseOpponents(game: string, change: Partial<Opponents>): void {
  all = { ...all, [game]: { ...opponentsIn(game), ...change } };
  localStorage.setItem(KEY, JSON.stringify(all));
}
