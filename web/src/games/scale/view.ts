/* What the core shows of On a Scale of One to T-Rex. */
import type { Aids, Result, View } from '../../lib/protocol';

export type Colour = 'orange' | 'blue' | 'yellow';
export const COLOURS: Colour[] = ['orange', 'blue', 'yellow'];

export type Answer = 'match' | 'nomatch';
export type Closeness = 'equal' | 'close' | 'none';

export interface ScalePlayer {
  /** `o6`, `xs` while choosing, `?` for another player's. */
  card: string | null;
  good: number;
  bad: number;
  offer: number | null;
  answer: Answer | null;
  swapping: boolean;
}

export interface ScaleView extends View {
  options: { first_game?: boolean; mode?: 'room' | 'stage' };
  phase: 'play' | 'pick' | 'vote' | 'over';
  actions: Record<Colour, string>;
  number_pile: string[];
  good: number;
  bad: number;
  lid: number;
  players: ScalePlayer[];
  tied: number[];
  picked: Colour[];
  votes: (number | null)[];
}

export interface ScaleResult extends Result {
  won?: boolean;
}

/** Values derived from a view. */
export interface ScaleAids extends Aids {
  /** By seat: good tokens less bad ones. */
  totals: number[];
  /** Those with the highest total; empty in cooperative games. */
  leaders: number[];
  /** By seat: the seats that have laid a card before it. */
  offers: number[][];
  calls: (string | null)[];
  ending: 'won' | 'lost' | 'good_gone' | 'bad_gone' | null;
  /** How a shared first place was settled. */
  tie: 'vote' | 'vote_shared' | 'all' | null;
}
