/* What the server sends of a match of Tyrannosaurus Rex. */
import type { CardKind } from './schema';

export type { Aids as ValleyAids, CardKind, Dino, Direction, PlayerView, Square, View as ValleyView } from './schema';

export const CARDS: CardKind[] = ['move', 'rest', 'panic'];
