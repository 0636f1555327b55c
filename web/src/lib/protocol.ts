/* The language of the server (docs/api.md), as types. */
import type { Both } from './language.svelte';

/** The levels that people choose from, weakest first. A game may leave some out. */
export const LADDER = ['child', 'beginner', 'casual', 'regular', 'skilled', 'strong', 'expert'] as const;
/** All levels that a table can have: also those of programs, and `auto`, which the start decides. */
export type Level = (typeof LADDER)[number] | 'auto' | 'random' | 'easy';

/** An option of a game, chosen by the host. */
export interface Option {
  default: unknown;
  values: unknown[];
  /** The numbers of seats at which it matters; without it, at all. */
  seats?: number[];
  /** Another option → a value of this one → the values of the other that go with it. */
  allows?: Record<string, Record<string, unknown[]>>;
}

/** What a page has to know of a game to show it. */
export interface Facts {
  /** Played in real time, without turns. */
  real_time: boolean;
  /** The score that wins. */
  best: 'highest' | 'lowest';
  /** The numbers of seats at which all win or lose together. */
  together: number[];
  /** Options that computer players require. */
  computers_need: Record<string, unknown> | null;
}

export interface Game {
  id: string;
  /** Fewest and most. */
  seats: [number, number];
  options: Record<string, Option>;
  facts: Facts;
  /** Those of the ladder that this game has. */
  levels: Level[];
}

export interface Person {
  id: string;
  name: string;
  login: string | null;
}

export interface Seat {
  /** Not of a computer player, nor of someone who was deleted. */
  person?: string;
  level?: Level;
  /** The start of the match decided the level. */
  auto?: boolean;
  name: string;
  /** Whose seat a computer player has taken over during the match. */
  replaces?: { person?: string; name: string };
}

export interface Clock {
  kind: 'none' | 'move' | 'game';
  seconds?: number;
}

export interface Info {
  id: string;
  game: string;
  seats: number;
  options: Record<string, unknown>;
  public: boolean;
  takeover: boolean;
  hints: boolean;
  chat: boolean;
  open_hands_after: boolean;
  autostart: boolean;
  clock: Clock;
  pace: 'human' | 'fast';
  host: { person?: string; name: string };
  created: number;
  state: 'waiting' | 'playing' | 'over' | 'closed';
  seat: (Seat | null)[];
  seed_hash: string;
  seed: string | null;
  rematch: string | null;
  /** As things are, the match counts for ratings. */
  rated: boolean;
  /** What the match started from, if not from a new deal. */
  origin?: { record: string | null; move: number } | { lesson: string | null; scene: number };
  v: number;
}

export interface Result {
  over: boolean;
  scores: number[];
  winners: number[];
  [more: string]: unknown;
}

export interface GameEvent {
  type: string;
  seat?: number;
  [more: string]: unknown;
}

/* A view of any game; each game's folder says more of its own. */
export type View = Record<string, unknown> & { game: string; seats: number; phase: string };

/* What follows from a view (docs/referee.md, “Options, facts and aids”): the game works it out, the page draws it.
 * Each game's folder says what its own are. */
export interface Aids {
  /** By seat, of a game in real time: what the others wait for from it. */
  calls?: (string | null)[];
  [more: string]: unknown;
}

export interface Moment {
  view: View | null;
  aids: Aids | null;
  phase: string | null;
  to_act: number[] | null;
  /** Those among them without whom the match cannot go on. */
  awaited: number[] | null;
  legal: string[] | null;
  open: string[] | null;
  left: number[] | null;
  running?: number[];
  result: Result | null;
  position?: View;
}

export interface Said {
  person: string;
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

export interface TablePush extends Moment {
  push: 'table';
  table: string;
  v: number;
  info: Info;
  you: number | null;
  /** The seats that this person may take now. */
  may_sit: number[];
  online: boolean[];
  spectators: number;
  chat: Said[];
  /** People whom this person has muted; their lines are not in `chat`. */
  muted: { person: string; name: string }[];
}

export interface StepPush extends Moment {
  push: 'step';
  table: string;
  v: number;
  kind: 'move' | 'sit' | 'stand' | 'bot' | 'start' | 'close' | 'rematch' | 'hint';
  seat: number | null;
  by?: 'person' | 'computer' | 'clock';
  events?: GameEvent[];
  /** Who had the seat and who has it now: of `sit`, `stand` and `bot`. */
  before?: Seat | null;
  after?: Seat | null;
  info?: Info;
  may_sit?: number[];
}

export type Push =
  | TablePush
  | StepPush
  | { push: 'online'; table: string; online: boolean[]; spectators: number }
  | ({ push: 'chat'; table: string } & Said)
  | { push: 'gesture'; table: string; seat: number; x: number; y: number; power: number }
  | { push: 'stop' }
  | { push: 'who' };

export interface Trouble {
  code: string;
  rule: string | null;
  text: Both;
}

export class Refusal extends Error {
  constructor(public trouble: Trouble) {
    super(trouble.text.en);
  }
}
