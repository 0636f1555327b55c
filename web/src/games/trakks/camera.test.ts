/* What of the table is seen, on a phone. */
import { describe, expect, it } from 'vitest';
import { Camera, CELL } from './camera.svelte';

function phone(): Camera {
  const camera = new Camera();
  camera.width = 360;
  camera.height = 360;
  return camera;
}
const small = { left: 0, top: 0, right: 5, bottom: 3 };
const large = { left: -3, top: 0, right: 20, bottom: 14 };
const corner = { left: 18, top: 13, right: 20, bottom: 14 };
const tile = (camera: Camera): number => CELL * camera.zoom;
const READABLE = 35; /* of a square: its tile has 32 pixels */

describe('camera', () => {
  it('shows all of a small table', () => {
    const camera = phone();
    camera.look(small, small);
    expect(camera.sees(small)).toBe(true);
    expect(tile(camera)).toBeGreaterThan(READABLE);
  });

  it('shows what is new of a large one, large enough to be read, and goes no further than its end', () => {
    const camera = phone();
    camera.look(large, corner);
    expect(tile(camera)).toBe(READABLE);
    expect(camera.sees(corner)).toBe(true);
    expect(camera.x + (large.right + 1) * READABLE).toBe(camera.width - 2 * READABLE);
  });

  it('shows all groups that matter, or at least the tiles, or a first tile, always so that they can be read', () => {
    const camera = phone();
    const groups = { left: 2, top: 0, right: 8, bottom: 7 };
    const tiles = { left: 10, top: 5, right: 16, bottom: 11 };
    camera.frame(large, groups, corner, null);
    expect(camera.sees(groups)).toBe(true);
    camera.frame(large, large, tiles, null);
    expect(camera.sees(tiles)).toBe(true);
    camera.frame(large, large, large, { x: 20, y: 14 });
    expect(camera.sees({ left: 20, top: 14, right: 20, bottom: 14 })).toBe(true);
    expect(tile(camera)).toBe(READABLE);
  });

  it('comes closer to what one does, from all of a large table', () => {
    const camera = phone();
    camera.showAll(large);
    expect(camera.isFar).toBe(true);
    const square = camera.squareAt(300, 150);
    camera.comeCloser(300, 150);
    expect(camera.squareAt(300, 150)).toEqual(square);
    expect(camera.isFar).toBe(false);
    camera.showAll(large);
    camera.reveal({ x: 18, y: 2 });
    expect(camera.sees({ left: 18, top: 2, right: 18, bottom: 2 })).toBe(true);
    expect(tile(camera)).toBeCloseTo(READABLE);
  });

  it('frames the whole of a small table', () => {
    const camera = phone();
    camera.frame(small, { left: 0, top: 0, right: 1, bottom: 1 }, null, null);
    expect(camera.sees(small)).toBe(true);
  });

  it('leaves a free square around all of it', () => {
    const camera = phone();
    camera.showAll(large);
    const around = { left: large.left - 1, top: large.top - 1, right: large.right + 1, bottom: large.bottom + 1 };
    expect(camera.sees(around)).toBe(true);
  });

  it('leaves two around a small one, where tiles stay large enough to tap', () => {
    const camera = phone();
    camera.look(small, small);
    expect(camera.sees({ left: -2, top: -2, right: small.right + 2, bottom: small.bottom + 2 })).toBe(true);
    camera.width = 320;
    camera.look(small, small);
    expect(tile(camera)).toBe(36);
    expect(camera.sees({ left: -1, top: -1, right: small.right + 1, bottom: small.bottom + 1 })).toBe(true);
  });

  it('stays where it is when nothing is new', () => {
    const camera = phone();
    camera.look(large, corner);
    const { x, y } = camera;
    camera.look(large, null);
    expect([camera.x, camera.y]).toEqual([x, y]);
  });

  it('looks at the same place in a window that has become lower', () => {
    const camera = phone();
    camera.look(large, corner);
    camera.look(large, { left: 8, top: 6, right: 9, bottom: 7 });
    const middle = (camera.height / 2 - camera.y) / tile(camera);
    camera.height = 200;
    camera.recentre(360, 360);
    camera.look(large, null);
    expect((camera.height / 2 - camera.y) / tile(camera)).toBeCloseTo(middle);
  });

  it('shows all of a large one to who wants it, until that one looks closer', () => {
    const camera = phone();
    camera.showAll(large);
    expect(camera.sees(large)).toBe(true);
    camera.look(large, corner);
    expect(camera.sees(large)).toBe(true);
    camera.zoomBy(1.3);
    camera.look(large, corner);
    expect(tile(camera)).toBe(READABLE);
  });
});
