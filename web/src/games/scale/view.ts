/* What the core shows of On a Scale of One to T-Rex. */
import type { Colour } from './schema';

export type {
  Aids as ScaleAids,
  Closeness,
  Colour,
  Player as ScalePlayer,
  Reply as Answer,
  Result as ScaleResult,
  View as ScaleView,
} from './schema';

export const COLOURS: Colour[] = ['orange', 'blue', 'yellow'];
