/* T-Rex as the server describes it (docs/referee.md): `?` is a card that the viewer may not know. */
import type { Aids } from '../../lib/protocol';

export const COLOURS = ['yellow', 'blue', 'brown', 'green', 'red'] as const;
export type Colour = (typeof COLOURS)[number];
export type Phase = 'play' | 'egg' | 'remove' | 'trump' | 'over';

/** `y6`, `n13`, …, `ch` (Chamaelosaurus), `ms` (meteor shower), or `?`. */
export type CardText = string;

export interface Play {
  seat: number;
  card: CardText;
}

export interface TrexPlayer {
  hand: CardText[];
  deck: CardText[];
  out: CardText[];
  eggs: Colour[];
  seen: CardText[];
}

export interface TrexView {
  game: 'trex';
  seats: number;
  options: { meteor_compare: 'number' | 'rank' };
  round: number;
  phase: Phase;
  turn: number | null;
  strong: Colour;
  weak: Colour;
  aside: Colour[];
  eggs: (Colour | null)[];
  egg_piles: string[][];
  meteor: Play | null;
  plays: Play[];
  ranking: number[] | null;
  players: TrexPlayer[];
}

export type Rank = 'strong' | 'middle' | 'weak' | 'nothing';

export interface Standing {
  seat: number;
  rank: Rank;
  /** As strong as the next one in the order, and only ahead because played later. */
  later: boolean;
}

export interface LapStop {
  seat: number;
  state: 'done' | 'now' | 'waiting' | 'passed';
  /** The owner of the leading meteor closes the lap. */
  last: boolean;
}

/** Values derived from a view. */
export interface TrexAids extends Aids {
  /** By seat: the card on top and what it counts as, null for 0. */
  piles: ({ top: CardText; counts: CardText | null } | null)[];
  /** Those who have played, the strongest first. */
  standings: Standing[];
  /** The seats in the order in which they play. */
  lap: LapStop[];
  points: number[];
  /** By seat: what each of the two eggs on offer would add; empty while none are. */
  gains: number[][];
  /** The meteors in the viewer's hand that would take the lead. */
  leading: CardText[];
  /** Those with most points. */
  leaders: number[];
}

export interface TrexResult {
  scores: number[];
  winners: number[];
  remaining: number[];
}

export const ROUNDS = 12;
export const CARDS_EACH = 17;
