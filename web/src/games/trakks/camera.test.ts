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

describe('camera', () => {
  it('shows all of a small table', () => {
    const camera = phone();
    camera.look(small, small);
    expect(camera.sees(small)).toBe(true);
    expect(tile(camera)).toBeGreaterThan(30);
  });

  it('shows what is new of a large one, large enough to be read, and goes no further than its end', () => {
    const camera = phone();
    camera.look(large, corner);
    expect(tile(camera)).toBe(30);
    expect(camera.sees(corner)).toBe(true);
    expect(camera.x + (large.right + 1) * 30).toBe(camera.width - 2 * 30);
  });

  it('shows all groups that matter, smaller than can be read if it has to be', () => {
    const camera = phone();
    const groups = { left: 2, top: 0, right: 17, bottom: 10 };
    camera.frame(large, groups, corner);
    expect(camera.sees(groups)).toBe(true);
    expect(tile(camera)).toBeLessThan(30);
  });

  it('shows at least the tiles that matter, where the groups would be too small to make out', () => {
    const camera = phone();
    const tiles = { left: 10, top: 5, right: 18, bottom: 12 };
    camera.frame(large, large, tiles);
    expect(camera.sees(tiles)).toBe(true);
    expect(tile(camera)).toBeGreaterThan(20);
  });

  it('frames the whole of a small table', () => {
    const camera = phone();
    camera.frame(small, { left: 0, top: 0, right: 1, bottom: 1 }, null);
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
    expect(tile(camera)).toBe(30);
  });
});
