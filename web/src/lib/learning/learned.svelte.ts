/* How far a person has come with each game, kept by the browser. */
const KEY = 'ludosaure.learned';

export interface Learned {
  /** The scene of the lesson to go on with. */
  scene?: number;
  /** The table of the first match. */
  first?: string;
  /** A coach proposes moves in it. */
  coach?: boolean;
  /** How often it has done so. */
  coached?: number;
  /** The coach has finished, and the learner has moved alone. */
  isDone?: boolean;
  /** What the first match keeps in view was put away. */
  closed?: boolean;
}

function readLearned(): Record<string, Learned> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Learned>;
  } catch {
    return {}; /* not written by this page */
  }
}

let all = $state.raw(readLearned());

export const learnedOf = (game: string): Learned => all[game] ?? {};

export function setLearned(game: string, change: Partial<Learned>): void {
  all = { ...all, [game]: { ...learnedOf(game), ...change } };
  localStorage.setItem(KEY, JSON.stringify(all));
}

/** Whether the person has never sat at a match of this game. */
export const isNew = (game: string): boolean => learnedOf(game).first === undefined;

/** The person sits at this match. */
export function satDown(game: string, table: string): void {
  if (isNew(game)) setLearned(game, { first: table });
}
