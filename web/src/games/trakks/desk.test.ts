import { beforeEach, describe, expect, it } from 'vitest';
import { Desk } from './desk.svelte';
import { placeText } from './logic';
import type { TrakksView } from './view';

function view(changes: Partial<TrakksView> = {}, rack = ['b6', 'b7', 'r5', 'plus']): TrakksView {
  return {
    game: 'trakks',
    seats: 2,
    options: { rounds: 1, penalty: 'face', finish: 'any' },
    round: 1,
    rounds: 1,
    starter: 0,
    phase: 'turn',
    turn: 0,
    table: [
      ['b3@0,0', 'b4@1,0', 'b5@2,0'],
      ['r7@0,0', 'g7@0,1', 'y7@0,2'],
    ],
    pool: [],
    bag: [],
    players: [
      { rack, opened: true, penalty: 0 },
      { rack: ['?'], opened: true, penalty: 0 },
    ],
    giving: [null, null],
    passes: 0,
    ...changes,
  };
}

let desk: Desk;
const idOf = (tile: string): number => [...desk.table, ...desk.pieces].find((one) => one.tile === tile)!.id;
const place = (tile: string) => desk.table.find((one) => one.tile === tile)!;

beforeEach(() => {
  desk = new Desk();
  desk.see(view(), 0);
});

describe('a turn in the making', () => {
  it('lays tiles from the rack and takes them back', () => {
    const five = place('b5');
    desk.lift(idOf('b6'));
    expect(desk.put({ x: five.x, y: five.y })).toBe(false);
    expect(desk.put({ x: five.x + 1, y: five.y })).toBe(true);
    expect(desk.laid.map((one) => one.tile)).toEqual(['b6']);
    expect(desk.rack.map((one) => one.tile)).not.toContain('b6');
    desk.lift(idOf('b6'));
    expect(desk.putBack()).toBe(true);
    expect(desk.laid).toEqual([]);
    expect(desk.rack.length).toBe(4);
  });
  it('never puts table tiles into the rack, nor action tiles on the table', () => {
    desk.lift(idOf('b5'));
    expect(desk.putBack()).toBe(false);
    expect(desk.table.length).toBe(6);
    desk.lift(idOf('plus'));
    expect(desk.put({ x: 40, y: 40 })).toBe(false);
  });
  it('moves lines and groups together', () => {
    desk.liftLine(idOf('b4'));
    expect(desk.held!.parts.length).toBe(3);
    const { x, y } = place('b4');
    desk.put({ x, y: y - 5 });
    expect(place('b3')).toMatchObject({ x: x - 1, y: y - 5 });
    desk.liftGroup(idOf('g7'));
    expect(desk.held!.parts.length).toBe(3);
  });
  it('takes one line, then the one that crosses it', () => {
    const { x, y } = place('b5');
    desk.lift(idOf('r5'));
    desk.put({ x, y: y + 1 });
    const held = () => desk.held!.parts.map((part) => part.tile).sort();
    desk.liftLine(idOf('b5'));
    expect(held()).toEqual(['b3', 'b4', 'b5']);
    desk.lift(idOf('b5'));
    desk.liftLine(idOf('b5'));
    expect(held()).toEqual(['b5', 'r5']);
    desk.liftLine(idOf('b5'));
    expect(held()).toEqual(['b3', 'b4', 'b5']);
  });
  it('turns what is held by quarters', () => {
    desk.liftGroup(idOf('b4'));
    const { x, y } = place('b4');
    expect(desk.turn()).toBe(true);
    expect([place('b3'), place('b4'), place('b5')]).toMatchObject([
      { x, y: y - 1 },
      { x, y },
      { x, y: y + 1 },
    ]);
    desk.turn();
    expect([place('b3'), place('b5')]).toMatchObject([
      { x: x + 1, y },
      { x: x - 1, y },
    ]);
  });
  it('undoes, redoes and starts over', () => {
    const five = place('b5');
    desk.lift(idOf('b6'));
    desk.put({ x: five.x + 1, y: five.y });
    desk.lift(idOf('b7'));
    desk.put({ x: five.x + 2, y: five.y });
    desk.undo();
    expect(desk.laid.length).toBe(1);
    desk.redo();
    expect(desk.laid.length).toBe(2);
    desk.restart();
    expect(desk.laid.length).toBe(0);
    desk.undo();
    expect(desk.laid.length).toBe(2);
    desk.undo();
    desk.undo();
    expect(desk.canUndo).toBe(false);
  });
  it('goes on when the server tells nothing new, and ends when the turn is over', () => {
    const five = place('b5');
    desk.lift(idOf('b6'));
    desk.put({ x: five.x + 1, y: five.y });
    desk.see(view(), 0);
    expect(desk.laid.length).toBe(1);
    desk.see(view({ turn: 1 }), 0);
    expect(desk.laid.length).toBe(0);
    expect(place('b5')).toMatchObject({ x: five.x, y: five.y });
  });
  it('knows its own placing when it is told back, with other origins', () => {
    const five = place('b5');
    const six = idOf('b6');
    desk.lift(six);
    desk.put({ x: five.x + 1, y: five.y });
    expect(placeText(desk.table)).toContain('b6@');
    desk.see(
      view(
        {
          turn: 1,
          table: [
            ['r7@3,3', 'g7@3,4', 'y7@3,5'],
            ['b3@9,9', 'b4@10,9', 'b5@11,9', 'b6@12,9'],
          ],
        },
        ['b7', 'r5', 'plus'],
      ),
      0,
    );
    expect(place('b6')).toMatchObject({ id: six, x: five.x + 1, y: five.y });
    expect(desk.news.size).toBe(0);
    expect(desk.laid).toEqual([]);
  });
  it('marks tiles that have come since the player acted, and none of a deal', () => {
    const desk = new Desk();
    const freshTiles = (): string[] => desk.rack.filter(({ id }) => desk.fresh.has(id)).map(({ tile }) => tile);
    desk.see(view(), 0);
    expect(freshTiles()).toEqual([]);
    desk.see(view({ turn: 1 }, ['b6', 'b7', 'r5', 'plus', 'b6']), 0);
    expect(freshTiles()).toEqual(['b6']);
    desk.see(view({ turn: 0 }, ['b6', 'b7', 'r5', 'plus', 'b6', 'g1', 'g2', 'g3']), 0); /* somebody's +3 */
    expect(freshTiles()).toEqual(['b6', 'g1', 'g2', 'g3']);
    desk.act();
    desk.see(view({ turn: 1 }, ['b6', 'b7', 'r5', 'b6', 'g1', 'g2', 'g3']), 0);
    expect(freshTiles()).toEqual([]);
    desk.see(view({ turn: 1 }, ['b6', 'b7', 'r5', 'b6', 'g1', 'g2', 'g3', 'y9']), 0);
    desk.see(view({ round: 2 }, ['y1', 'y2']), 0);
    expect(freshTiles()).toEqual([]);
  });

  it('moves groups together only between turns', () => {
    desk.liftGroup(idOf('b4'));
    desk.put({ x: 50, y: 50 });
    desk.tidy();
    expect(place('b4').x).toBe(50);
    desk.see(view({ turn: 1 }), 0);
    expect(place('b4').x).toBe(50);
    const id = idOf('b4');
    desk.tidy();
    expect(place('b4').id).toBe(id);
    expect(Math.abs(place('b4').x - place('r7').x)).toBeLessThan(9);
  });
  it('shows and adopts a proposal', () => {
    desk.propose('draw');
    expect(desk.proposed).toBeNull();
    desk.propose('place b3@0,0 b4@1,0 b5@2,0 b6@3,0 | r7@0,0 g7@0,1 y7@0,2');
    expect([...desk.proposedNews]).toEqual([idOf('b6')]);
    desk.adopt();
    expect(desk.laid.map((one) => one.tile)).toEqual(['b6']);
    desk.undo();
    expect(desk.laid).toEqual([]);
  });
  it("keeps the player's own order of the rack", () => {
    desk.order(idOf('plus'), idOf('b6'));
    expect(desk.sorting).toBe('own');
    expect(desk.rack.map((one) => one.tile)[0]).not.toBe('b6');
    const order = desk.rack.map((one) => one.tile);
    desk.see(view({ turn: 1 }, ['b6', 'b7', 'r5', 'plus', 'y1']), 0);
    expect(desk.rack.map((one) => one.tile)).toEqual([...order, 'y1']);
  });
  it('leaves the places of laid tiles empty until the turn ends', () => {
    desk.sorting = 'colour';
    const shown = () => desk.places.map((one) => (one.isEmpty ? '' : one.tile));
    const before = shown();
    const five = place('b5');
    desk.lift(idOf('b6'));
    desk.put({ x: five.x + 1, y: five.y });
    expect(shown()).toEqual(before.map((tile) => (tile === 'b6' ? '' : tile)));
    expect(desk.isTouched).toBe(true);
    desk.restart();
    expect(shown()).toEqual(before);
    desk.see(
      view(
        {
          turn: 1,
          table: [
            ['r7@3,3', 'g7@3,4', 'y7@3,5'],
            ['b3@9,9', 'b4@10,9', 'b5@11,9', 'b6@12,9'],
          ],
        },
        ['b7', 'r5', 'plus'],
      ),
      0,
    );
    expect(shown()).toEqual(before.filter((tile) => tile !== 'b6'));
    expect(desk.isTouched).toBe(false);
  });
  it('keeps it when somebody else lays equal tiles, and when the page is loaded again', () => {
    const remembered = new Desk(['r7', 'b5', 'plus', 'b6']);
    remembered.sorting = 'own';
    remembered.see(view({}, ['b6', 'r7', 'plus', 'b5']), 0);
    expect(remembered.rack.map((one) => one.tile)).toEqual(['r7', 'b5', 'plus', 'b6']);
    const table = [
      ['b3@0,0', 'b4@1,0', 'b5@2,0', 'b6@3,0'],
      ['r7@0,0', 'g7@0,1', 'y7@0,2'],
    ];
    remembered.see(view({ table }, ['b6', 'r7', 'plus', 'b5']), 0);
    expect(remembered.rack.map((one) => one.tile)).toEqual(['r7', 'b5', 'plus', 'b6']);
    expect(remembered.arrived.size).toBe(1);
  });
});
