/* The game trakks, as `ludosaure schema` describes it. Made by tools/from_schema.py: do not edit. */

export type View = {
  game: string;
  seats: number;
  options: { rounds: number; penalty: 'face' | 'count'; finish: 'any' | 'placing' };
  round: number;
  rounds: number;
  starter: number;
  phase: 'turn' | 'arrow' | 'over';
  turn: number | null;
  /** groups of TILE@x,y, each with an origin of its own */
  table: string[][];
  pool: string[];
  bag: string[];
  players: Player[];
  /** by seat */
  giving: (string[] | null)[];
  passes: number;
  /** in a position: how later rounds are dealt */
  rng?: string;
};

export type Aids = {
  /** how many groups there may be */
  groups_limit: number;
  /** how many of them are kept for players who have not opened */
  groups_reserved: number;
  /** by seat: what its tiles would cost now; null for a rack that is hidden */
  rack_penalties: (number | null)[];
};

export type Result = { over: boolean; scores: number[]; winners: number[] };
export type Event = Events[keyof Events];

/** What a placing that is being composed looks like on its plane. */
export type Marks = {
  groups: number;
  /** kept for players who would still not have opened */
  groups_reserved: number;
  /** more groups than allowed (K12, K14) */
  crowded: boolean;
  flaws: {
    /** a line of two tiles that could be longer; a wrong line; a tile in no line */
    kind: 'two' | 'wrong' | 'alone';
    /** in the order of the draft */
    tiles: number[];
  }[];
};

export type Player = {
  /** ? for the tiles of another player */
  rack: string[];
  opened: boolean;
  penalty: number;
};

export type Events = {
  take: { type: 'take'; seat: number; tile: string };
  refill: { type: 'refill'; tile: string };
  draw: { type: 'draw'; seat: number; tiles: string[] };
  nothing_to_draw: { type: 'nothing_to_draw'; seat: number };
  plus: { type: 'plus'; seat: number; to: number; left: number };
  arrow: { type: 'arrow'; seat: number; left: number };
  give: { type: 'give'; seat: number; tiles: string[] };
  hand_over: { type: 'hand_over'; seats: number[] };
  nothing_handed: { type: 'nothing_handed' };
  hand: {
    type: 'hand';
    seat: number;
    to: number;
    tiles: string[];
    /** in the rack */
    left: number;
  };
  open: { type: 'open'; seat: number };
  place: { type: 'place'; seat: number; tiles: string[]; groups: number; left: number };
  pass: { type: 'pass'; seat: number; passes: number };
  round_end: { type: 'round_end'; round: number; reason: 'passes' | 'out'; seats: number[] };
  score: { type: 'score'; seat: number; penalty: number; total: number };
  round: { type: 'round'; seat: number; round: number };
  over: { type: 'over'; seats: number[] };
};
