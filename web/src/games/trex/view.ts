/* T-Rex as the server tells it (docs/referee.md): `?` is a card that the viewer may not know. */

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

export interface TrexResult {
  scores: number[];
  winners: number[];
  remaining: number[];
}

export const ROUNDS = 12;
export const CARDS_EACH = 17;
