/* What the server sends of a Trakks table. Hidden tiles are '?'. */
export type { Aids as TrakksAids, Player, View as TrakksView } from './schema';

/** What the core marks in a placing that is being composed (docs/browser.md). */
export interface TrakksMarks {
  groups: number;
  groups_reserved: number;
  crowded: boolean;
  /** Lines that are wrong, and tiles in none; `tiles` are places in the draft. */
  flaws: { kind: 'two' | 'wrong' | 'alone'; tiles: number[] }[];
}
