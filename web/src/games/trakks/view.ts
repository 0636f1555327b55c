/* What the server sends of a Trakks table (protocol: `trakks`). Hidden tiles are '?'. */
import type { Aids } from '../../lib/protocol';

export interface Player {
  rack: string[];
  opened: boolean;
  penalty: number;
}

export interface TrakksView {
  game: 'trakks';
  seats: number;
  options: { rounds: number; penalty: 'face' | 'count' };
  round: number;
  rounds: number;
  starter: number;
  phase: 'turn' | 'arrow' | 'over';
  turn: number | null;
  /** Groups of `TILE@x,y`, each with an origin of its own. */
  table: string[][];
  pool: string[];
  bag: string[];
  players: Player[];
  giving: (string[] | null)[];
  passes: number;
}

/** Values derived from a view. */
export interface TrakksAids extends Aids {
  /** How many groups there may be. */
  groups_limit: number;
  /** How many of them are kept for players who have not opened. */
  groups_reserved: number;
  /** By seat: what its tiles would cost now; null for a rack that is hidden. */
  rack_penalties: (number | null)[];
}

/** What the core marks in a placing that is being composed (docs/browser.md). */
export interface TrakksMarks {
  groups: number;
  groups_reserved: number;
  crowded: boolean;
  /** Lines that are wrong, and tiles in none; `tiles` are places in the draft. */
  flaws: { kind: 'two' | 'wrong' | 'alone'; tiles: number[] }[];
}
