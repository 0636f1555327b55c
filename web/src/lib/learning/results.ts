/* What somebody has done with the puzzles, kept by the browser, and the days in a row. */
const KEY = 'ludosaure.puzzles';

export interface PuzzleResult {
  /** Answers so far, the right one included. Illegal moves do not count. */
  tries: number;
  seconds: number;
  hinted: boolean;
  /** The solution was looked at before the puzzle was solved: it does not count. */
  shown: boolean;
  /** The day on which it was solved; null: not yet. */
  on: number | null;
}

type Results = Record<string, Record<string, PuzzleResult>>;

const fresh = (): PuzzleResult => ({ tries: 0, seconds: 0, hinted: false, shown: false, on: null });

function isResult(value: unknown): value is PuzzleResult {
  const { tries, seconds, hinted, shown, on } = (value ?? {}) as Partial<PuzzleResult>;
  return (
    Number.isInteger(tries) &&
    typeof seconds === 'number' &&
    typeof hinted === 'boolean' &&
    typeof shown === 'boolean' &&
    (on === null || Number.isInteger(on))
  );
}

function readResults(): Results {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Results;
    return kept && typeof kept === 'object' ? kept : {};
  } catch {
    return {}; /* not written by this page */
  }
}

/** The result of the puzzle of a day; a fresh one if it was never opened. */
export function resultOf(game: string, day: number): PuzzleResult {
  const kept = readResults()[game]?.[day];
  return isResult(kept) ? kept : fresh();
}

export function keepResult(game: string, day: number, result: PuzzleResult): void {
  const all = readResults();
  all[game] = { ...all[game], [day]: result };
  localStorage.setItem(KEY, JSON.stringify(all));
}

/** Solved, and not just looked up. */
export const counts = ({ on, shown }: PuzzleResult): boolean => on !== null && !shown;

/** How many days in a row, up to today, a puzzle was solved on its own day: one of any game is enough. Today counts
 * when it is done, and breaks nothing before. */
export function streak(today: number): number {
  const solved = new Set<number>();
  for (const days of Object.values(readResults()))
    for (const [day, result] of Object.entries(days ?? {}))
      if (isResult(result) && counts(result) && result.on === Number(day)) solved.add(Number(day));
  let first = solved.has(today) ? today : today - 1;
  let length = 0;
  while (solved.has(first--)) length++;
  return length;
}
