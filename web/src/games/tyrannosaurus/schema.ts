/* The game tyrannosaurus, as `ludosaure schema` describes it. Made by tools/from_schema.py: do not edit. */

export type View = {
  game: string;
  seats: number;
  options: { dinos: 'random' | Dino[]; pair: 'land' | 'refuge'; edge: 'refused' | 'ignored'; cards: 'fair' | 'first'; rounds: number };
  round?: number;
  rounds?: number;
  phase: 'lake' | 'volcano' | 'act' | 'panic' | 'tyrex' | 'over';
  turn: number;
  turns: number;
  /** the seat that has it */
  bone: number;
  lake: Square;
  volcano: Square;
  tyrex: Square | null;
  trees: Square[];
  players: PlayerView[];
  /** by seat: a move; ? for another player’s */
  chosen: (string | null)[];
  /** seats that still have to flee; the first is fleeing now */
  panicking: number[];
  /** when the match is over */
  winners?: number[];
};

export type Aids = {
  /** the seats in this turn’s order of play, the bone’s first */
  order: number[];
  /** those whom this phase asks, whether they have chosen or not */
  choosers: number[];
  /** from which the viewer’s direction counts */
  from: Square | null;
  /** by seat: how many cards it has left */
  hands: number[];
  /** those with most trees; in the last round of several, in all */
  leaders: number[];
  /** by seat: what its reminder card says */
  reminders: Reminder[];
  /** why the match is over */
  ending: 'last_turn' | 'one_left' | 'none_left' | null;
  /** by seat: its trees in all rounds so far */
  totals?: number[];
};

export type Result = { over: boolean; scores: number[]; winners: number[] };
export type Event = Events[keyof Events];

/** a1 to e5 */
export type Square = string;

export type Direction = 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW';
export type Dino = 'triceratops' | 'pteranodon' | 'diplodocus' | 'stegosaurus';
export type CardKind = 'move' | 'rest' | 'panic';
export type Cards = { move: number; rest: number; panic: number };

export type PlayerView = {
  dino: Dino;
  at: Square | null;
  trees: number;
  out: boolean;
  /** '?' for another player’s */
  cards: '?' | Cards;
  discards: Cards;
  removed: '?' | CardKind | null;
  /** its trees at the end of each earlier round; only in a match of several, as all values about rounds */
  earlier?: number[];
  /** the cards that it will have removed in the rounds to come */
  later?: ('?' | CardKind)[];
};

export type Reminder = {
  /** of its dinosaur at the start, before any is removed */
  cards: Cards;
  /** at the start */
  trees: number;
  /** which it may enter */
  refuge: 'lake' | 'volcano' | null;
};

export type Step = { seat: number; direction: Direction; origin: Square; square: Square };

export type Events = {
  chosen: {
    type: 'chosen';
    seat: number;
    /** a move; ? for another player’s */
    choice: string;
  };
  reveal: { type: 'reveal'; seat: number; choice: string };
  void: { type: 'void'; seat: number; choice: string; reason: string };
  lake: {
    type: 'lake';
    seat: number;
    direction: Direction;
    origin: Square;
    square: Square;
    /** the seats whose dinosaurs go along */
    carries?: number[];
  };
  lake_stays: { type: 'lake_stays'; seat: number; direction: Direction; origin: Square; square: Square; reason: string };
  volcano: { type: 'volcano'; seat: number; direction: Direction; origin: Square; square: Square; carries?: number[] };
  volcano_stays: { type: 'volcano_stays'; seat: number; direction: Direction; origin: Square; square: Square; reason: string };
  trees: { type: 'trees'; count: number; squares: Square[] };
  turn: { type: 'turn'; seat: number; turn: number };
  rest: { type: 'rest'; seat: number };
  move: { type: 'move'; seat: number; direction: Direction; origin: Square; square: Square };
  move_stays: { type: 'move_stays'; seat: number; direction: Direction; origin: Square; square: Square; reason: string };
  move_ignored: { type: 'move_ignored'; seat: number; direction: Direction; origin: Square; square: Square; reason: string };
  gift: { type: 'gift'; from: number; to: number; square: Square; from_trees: number; to_trees: number };
  loss: {
    type: 'loss';
    seat: number;
    square: Square;
    reason: string;
    /** that are left */
    trees: number;
  };
  out: { type: 'out'; seat: number };
  flight: {
    type: 'flight';
    seat: number;
    /** that flee */
    seats: number[];
  };
  flee: {
    type: 'flee';
    seat: number;
    direction: Direction;
    origin: Square;
    square: Square;
    /** the seat from which it flees */
    from: number;
  };
  flee_stays: { type: 'flee_stays'; seat: number; direction: Direction; origin: Square; square: Square; from: number; reason: string };
  tyrex: { type: 'tyrex'; seat: number; direction: Direction; origin: Square; square: Square };
  tyrex_stays: { type: 'tyrex_stays'; seat: number; direction: Direction; origin: Square; square: Square; reason: string };
  tyrex_leaves: { type: 'tyrex_leaves'; seat: number; direction: Direction; origin: Square; square: Square; reason: string };
  tyrex_returns: { type: 'tyrex_returns'; square: Square };
  harvest: { type: 'harvest'; seat: number; square: Square; trees: number };
  bone: { type: 'bone'; from: number; to: number };
  round_end: { type: 'round_end'; round: number; reason: 'last_turn' | 'one_left' | 'none_left' };
  score: {
    type: 'score';
    seat: number;
    /** in this round */
    trees: number;
    total: number;
  };
  round: { type: 'round'; seat: number; round: number };
  dino: { type: 'dino'; seat: number; dino: Dino; trees: number };
  over: {
    type: 'over';
    seats: number[];
    /** in all rounds */
    trees: number;
  };
};
