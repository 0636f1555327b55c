/* What of the endless table is seen: where its middle is and how large a square appears. */
import type { Box } from './layout';
import type { Square } from './logic';

/** The side of a square before zooming, in CSS pixels. */
export const CELL = 48;
const ZOOM_LEAST = 0.25;
const ZOOM_MOST = 1.8;
/* By itself the table never becomes smaller: numbers can still be read, and squares tapped. */
const ZOOM_FIT_LEAST = 0.5;
/* Things float over the table: counters above, tools below. */
const EDGE = { left: 12, top: 60, right: 12, bottom: 62 };

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

export class Camera {
  /** Where the corner of square 0,0 is, from the corner of what is seen. */
  x = $state(0);
  y = $state(0);
  zoom = $state(1);
  width = $state(0);
  height = $state(0);
  /** Moves by itself, for the eye to follow. */
  gliding = $state(false);
  /** Somebody has chosen what to look at. */
  chosen = false;
  private timer = 0;

  glide(): void {
    this.gliding = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.gliding = false), 280);
  }

  pan(dx: number, dy: number): void {
    this.gliding = false;
    this.chosen = true;
    this.x += dx;
    this.y += dy;
  }

  /** Zooms and leaves the point (from the corner of what is seen) where it is. */
  zoomBy(factor: number, x = this.width / 2, y = this.height / 2): void {
    const zoom = clamp(this.zoom * factor, ZOOM_LEAST, ZOOM_MOST);
    this.chosen = true;
    const real = zoom / this.zoom;
    this.x = x - (x - this.x) * real;
    this.y = y - (y - this.y) * real;
    this.zoom = zoom;
  }

  /** The square under a point, which need not be the whole one. */
  squareAt(x: number, y: number): Square {
    const side = CELL * this.zoom;
    return { x: Math.floor((x - this.x) / side), y: Math.floor((y - this.y) / side) };
  }

  private get inner(): { width: number; height: number } {
    return {
      width: Math.max(1, this.width - EDGE.left - EDGE.right),
      height: Math.max(1, this.height - EDGE.top - EDGE.bottom),
    };
  }

  get wide(): number {
    return this.inner.width / this.inner.height;
  }

  /** Shows all of it, as large as there is room; where there is too little, what `focus` is in. */
  fit(box: Box | null, focus: Box | null = null): void {
    this.chosen = false;
    const all = box ?? { left: -2, top: -1, right: 2, bottom: 1 };
    const [columns, rows] = [all.right - all.left + 1, all.bottom - all.top + 1];
    const { width, height } = this.inner;
    this.zoom = clamp(Math.min(width / columns, height / rows) / CELL, ZOOM_FIT_LEAST, 1);
    const side = CELL * this.zoom;
    const begin = (room: number, first: number, last: number, wanted: number): number => {
      const spare = room - (last - first + 1) * side;
      return (spare >= 0 ? spare / 2 : clamp(room / 2 - (wanted - first + 0.5) * side, spare, 0)) - first * side;
    };
    const { left, top, right, bottom } = focus ?? all;
    this.x = EDGE.left + begin(width, all.left, all.right, (left + right) / 2);
    this.y = EDGE.top + begin(height, all.top, all.bottom, (top + bottom) / 2);
  }

  /** Whether all of this is seen, and nothing floats over it. */
  sees(box: Box): boolean {
    const side = CELL * this.zoom;
    return (
      this.x + box.left * side >= 0 &&
      this.y + box.top * side >= EDGE.top - side / 4 &&
      this.x + (box.right + 1) * side <= this.width &&
      this.y + (box.bottom + 1) * side <= this.height - EDGE.bottom + side / 4
    );
  }

  /** Moves just as far as it takes to see a square. */
  reveal({ x, y }: Square): void {
    const side = CELL * this.zoom;
    const [left, top] = [this.x + x * side, this.y + y * side];
    const { width, height } = this.inner;
    this.x += clamp(left, EDGE.left, EDGE.left + Math.max(0, width - side)) - left;
    this.y += clamp(top, EDGE.top, EDGE.top + Math.max(0, height - side)) - top;
  }
}
