/* Tiles and squares: how they are written, and what lies together. There are no rules here; the core
 * checks what is composed (lib/drafts.svelte.ts). */

export interface Square {
  x: number;
  y: number;
}

/** A tile somewhere on the grid; y counts downwards. */
export interface Laid extends Square {
  tile: string;
}

export type Colour = 'y' | 'r' | 'b' | 'g';
export const COLOURS: Colour[] = ['y', 'r', 'b', 'g'];
const COLOUR_WORDS: Record<Colour, string> = { y: 'yellow', r: 'red', b: 'blue', g: 'green' };

export const isAction = (tile: string): boolean => tile === 'plus' || tile === 'arrow';
export const isHidden = (tile: string): boolean => tile === '?';
export const colourOf = (tile: string): Colour => tile[0] as Colour;
export const colourWord = (tile: string): string => COLOUR_WORDS[colourOf(tile)];
export const numberOf = (tile: string): number => Number(tile.slice(1));

export const squareKey = ({ x, y }: Square): string => `${x},${y}`;

export function indexed<T extends Square>(laid: readonly T[]): Map<string, T> {
  return new Map(laid.map((one) => [squareKey(one), one]));
}

function parseLaid(text: string): Laid {
  const [tile = '', square = ''] = text.split('@');
  const [x = 0, y = 0] = square.split(',').map(Number);
  return { tile, x, y };
}

/** The groups of a view's `table`. */
export const parseGroups = (table: string[][]): Laid[][] => table.map((group) => group.map(parseLaid));

/** The groups of a `place` move; null for any other move. */
export function parsePlace(move: string): Laid[][] | null {
  if (!move.startsWith('place ')) return null;
  return parseGroups(
    move
      .slice('place '.length)
      .split(' | ')
      .map((group) => group.split(' ')),
  );
}

const BESIDE: Square[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
];

export const neighbours = ({ x, y }: Square): Square[] => BESIDE.map((step) => ({ x: x + step.x, y: y + step.y }));

/** Everything that hangs together with this square, side by side. */
export function groupAt<T extends Square>(laid: readonly T[], start: Square): T[] {
  const at = indexed(laid);
  const first = at.get(squareKey(start));
  if (!first) return [];
  const found = new Set<T>([first]);
  for (const one of found)
    for (const square of neighbours(one)) {
      const next = at.get(squareKey(square));
      if (next) found.add(next);
    }
  return [...found];
}

export function groupsOf<T extends Square>(laid: readonly T[]): T[][] {
  const seen = new Set<T>();
  const groups: T[][] = [];
  for (const one of laid) {
    if (seen.has(one)) continue;
    const group = groupAt(laid, one);
    group.forEach((member) => seen.add(member));
    groups.push(group);
  }
  return groups;
}

const laidText = (laid: readonly Laid[]): string => laid.map(({ tile, x, y }) => `${tile}@${x},${y}`).join(' ');

/** The move that makes the table look like this. */
export const placeText = (laid: readonly Laid[]): string => `place ${groupsOf(laid).map(laidText).join(' | ')}`;

/** The same as a draft: one list in this order, in which the core finds the groups. */
export const draftText = (laid: readonly Laid[]): string => `place ${laidText(laid)}`;

type Index<T> = ReadonlyMap<string, T>;

/* The unbroken line through a square, from its first tile to its last. */
function lineThrough<T extends Square>(at: Index<T>, start: Square, across: boolean): T[] {
  const [dx, dy] = across ? [1, 0] : [0, 1];
  let { x, y } = start;
  while (at.has(squareKey({ x: x - dx, y: y - dy }))) {
    x -= dx;
    y -= dy;
  }
  const line: T[] = [];
  for (let one = at.get(squareKey({ x, y })); one; one = at.get(squareKey({ x, y }))) {
    line.push(one);
    x += dx;
    y += dy;
  }
  return line;
}

/** The lines of two or more through a square, the longer one first. */
export function linesAt<T extends Square>(laid: readonly T[], start: Square): T[][] {
  const at = indexed(laid);
  return [lineThrough(at, start, true), lineThrough(at, start, false)]
    .filter((line) => line.length > 1)
    .sort((a, b) => b.length - a.length);
}

export type Sorting = 'colour' | 'number' | 'own';

/** The order of a rack; action tiles come last. */
export function sorted<T extends { tile: string }>(rack: readonly T[], by: Sorting): T[] {
  if (by === 'own') return [...rack];
  const rank = ({ tile }: T): number => {
    if (isAction(tile)) return tile === 'plus' ? 1000 : 1001;
    const colour = COLOURS.indexOf(colourOf(tile));
    return by === 'colour' ? colour * 20 + numberOf(tile) : numberOf(tile) * 4 + colour;
  };
  return [...rack].sort((a, b) => rank(a) - rank(b));
}
