/* What of the endless table is seen: where its middle is and how large a square appears. */
import type { Box } from './layout';
import type { Square } from './logic';

/** The side of a square before zooming, in CSS pixels. */
export const CELL = 48;
const ZOOM_LEAST = 0.2;
const ZOOM_MOST = 1.8;
/* A tile, 44 of a square's 48, that is smaller than 32 pixels cannot be read at arm's length, nor hit by a finger: so small only
 * for who wants all of it, until they do something there. */
const ZOOM_READABLE = 35 / CELL;
/* Free squares around what is shown, since tiles are laid there: at least one, and a second one as long as a tile can be tapped with ease. */
const MARGIN = { least: 1, most: 2 };
const ZOOM_EASY = 36 / CELL;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/* Where the origin goes in a window `length` long so that `middle` is in its middle. What is shorter than
 * the window is centred; what is longer leaves no gap at either end. */
function placed(from: number, to: number, middle: number, length: number): number {
  if (to - from <= length) return (length - from - to) / 2;
  return clamp(length / 2 - middle, length - to, -from);
}

export class Camera {
  /** Where the corner of square 0,0 is, from the corner of what is seen. */
  x = $state(0);
  y = $state(0);
  zoom = $state(1);
  width = $state(0);
  height = $state(0);
  /** Moves by itself, for the eye to follow. */
  gliding = $state(false);
  /** The player has chosen what to look at. */
  chosen = false;
  /** The player wants to see all of it, however small. */
  private overview = false;
  private timer = 0;

  glide(): void {
    this.gliding = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.gliding = false), 280);
  }

  pan(dx: number, dy: number): void {
    this.gliding = false;
    this.choose();
    this.x += dx;
    this.y += dy;
  }

  /** What was in the middle when the window had this size is there again. */
  recentre(width: number, height: number): void {
    this.x += (this.width - width) / 2;
    this.y += (this.height - height) / 2;
  }

  /** Zooms and leaves the point (from the corner of what is seen) where it is. */
  zoomBy(factor: number, x = this.width / 2, y = this.height / 2): void {
    const zoom = clamp(this.zoom * factor, ZOOM_LEAST, ZOOM_MOST);
    this.choose();
    const real = zoom / this.zoom;
    this.x = x - (x - this.x) * real;
    this.y = y - (y - this.y) * real;
    this.zoom = zoom;
  }

  /** Tiles are too small to be read. */
  get isFar(): boolean {
    return this.zoom < ZOOM_READABLE - 0.001; /* but for rounding */
  }

  /** Comes so close that tiles can be read, and leaves the point where it is. */
  comeCloser(x: number, y: number): void {
    this.glide();
    this.zoomBy(ZOOM_READABLE / this.zoom, x, y);
  }

  private choose(): void {
    this.chosen = true;
    this.overview = false;
  }

  /** The square under a point, which need not be the whole one. */
  squareAt(x: number, y: number): Square {
    const side = CELL * this.zoom;
    return { x: Math.floor((x - this.x) / side), y: Math.floor((y - this.y) / side) };
  }

  /** How much wider than high what is seen is. */
  get wide(): number {
    return this.width / Math.max(1, this.height);
  }

  /** Shows all of it, as large as it fits, until the player zooms in. */
  showAll(box: Box | null): void {
    this.overview = true;
    this.fit(box);
  }

  /** Shows all of it; where that could not be read, what is new and as much around it as fits, or
   * still what one has looked at where nothing is. */
  look(box: Box | null, news: Box | null): void {
    const { width, height } = this;
    const before = CELL * this.zoom;
    const middle = news
      ? { x: (news.left + news.right + 1) / 2, y: (news.top + news.bottom + 1) / 2 }
      : { x: (width / 2 - this.x) / before, y: (height / 2 - this.y) / before };
    this.fit(box);
    if (box && !this.overview) this.approach(box, middle);
  }

  /* Comes so close that tiles can be read, with this place in the middle. */
  private approach(box: Box, middle: Square): void {
    if (!this.isFar) return;
    this.zoom = ZOOM_READABLE;
    const side = CELL * this.zoom;
    this.x = placed((box.left - MARGIN.most) * side, (box.right + 1 + MARGIN.most) * side, middle.x * side, this.width);
    this.y = placed((box.top - MARGIN.most) * side, (box.bottom + 1 + MARGIN.most) * side, middle.y * side, this.height);
  }

  /** Shows all of it; where that could not be read, all of `groups`; where even that could not, the `tiles` that matter; and at
   * least what is around `first`. */
  frame(box: Box | null, groups: Box | null, tiles: Box | null, first: Square | null): void {
    for (const part of [box, groups, tiles]) {
      this.fit(part ?? box);
      if (this.overview || !this.isFar) return;
    }
    if (box && first) this.approach(box, { x: first.x + 0.5, y: first.y + 0.5 });
  }

  private fit(box: Box | null): void {
    this.chosen = false;
    const all = box ?? { left: -2, top: -1, right: 2, bottom: 1 };
    const [columns, rows] = [all.right - all.left + 1, all.bottom - all.top + 1];
    const { width, height } = this;
    const zoomFor = (margin: number): number =>
      clamp(Math.min(width / (columns + 2 * margin), height / (rows + 2 * margin)) / CELL, ZOOM_LEAST, 1);
    this.zoom = Math.max(zoomFor(MARGIN.most), Math.min(zoomFor(MARGIN.least), ZOOM_EASY));
    const side = CELL * this.zoom;
    this.x = (width - columns * side) / 2 - all.left * side;
    this.y = (height - rows * side) / 2 - all.top * side;
  }

  /** Whether all of this is seen. */
  sees(box: Box): boolean {
    const side = CELL * this.zoom;
    const isWithin = (from: number, to: number, length: number): boolean => from > -1 && to < length + 1; /* but for rounding */
    return (
      isWithin(this.x + box.left * side, this.x + (box.right + 1) * side, this.width) &&
      isWithin(this.y + box.top * side, this.y + (box.bottom + 1) * side, this.height)
    );
  }

  /** Moves just as far as it takes to see and read a square, and a bit of what is around it. */
  reveal({ x, y }: Square): void {
    if (this.isFar) this.comeCloser(this.x + (x + 0.5) * CELL * this.zoom, this.y + (y + 0.5) * CELL * this.zoom);
    const side = CELL * this.zoom;
    const [left, top] = [this.x + x * side, this.y + y * side];
    const within = (at: number, length: number): number => clamp(at, side / 4, Math.max(side / 4, length - side * 1.25));
    this.x += within(left, this.width) - left;
    this.y += within(top, this.height) - top;
  }
}
