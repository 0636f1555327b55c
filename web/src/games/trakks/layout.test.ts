import { describe, expect, it } from 'vitest';
import { boxOf, identify, identifyRack, settle } from './layout';
import { groupsOf, indexed, parsePlace } from './logic';

const groups = (text: string) => parsePlace(`place ${text}`)!;

describe('settling groups on the plane', () => {
  it('keeps groups apart that have the same numbers', () => {
    const { laid } = settle(groups('b3@0,0 b4@1,0 b5@2,0 | r7@0,0 g7@0,1 y7@0,2 | r1@0,0 r2@1,0 r3@2,0'), []);
    expect(indexed(laid).size).toBe(9);
    expect(groupsOf(laid).length).toBe(3);
    const box = boxOf(laid)!;
    expect(box.right - box.left).toBeLessThan(10);
  });
  it('leaves what was there in its place, whatever its origin is now', () => {
    const before = settle(groups('b3@0,0 b4@1,0 b5@2,0 | r7@0,0 g7@0,1 y7@0,2'), []).laid;
    const { laid, kept } = settle(groups('r7@5,5 g7@5,6 y7@5,7 b7@5,8 | b2@0,0 b3@1,0 b4@2,0 b5@3,0'), before);
    expect(kept).toBe(6);
    const now = indexed(laid);
    for (const one of before) expect(now.get(`${one.x},${one.y}`)?.tile).toBe(one.tile);
  });
  it('moves a group that would touch another one', () => {
    const before = groups('b3@0,0 b4@1,0 b5@2,0 | r7@4,0 g7@4,1 y7@4,2').flat();
    const { laid } = settle(groups('b3@0,0 b4@1,0 b5@2,0 b6@3,0 | r7@0,0 g7@0,1 y7@0,2'), before);
    expect(groupsOf(laid).length).toBe(2);
  });
});

describe('following tiles', () => {
  const before = [
    { id: 1, tile: 'b3', x: 0, y: 0 },
    { id: 2, tile: 'b3', x: 9, y: 0 },
  ];
  it('knows the same tile on the same square', () => {
    const now = identify(
      [
        { tile: 'b3', x: 8, y: 0 },
        { tile: 'b3', x: 0, y: 0 },
      ],
      before,
    );
    expect(now.map((one) => one.id)).toEqual([2, 1]);
  });
  it('lets tiles come from the rack, and others be new', () => {
    const now = identify(
      [
        { tile: 'r1', x: 0, y: 0 },
        { tile: 'r1', x: 1, y: 0 },
      ],
      before,
      [{ id: 7, tile: 'r1' }],
    );
    expect(now[0]!.id).toBe(7);
    expect(now[1]!.id).toBeGreaterThan(0);
    expect(now[1]!.id).not.toBe(7);
  });
  it('keeps the order of a rack', () => {
    const rack = identifyRack(
      ['y1', 'b2', 'b2', 'r3'],
      [
        { id: 5, tile: 'b2' },
        { id: 6, tile: 'g9' },
        { id: 7, tile: 'y1' },
      ],
    );
    expect(rack.map((piece) => piece.tile)).toEqual(['b2', 'y1', 'b2', 'r3']);
    expect(rack.slice(0, 2).map((piece) => piece.id)).toEqual([5, 7]);
  });
});
