/* What the compiled module is asked and answers, as `ludosaure schema` describes it. Made by tools/from_schema.py: do not edit. */
import type { Both, Trouble, View, Aids, Result, Event, Why } from './protocol';

/** Instead of an answer. */
export type ModuleRefusal = {
  error: Trouble;
  /** of a record: the number of the move that cannot be made */
  move?: number;
};

/** A move that is being composed, by someone who sees this. */
export type Draft = { game: string; view: View; seat: number; move: string };

/** What to show meanwhile. Each game says what is in it. */
export type Marks = Record<string, unknown>;

export type CheckedDraft = {
  marks: Marks | Record<string, never>;
  /** why the move would be refused as it is */
  error?: Trouble;
};

/** a seat, a spectator, or someone who sees all hands */
export type Viewpoint = 'all' | number | null;

export type TurningPoint = {
  move: number;
  kind: 'part' | 'lead' | 'swing' | 'end';
  /** what a part is called, such as `round` */
  part?: string;
  /** which leads, or whose score changed */
  seat?: number;
  /** of a part; the change of a score */
  number?: number;
};

export type ReplayMove = { seat: number; events: Event[] };

/** Moves that were taken back by a seat before another one was made instead. */
export type TakenBack = { seat: number; moves: ReplayMove[] };

/** A move as a viewpoint saw it. */
export type ReplayLine = { v: number; seat: number; events: Event[]; taken_back?: TakenBack[] };

/** How the match looked after a move; before the first, `v` is 0 and there are no `seat` and `events`. */
export type ReplayMoment = PuzzleMoment & {
  v: number;
  seat?: number;
  taken_back?: TakenBack[];
  result: Result | null;
  /** for `all` */
  position?: View;
};

export type ReplayRequests = {
  /** Checks the whole record. */
  open: { cmd: 'open'; record: unknown };
  at: { cmd: 'at'; move: number; viewer: Viewpoint };
  log: { cmd: 'log'; first: number; last: number; viewer: Viewpoint };
};

export type ReplayAnswers = { open: { game: string; seats: number; moves: number; points: TurningPoint[] }; at: ReplayMoment; log: { log: ReplayLine[] } };

/** An entry of a puzzle file (docs/content.md); the program reads the rest. */
export type Puzzle = {
  stars: number;
  seat: number;
  /** how many pieces on the table a solution moves */
  effort?: number;
  position: View;
  [more: string]: unknown;
};

/** The table as the puzzle’s seat sees it. */
export type PuzzleMoment = { view: View; aids: Aids; phase: string; to_act: number[]; awaited: number[]; events?: Event[] };

export type PuzzleRequests = {
  days: {
    cmd: 'days';
    /** of puzzles */
    count: number;
    /** a day, since 1970 */
    first: number;
    last: number;
  };
  open: { cmd: 'open'; game: string; puzzle: Puzzle };
  judge: { cmd: 'judge'; game: string; puzzle: Puzzle; move: string };
  solution: { cmd: 'solution'; game: string; puzzle: Puzzle };
};

export type PuzzleAnswers = {
  days: {
    /** of the puzzle of each day; −1: none */
    numbers: number[];
    /** the first that has one */
    first_day: number;
  };
  open: { view: View; aids: Aids; phase: string; to_act: number[]; awaited: number[]; events?: Event[]; legal: string[]; open: string[] };
  judge: {
    solved: boolean;
    /** what a wrong answer gives away, in thousandths; 0 if that has no meaning */
    loss: number;
    after?: PuzzleMoment;
  };
  solution: { move: string; why: Why | null; after: PuzzleMoment };
};

/** Starts over with a record, does some steps, shows the result so far: as much of this as it says. */
export type AnalysisRequest = { record?: unknown; effort?: number; steps?: number; show?: boolean };

export type AnalysisReport = {
  /** of 1000 */
  progress: number;
  /** it is known to its end */
  curve: boolean;
  /** there is a result for the whole match */
  rough: boolean;
  analysis?: Analysis;
};

/** A sentence about a move or a seat. */
export type Remark = {
  en: string;
  fr: string;
  key: string;
  /** the values in it, separated by ", " */
  detail: string;
};

/** It says “you” to the seat that decided; to others `named`, where `{name}` is the seat’s. */
export type Reason = {
  en: string;
  fr: string;
  key: string;
  /** the values in it, separated by ", " */
  detail: string;
  named: Both;
};

export type Grade = 'none' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

/** A move, and how it compares with the expert’s. */
export type Decision = {
  seat: number;
  move: string;
  grade: Grade;
  lost: number;
  error: number;
  /** what the worst move would have given away */
  stake: number;
  best: string | null;
  /** the expert would have done nothing */
  waits: boolean;
  reason: Reason | null;
  note: Remark | null;
  effects: number[];
};

/** One of the three about a seat. */
export type StorySentence = {
  en: string;
  fr: string;
  key: string;
  /** the values in it, separated by ", " */
  detail: string;
  /** that it is about, counted from 0 */
  move: number | null;
};

export type SeatAccount = {
  name: string;
  start: number;
  deal: number;
  own: number;
  others: number;
  luck: number;
  result: number;
  grades: { none: number; good: number; inaccuracy: number; mistake: number; blunder: number };
  story: StorySentence[];
  summary: Remark | null;
};

/** The analysis of a finished match (docs/analysis.md). Chances are integers; `one` is certainty. */
export type Analysis = {
  /** the version of the format */
  analysis: number;
  game: string;
  effort: number;
  progress: number;
  one: number;
  seats: SeatAccount[];
  /** the chances of each seat before each move and at the end; they add up */
  curve: number[][];
  /** the same as each seat could judge it */
  views: number[][];
  decisions: Decision[];
};
