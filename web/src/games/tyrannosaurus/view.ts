/* What the server sends of a match of Tyrannosaurus Rex (docs/referee.md). */
import type { Aids, View } from '../../lib/protocol';

export type Square = string;
export type Direction = 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW';
export type Dino = 'triceratops' | 'pteranodon' | 'diplodocus' | 'stegosaurus';
export type CardKind = 'move' | 'rest' | 'panic';
export const CARDS: CardKind[] = ['move', 'rest', 'panic'];

export interface PlayerView {
  dino: Dino;
  at: Square | null;
  trees: number;
  out: boolean;
  cards: Record<CardKind, number> | '?';
  discards: Record<CardKind, number>;
  removed: CardKind | '?' | null;
}

export interface ValleyView extends View {
  phase: 'lake' | 'volcano' | 'act' | 'panic' | 'tyrex' | 'over';
  turn: number;
  turns: number;
  bone: number;
  lake: Square;
  volcano: Square;
  tyrex: Square | null;
  trees: Square[];
  players: PlayerView[];
  chosen: (string | null)[];
  panicking: number[];
  winners?: number[];
}

/** Values derived from a view. */
export interface ValleyAids extends Aids {
  /** The seats in this turn's order of play, the bone's first. */
  order: number[];
  /** Those whom this phase asks, whether they have chosen or not. */
  choosers: number[];
  /** The square from which the viewer's direction counts. */
  from: Square | null;
  /** Those with most trees. */
  leaders: number[];
  /** Why the match is over. */
  ending: 'last_turn' | 'one_left' | 'none_left' | null;
}
