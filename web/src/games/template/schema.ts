/* The game template, as `ludosaure schema` describes it. Made by tools/from_schema.py: do not edit. */

export type View = { game: string; seats: number; options: { goal: 'high' | 'low' }; phase: 'play' | 'over'; turn: number | null; pile: Fossil[]; players: PlayerView[] };

export type Aids = {
  /** the score of each seat so far */
  points: number[];
};

export type Result = { over: boolean; scores: number[]; winners: number[] };
export type Event = Events[keyof Events];

/** '?' if the viewer may not know it */
export type Fossil = '?' | number;

export type PlayerView = { hand: Fossil[]; open: number[]; buried: Fossil | null };
export type Events = { play: { type: 'play'; seat: number; fossil: number }; bury: { type: 'bury'; seat: number; fossil: Fossil } };
