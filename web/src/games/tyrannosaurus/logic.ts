/* Squares, directions and choices: what the page must know to draw the valley and to turn a tap
 * into a move text. What is allowed comes from the server. */
import type { CardKind, Direction, Square } from './view';

export const SIZE = 5;
export const DEN: Square = 'c3';

/* As on a compass, and on the digits of a keyboard: 7 8 9 above 4 5 6 above 1 2 3. */
export const COMPASS: (Direction | null)[] = ['NW', 'N', 'NE', 'W', null, 'E', 'SW', 'S', 'SE'];

const STEPS: Record<Direction, [number, number]> = {
  N: [0, 1],
  NE: [1, 1],
  E: [1, 0],
  SE: [1, -1],
  S: [0, -1],
  SW: [-1, -1],
  W: [-1, 0],
  NW: [-1, 1],
};

/** Clockwise from north, for an arrow that points there. */
export const ANGLES: Record<Direction, number> = { N: 0, NE: 45, E: 90, SE: 135, S: 180, SW: 225, W: 270, NW: 315 };

export interface Place {
  /** Files from the west, ranks from the south, from 0. */
  file: number;
  rank: number;
}

export function placeOf(square: Square): Place {
  return { file: square.charCodeAt(0) - 97, rank: Number(square[1]) - 1 };
}

export function squareAt(file: number, rank: number): Square | null {
  if (file < 0 || rank < 0 || file >= SIZE || rank >= SIZE) return null;
  return String.fromCharCode(97 + file) + String(rank + 1);
}

/** All squares as they are read: from the north-west on. */
export const ROWS: Square[][] = Array.from({ length: SIZE }, (_, row) =>
  Array.from({ length: SIZE }, (_, file) => squareAt(file, SIZE - 1 - row)!),
);

/** The square one step away; null when that is off the board. */
export function neighbour(square: Square, direction: Direction): Square | null {
  const { file, rank } = placeOf(square);
  const [east, north] = STEPS[direction];
  return squareAt(file + east, rank + north);
}

/** The direction of a neighbouring square; null for any other. */
export function directionTo(from: Square, to: Square): Direction | null {
  return COMPASS.find((direction) => direction && neighbour(from, direction) === to) ?? null;
}

/** The direction of a key of the number block, or of the digits with the same places. */
export function directionOfDigit(digit: number): Direction | null {
  if (digit < 1 || digit > 9) return null;
  return COMPASS[6 - Math.floor((digit - 1) / 3) * 3 + ((digit - 1) % 3)] ?? null;
}

/** Where an arrow key leads on the compass: from nothing straight there, else to the next point. */
export function directionByArrow(from: Direction | null, east: number, north: number): Direction {
  const [x, y] = from ? STEPS[from] : [0, 0];
  const clamp = (value: number): number => Math.max(-1, Math.min(1, value));
  let to: [number, number] = [clamp(x + east), clamp(y + north)];
  if (to[0] === 0 && to[1] === 0) to = [east, north];
  return (Object.keys(STEPS) as Direction[]).find((name) => STEPS[name][0] === to[0] && STEPS[name][1] === to[1])!;
}

export interface Choice {
  /** `steer` where no card is played. */
  card: CardKind | 'steer';
  direction: Direction | null;
}

export function parseChoice(text: string): Choice | null {
  const [card = '', direction] = text.split(' ');
  if (!['move', 'panic', 'rest', 'steer'].includes(card)) return null;
  return { card: card as Choice['card'], direction: (direction as Direction | undefined) ?? null };
}

/** The move text of a choice; null while a direction is missing. */
export function choiceText({ card, direction }: Choice): string | null {
  if (card === 'rest') return 'rest';
  return direction ? `${card} ${direction}` : null;
}

/** The cards that some legal move uses; none if only a direction is asked. */
export function playableCards(legal: string[]): CardKind[] {
  return (['move', 'panic', 'rest'] as CardKind[]).filter((card) => legal.some((move) => move === card || move.startsWith(`${card} `)));
}

/** Where several stand on one square: shifts from its middle, in squares. */
export function spread(count: number, index: number): { x: number; y: number } {
  if (count <= 1) return { x: 0, y: 0 };
  if (count === 2) return { x: index === 0 ? -0.2 : 0.2, y: index === 0 ? 0.12 : -0.12 };
  if (index === 4) return { x: 0, y: 0 };
  return { x: index % 2 === 0 ? -0.22 : 0.22, y: index < 2 ? -0.2 : 0.22 };
}
