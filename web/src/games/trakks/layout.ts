/* Where things lie on the page's one plane. The server's groups have origins of their own and no
 * place; people expect what nobody has touched to stay where it was. */
import { indexed, neighbours, squareKey, type Laid, type Square } from './logic';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The squares that all of these lie in. Null if there are none. */
export function boxOf(squares: readonly Square[]): Box | null {
  if (squares.length === 0) return null;
  const xs = squares.map(({ x }) => x);
  const ys = squares.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

const moved = <T extends Laid>(group: readonly T[], by: Square): T[] => group.map((one) => ({ ...one, x: one.x + by.x, y: one.y + by.y }));

interface Preference<T extends Laid> {
  group: T[];
  /** The shift that leaves most tiles where they were. */
  by: Square | null;
  votes: number;
}

function preferenceOf<T extends Laid>(group: T[], before: readonly Laid[]): Preference<T> {
  const votes = new Map<string, { by: Square; count: number }>();
  let best: { by: Square; count: number } | null = null;
  for (const now of group)
    for (const old of before) {
      if (old.tile !== now.tile) continue;
      const by = { x: old.x - now.x, y: old.y - now.y };
      const vote = votes.get(squareKey(by)) ?? { by, count: 0 };
      vote.count++;
      votes.set(squareKey(by), vote);
      if (!best || vote.count > best.count) best = vote;
    }
  return { group, by: best?.by ?? null, votes: best?.count ?? 0 };
}

/* A group may stay where it does not touch another one. */
function mayStay(group: readonly Laid[], by: Square, taken: ReadonlySet<string>): boolean {
  return group.every(({ x, y }) => {
    const square = { x: x + by.x, y: y + by.y };
    return [square, ...neighbours(square)].every((near) => !taken.has(squareKey(near)));
  });
}

/* One that has to go somewhere keeps some squares' distance, so that both can grow. */
const GAP = 2;
/* Squares as numbers: many thousands are looked at. */
const squareNumber = (x: number, y: number): number => x * 65536 + y;

function surroundings(placed: readonly Laid[]): Set<number> {
  const near = new Set<number>();
  for (const { x, y } of placed)
    for (let dx = -GAP; dx <= GAP; dx++) for (let dy = -GAP; dy <= GAP; dy++) near.add(squareNumber(x + dx, y + dy));
  return near;
}

/* The best free shift for a group: near to where it should be, or where the whole stays compact. */
function shiftFor(preference: Preference<Laid>, placed: readonly Laid[], taken: ReadonlySet<string>, wide: number): Square {
  const all = boxOf(placed);
  const own = boxOf(preference.group)!;
  if (!all) return preference.by ?? { x: 0, y: 0 };
  if (preference.by && mayStay(preference.group, preference.by, taken)) return preference.by;
  const near = surroundings(placed);
  const isFree = (by: Square): boolean => preference.group.every(({ x, y }) => !near.has(squareNumber(x + by.x, y + by.y)));
  let best: Square | null = null;
  let least = Infinity;
  for (let x = all.left - own.right - GAP - 1; x <= all.right - own.left + GAP + 1; x++)
    for (let y = all.top - own.bottom - GAP - 1; y <= all.bottom - own.top + GAP + 1; y++) {
      const width = Math.max(all.right, own.right + x) - Math.min(all.left, own.left + x) + 1;
      const height = Math.max(all.bottom, own.bottom + y) - Math.min(all.top, own.top + y) + 1;
      const cost = preference.by
        ? Math.hypot(x - preference.by.x, y - preference.by.y)
        : Math.max(width, height * wide) * 100 + Math.hypot(x + own.left - all.left, y + own.top - all.top);
      if (cost < least && isFree({ x, y })) {
        least = cost;
        best = { x, y };
      }
    }
  return best!; /* at the border of the search nothing is taken */
}

/** Puts groups on the plane, as much as possible where their tiles were before; and says how many
 * tiles did not have to move. `wide`: how much wider than high the whole should be. */
export function settle<T extends Laid>(groups: T[][], before: readonly Laid[], wide = 1.4): { laid: T[]; kept: number } {
  const preferences = groups
    .map((group) => preferenceOf(group, before))
    .sort((a, b) => b.votes - a.votes || b.group.length - a.group.length);
  const laid: T[] = [];
  const taken = new Set<string>();
  for (const preference of preferences) {
    for (const one of moved(preference.group, shiftFor(preference, laid, taken, wide))) {
      laid.push(one);
      taken.add(squareKey(one));
    }
  }
  const old = indexed(before);
  const kept = laid.filter((one) => old.get(squareKey(one))?.tile === one.tile).length;
  return { laid, kept };
}

/** A tile that one can follow with the eyes: equal tiles have different ids. */
export interface Piece {
  id: number;
  tile: string;
}
export interface Placed extends Piece, Square {}

let next = 1;
export const freshId = (): number => next++;

/** Gives tiles on the table the ids they had: the same tile on the same square first, then the
 * nearest equal one; `others` (a rack) are tiles that may have come to the table. */
export function identify(laid: readonly Laid[], before: readonly Placed[], others: readonly Piece[] = []): Placed[] {
  const old = indexed(before);
  const left = new Set<Placed>(before);
  const spare = [...others];
  const stayed = laid.map((one) => {
    const same = old.get(squareKey(one));
    if (!same || same.tile !== one.tile) return null;
    left.delete(same);
    return { ...one, id: same.id };
  });
  return laid.map((one, index) => {
    const known = stayed[index];
    if (known) return known;
    const equal = [...left].filter((other) => other.tile === one.tile);
    const near = equal.sort((a, b) => Math.hypot(a.x - one.x, a.y - one.y) - Math.hypot(b.x - one.x, b.y - one.y))[0];
    if (near) {
      left.delete(near);
      return { ...one, id: near.id };
    }
    const from = spare.findIndex((other) => other.tile === one.tile);
    return { ...one, id: from >= 0 ? spare.splice(from, 1)[0]!.id : freshId() };
  });
}

/** The same for a rack: what was there keeps its id and its place, what is new comes last. */
export function identifyRack(tiles: readonly string[], before: readonly Piece[]): Piece[] {
  const left = [...tiles];
  const kept = before.filter((piece) => {
    const at = left.indexOf(piece.tile);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return [...kept, ...left.map((tile) => ({ id: freshId(), tile }))];
}
