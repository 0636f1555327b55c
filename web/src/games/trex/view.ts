/* T-Rex as the server describes it: `?` is a card that the viewer may not know. */
import type { Colour } from './schema';

export type {
  Aids as TrexAids,
  CardText,
  Colour,
  LapStop,
  Phase,
  Play,
  Player as TrexPlayer,
  Rank,
  Result as TrexResult,
  Standing,
  View as TrexView,
} from './schema';

export const COLOURS = ['yellow', 'blue', 'brown', 'green', 'red'] as const satisfies Colour[];
