/* The game scale, as `ludosaure schema` describes it. Made by tools/from_schema.py: do not edit. */

export type View = {
  game: string;
  seats: number;
  options: { first_game: boolean; mode: 'room' | 'stage' };
  phase: 'play' | 'pick' | 'vote' | 'over';
  actions: { orange: string; blue: string; yellow: string };
  action_piles: { orange: string[]; blue: string[]; yellow: string[] };
  action_discards: { orange: string[]; blue: string[]; yellow: string[] };
  number_pile: string[];
  number_discards: string[];
  good: number;
  bad: number;
  lid: number;
  players: Player[];
  tied: number[];
  picked: Colour[];
  votes: (number | null)[];
  /** in a position: how later shuffles turn out */
  rng?: string;
};

export type Aids = {
  /** by seat: good tokens less bad ones */
  totals: number[];
  /** those with the highest total; empty in cooperative games */
  leaders: number[];
  /** by seat: the seats that have laid a card before it */
  offers: number[][];
  /** by seat: what the others wait for from it */
  calls: (string | null)[];
  ending: 'won' | 'lost' | 'good_gone' | 'bad_gone' | null;
  /** how a shared first place was settled */
  tie: 'vote' | 'vote_shared' | 'all' | null;
  /** what the viewer has to perform */
  part: Part | null;
};

export type Result = {
  over: boolean;
  scores: number[];
  winners: number[];
  /** with two players */
  won?: boolean;
};

export type Event = Events[keyof Events];
export type Colour = 'orange' | 'blue' | 'yellow';
export type Reply = 'match' | 'nomatch';
export type Closeness = 'equal' | 'close' | 'none';

export type Player = {
  /** o6, xs while choosing, ? for another player’s */
  card: string | null;
  good: number;
  bad: number;
  /** the seat before which the card lies */
  offer: number | null;
  /** with two players */
  answer: Reply | null;
  swapping: boolean;
};

export type Part = {
  level: number;
  /** whose actions are performed */
  colours: Colour[];
};

export type Events = {
  offer: { type: 'offer'; seat: number; to: number };
  redirect: { type: 'redirect'; seat: number; from: number; to: number };
  withdraw: { type: 'withdraw'; seat: number; to: number };
  lapse: { type: 'lapse'; seat: number; to: number };
  change: {
    type: 'change';
    seat: number;
    /** ? for another player’s */
    card: string;
  };
  answer: { type: 'answer'; seat: number; answer: Reply };
  reveal: { type: 'reveal'; seats: [number, number]; cards: [string, string]; match: Closeness };
  good: {
    type: 'good';
    seats: number[];
    /** for each */
    count: number;
  };
  bad: {
    type: 'bad';
    seats: number[];
    /** for each */
    count: number;
  };
  box: {
    type: 'box';
    token: 'good' | 'bad';
    /** that were lacking */
    count: number;
  };
  right: { type: 'right'; answer: Reply; count: number; lid: number };
  wrong: { type: 'wrong'; answer: Reply };
  draw: {
    type: 'draw';
    seat: number;
    /** ? for another player’s */
    card: string;
    left: number;
  };
  multicolour: { type: 'multicolour'; seat: number; left: number };
  swap: { type: 'swap'; seat: number; card: string; colour: Colour; old: string; new: string };
  reshuffle: { type: 'reshuffle'; count: number };
  reshuffle_actions: { type: 'reshuffle_actions'; colour: Colour; count: number };
  tie: { type: 'tie'; seats: number[] };
  pick: { type: 'pick'; seat: number; colours: Colour[]; actions: string[] };
  vote: { type: 'vote'; seat: number; to: number };
  end: { type: 'end'; seats: number[]; scores: number[] };
  won: { type: 'won'; lid: number };
  lost: { type: 'lost'; lid: number };
};
