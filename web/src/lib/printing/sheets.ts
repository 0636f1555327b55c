/* What one cuts out to play a game at a real table, and where it lies on sheets of paper. Lengths are in millimetres. */
import type { Component } from 'svelte';
import type { Both } from '../words/language.svelte';
import type { Words } from '../words/words';

/** What is to be printed, and for how many. */
export interface Order {
  /** What is printed on the components, and written on cards, as the hall in use has them. */
  components: Record<string, unknown>;
  texts: Record<string, Both>;
  seats: number;
}

export interface PrintedPiece {
  /** What its front shows: a text that the game's `Face` draws. Pieces with the same front look the same. */
  face: string;
  /** The same for its back, which has none if this is missing. Pieces that nobody may tell apart have the same. */
  back?: string;
  count: number;
}

/** Pieces of one size and use. */
export interface PieceKind {
  /** Its sentence is `print_NAME` of the game. */
  name: string;
  width: number;
  height: number;
  pieces: PrintedPiece[];
}

export interface FaceProps {
  face: string;
  words: Words;
  order: Order;
}

/** What a game gives to be printed. */
export interface Printed {
  /** Draws the front or the back of a piece, as large as `--width` and `--height` say; `--mm` is a millimetre. */
  Face: Component<FaceProps>;
  kinds: (order: Order) => PieceKind[];
}

export interface Paper {
  width: number;
  height: number;
}
export const PAPERS = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } } satisfies Record<string, Paper>;
export type PaperName = keyof typeof PAPERS;

/** Where a piece lies on the front of a sheet. */
export interface Spot {
  kind: PieceKind;
  piece: PrintedPiece;
  x: number;
  y: number;
}

export interface Sheet {
  places: Spot[];
  /** Where to cut, as the path of a drawing. */
  marks: string;
}

/* Few printers print closer to the edge, and the foot of a page has a line of text. Three cards on top of each other leave Letter no
 * more than this. */
const SIDE = 7;
const TOP = 6;
const FOOT = 9;
/* Between pieces of different sizes: room for the marks of both. */
const GAP = 10;
/* Marks around a block, and the arms of the crosses inside it. */
const [MARK_FROM, MARK_TO, ARM] = [0.8, 4, 1.2];

/** Pieces of one size, side by side and without gaps, so that one cut parts two of them. */
interface Block {
  pieces: { kind: PieceKind; piece: PrintedPiece }[];
  columns: number;
  rows: number;
  width: number;
  height: number;
}

const heightOf = ({ rows, height }: Block): number => rows * height;

/** Every piece as often as it is needed, in the order of the game; neighbours of one size are together. */
function runs(kinds: PieceKind[]): Block['pieces'][] {
  const all: Block['pieces'][] = [];
  for (const kind of kinds) {
    const pieces = kind.pieces.flatMap((piece) => Array.from({ length: piece.count }, () => ({ kind, piece })));
    const before = all.at(-1)?.[0]?.kind;
    if (before && before.width === kind.width && before.height === kind.height) all.at(-1)!.push(...pieces);
    else if (pieces.length > 0) all.push(pieces);
  }
  return all;
}

/** Fills sheets from the top: blocks below each other, a new sheet where not one more row fits. */
function fill(kinds: PieceKind[], paper: Paper): Block[][] {
  const sheets: Block[][] = [];
  let left = 0;
  for (const run of runs(kinds)) {
    const { width, height } = run[0]!.kind;
    const columns = Math.floor((paper.width - 2 * SIDE) / width);
    for (let from = 0; from < run.length;) {
      if (left - GAP < height) {
        sheets.push([]);
        left = paper.height - TOP - FOOT + GAP;
      }
      const rows = Math.min(Math.floor((left - GAP) / height), Math.ceil((run.length - from) / columns));
      if (rows < 1 || columns < 1) throw new Error(`larger than the paper: ${width} × ${height}`);
      sheets.at(-1)!.push({ pieces: run.slice(from, from + rows * columns), columns, rows, width, height });
      left -= rows * height + GAP;
      from += rows * columns;
    }
  }
  return sheets;
}

const short = (length: number): number => Math.round(length * 1000) / 1000;

/** Lines at the ends of every cut, and a cross where two cuts meet. */
function marksOf({ columns, rows, width, height }: Block, left: number, top: number): string {
  const [right, bottom] = [left + columns * width, top + rows * height];
  const across = Array.from({ length: columns + 1 }, (_, column) => left + column * width);
  const down = Array.from({ length: rows + 1 }, (_, row) => top + row * height);
  const line = (x: number, y: number, dx: number, dy: number): string => `M${short(x)} ${short(y)}l${short(dx)} ${short(dy)}`;
  const length = MARK_TO - MARK_FROM;
  return [
    ...across.flatMap((x) => [line(x, top - MARK_TO, 0, length), line(x, bottom + MARK_FROM, 0, length)]),
    ...down.flatMap((y) => [line(left - MARK_TO, y, length, 0), line(right + MARK_FROM, y, length, 0)]),
    ...across.slice(1, -1).flatMap((x) => down.slice(1, -1).flatMap((y) => [line(x - ARM, y, 2 * ARM, 0), line(x, y - ARM, 0, 2 * ARM)])),
  ].join('');
}

/** The fronts of all pieces on sheets of this paper. */
export function layOut(kinds: PieceKind[], paper: Paper): Sheet[] {
  return fill(kinds, paper).map((blocks) => {
    const used = blocks.reduce((sum, block) => sum + heightOf(block), (blocks.length - 1) * GAP);
    let top = TOP + Math.min((paper.height - TOP - FOOT - used) / 2, TOP + FOOT);
    const sheet: Sheet = { places: [], marks: '' };
    for (const block of blocks) {
      const { columns, width, height } = block;
      const left = (paper.width - columns * width) / 2;
      for (const [index, one] of block.pieces.entries())
        sheet.places.push({ ...one, x: left + (index % columns) * width, y: top + Math.floor(index / columns) * height });
      sheet.marks += marksOf(block, left, top);
      top += heightOf(block) + GAP;
    }
    return sheet;
  });
}

/** Where the back of a piece lies: the paper is turned over its long edge. */
export const backOf = ({ kind, x }: Spot, paper: Paper): number => paper.width - x - kind.width;

export const hasBacks = ({ places }: Sheet): boolean => places.some(({ piece }) => piece.back !== undefined);
export const countOf = (pieces: PrintedPiece[]): number => pieces.reduce((sum, { count }) => sum + count, 0);
