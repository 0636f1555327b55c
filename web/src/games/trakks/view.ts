/* What the server tells of a Trakks table (protocol: `trakks`). Hidden tiles are '?'. */
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
