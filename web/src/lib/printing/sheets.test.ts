import { describe, expect, it } from 'vitest';
import { backOf, countOf, layOut, PAPERS, type PieceKind, type Paper } from './sheets';

const cards = (count: number): PieceKind => ({ name: 'cards', width: 63, height: 88, pieces: [{ face: 'a', back: 'b', count }] });
const tiles: PieceKind = { name: 'tiles', width: 24, height: 24, pieces: [{ face: 't', count: 5 }] };
const board: PieceKind = { name: 'board', width: 190, height: 190, pieces: [{ face: 'board', count: 1 }] };
const papers = Object.entries(PAPERS);

/** Whether two places share more than an edge. */
function overlap(sheet: ReturnType<typeof layOut>[number]): boolean {
  return sheet.places.some((a, index) =>
    sheet.places
      .slice(index + 1)
      .some(
        (b) =>
          a.x < b.x + b.kind.width - 1e-6 &&
          b.x < a.x + a.kind.width - 1e-6 &&
          a.y < b.y + b.kind.height - 1e-6 &&
          b.y < a.y + a.kind.height - 1e-6,
      ),
  );
}

describe.each(papers)('on %s', (_, paper) => {
  it('every piece is there as often as it is needed, apart from the others, away from the edges', () => {
    const kinds = [cards(23), tiles, board];
    const sheets = layOut(kinds, paper);
    for (const kind of kinds)
      expect(sheets.flatMap(({ places }) => places.filter((place) => place.kind === kind))).toHaveLength(countOf(kind.pieces));
    for (const sheet of sheets) {
      expect(overlap(sheet)).toBe(false);
      for (const { x, y, kind } of sheet.places) {
        expect(x).toBeGreaterThanOrEqual(7);
        expect(x + kind.width).toBeLessThanOrEqual(paper.width - 7 + 1e-6);
        expect(y).toBeGreaterThanOrEqual(6);
        expect(y + kind.height).toBeLessThanOrEqual(paper.height - 9 + 1e-6);
      }
    }
  });
  it('nine cards fill a sheet', () => expect([9, 10].map((count) => layOut([cards(count)], paper).length)).toEqual([1, 2]));
  it('what is left of a sheet has room for others', () => expect(layOut([cards(3), tiles], paper)).toHaveLength(1));
  it('each back is behind its front', () => {
    const [sheet] = layOut([cards(4)], paper);
    const lefts = sheet!.places.slice(0, 3).map(({ x }) => x);
    for (const [index, place] of sheet!.places.slice(0, 3).entries()) expect(backOf(place, paper)).toBeCloseTo(lefts[2 - index]!, 6);
    /* Turned over, what was on the right is on the left. */
    for (const place of sheet!.places) expect(backOf(place, paper) + place.x + place.kind.width).toBeCloseTo(paper.width, 6);
  });
});

it('pieces of one size lie together, whatever they are called', () => {
  const [sheet, second] = layOut([cards(4), { ...cards(5), name: 'more' }], PAPERS.a4);
  expect(second).toBeUndefined();
  expect(new Set(sheet!.places.map(({ x, y }) => `${x} ${y}`)).size).toBe(9);
});

it('refuses what no sheet has room for', () => {
  const tiny: Paper = { width: 60, height: 60 };
  expect(() => layOut([board], tiny)).toThrow('larger than the paper');
});

it('marks both ends of every cut, and where cuts meet', () => {
  const [sheet] = layOut([cards(9)], PAPERS.a4);
  expect(sheet!.marks.match(/M/g)).toHaveLength(4 * 2 + 4 * 2 + 4 * 2);
});
