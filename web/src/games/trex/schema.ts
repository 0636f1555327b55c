/* The game trex, as `ludosaure schema` describes it. Made by tools/from_schema.py: do not edit. */

export type View = {
  game: string;
  seats: number;
  options: { meteor_compare: 'number' | 'rank'; owner_meteor: 'ends' | 'extends' };
  round: number;
  phase: Phase;
  turn: number | null;
  strong: Colour;
  weak: Colour;
  aside: Colour[];
  eggs: (Colour | null)[];
  /** colours, hidden */
  egg_piles: string[][];
  meteor: Play | null;
  /** of this round, oldest first */
  plays: Play[];
  /** the seats, strongest first, when the round has ended */
  ranking: number[] | null;
  players: Player[];
};

export type Aids = {
  /** by seat */
  piles: (Pile | null)[];
  /** those who have played, the strongest first */
  standings: Standing[];
  /** the seats in the order in which they play */
  lap: LapStop[];
  points: number[];
  /** by seat: what each of the two eggs on offer would add; empty while none are */
  gains: number[][];
  /** the meteors in the viewer’s hand that would take the lead */
  leading: CardText[];
  to_beat: ToBeat | null;
  /** those with most points */
  leaders: number[];
  /** those who still have to remove a card, the next first */
  removing: number[];
  /** by seat: what everybody may remember */
  memory: Memory[];
  /** of a match */
  rounds: number;
};

export type Result = {
  over: boolean;
  scores: number[];
  winners: number[];
  /** the sums of T22 */
  remaining: number[];
};

export type Event = Events[keyof Events];
export type Colour = 'yellow' | 'blue' | 'brown' | 'green' | 'red';

/** y6, n13, …, ch (Chamaelosaurus), ms (meteor shower), or ? for a card that the viewer may not know */
export type CardText = string;

export type Phase = 'play' | 'egg' | 'remove' | 'trump' | 'over';
export type Play = { seat: number; card: CardText };

export type Player = {
  hand: CardText[];
  deck: CardText[];
  out: CardText[];
  eggs: Colour[];
  /** those that have been played at least once */
  seen: CardText[];
};

export type Rank = 'strong' | 'middle' | 'weak' | 'nothing';

export type Standing = {
  seat: number;
  rank: Rank;
  /** as strong as the next one in the order, and only ahead because played later */
  later: boolean;
};

export type LapStop = {
  seat: number;
  state: 'done' | 'now' | 'waiting' | 'passed';
  /** the owner of the leading meteor closes the lap */
  last: boolean;
};

export type Pile = {
  top: CardText;
  /** what it counts as; null for 0 */
  counts: CardText | null;
};

export type Memory = {
  /** ? for a card that was never played */
  hand: CardText[];
  /** those that were never played, wherever they are */
  unplayed: CardText[];
};

/** What a meteor needs to take the lead. */
export type ToBeat = {
  /** at least this number; to be as strong; to be a shower */
  by: 'number' | 'rank' | 'shower';
  number: number | null;
};

export type Events = {
  play: { type: 'play'; seat: number; card: CardText };
  flip: { type: 'flip'; seat: number; card: CardText };
  copy: { type: 'copy'; seat: number; card: CardText };
  copy_nothing: { type: 'copy_nothing'; seat: number };
  meteor: { type: 'meteor'; seat: number; card: CardText };
  meteor_higher: {
    type: 'meteor_higher';
    seat: number;
    card: CardText;
    /** the seat that led */
    from: number;
    beaten: CardText;
  };
  meteor_lower: {
    type: 'meteor_lower';
    seat: number;
    card: CardText;
    /** the seat that leads */
    owner: number;
    leader: CardText;
  };
  draw: {
    type: 'draw';
    seat: number;
    /** how many it says */
    symbol: number;
    cards: CardText[];
  };
  draw_none: { type: 'draw_none'; seat: number; symbol: number };
  skip: { type: 'skip'; seat: number };
  round_end: { type: 'round_end'; seat: number; card: CardText };
  round_end_stuck: { type: 'round_end_stuck'; seat: number; card: CardText };
  round_end_empty: { type: 'round_end_empty' };
  ranking: {
    type: 'ranking';
    /** strongest first */
    seats: number[];
    /** what counts; 0 for nothing */
    cards: CardText[];
  };
  egg: {
    type: 'egg';
    seat: number;
    colour: Colour;
    /** 1 or 2: which of the two */
    egg: number;
  };
  egg_other: { type: 'egg_other'; seat: number; colour: Colour; egg: number };
  remove_top: { type: 'remove_top'; seat: number; card: CardText };
  remove_deck: { type: 'remove_deck'; seat: number; card: CardText };
  remove_shower: { type: 'remove_shower'; seat: number; card: CardText };
  under: { type: 'under'; seat: number; cards: CardText[] };
  trump_keep: { type: 'trump_keep'; seat: number };
  trump_strong: { type: 'trump_strong'; seat: number; colour: Colour; replaced: Colour };
  trump_weak: { type: 'trump_weak'; seat: number; colour: Colour; replaced: Colour };
  round: { type: 'round'; seat: number; round: number; eggs: Colour[] };
  over: { type: 'over'; seats: number[]; scores: number[] };
};
