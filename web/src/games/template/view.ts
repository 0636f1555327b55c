/* What the server sends of a match of Fossils: what `save` and `aids` write in src/games/template. */
import type { Aids, View } from '../../lib/protocol';

export type Fossil = number | '?';

export interface PlayerView {
  hand: Fossil[];
  open: number[];
  buried: Fossil | null;
}

export interface TemplateView extends View {
  phase: 'play' | 'over';
  turn: number | null;
  pile: Fossil[];
  options: { goal: 'high' | 'low' };
  players: PlayerView[];
}

export interface TemplateAids extends Aids {
  /** The score of each seat so far. */
  points: number[];
}
