import { describe, expect, it } from 'vitest';
import { face, isOneChoice, isStriking, newsOf, pile, printed, sorted } from './logic';
import components from '../../../../data/components/trex.json';

printed(components.symbols);

describe('choices', () => {
  it('are none between two eggs of the same colour', () => {
    expect(isOneChoice(['egg 1', 'egg 2'], ['red', 'red'])).toBe(true);
    expect(isOneChoice(['egg 1', 'egg 2'], ['red', 'blue'])).toBe(false);
    expect(isOneChoice(['egg 2'], [null, 'red'])).toBe(false);
    expect(isOneChoice(['trump keep', 'trump strong red'], [null, null])).toBe(false);
    expect(isOneChoice([], ['red', 'red'])).toBe(false);
  });
});

describe('cards', () => {
  it('have what is printed on them', () => {
    expect(face('y6')).toEqual({ kind: 'dinosaur', colour: 'yellow', number: 6, meteor: false, draws: 2 });
    expect(face('n13')).toMatchObject({ colour: 'brown', number: 13, meteor: true, draws: 0 });
    expect(face('ch').kind).toBe('chameleon');
    expect(face('ms')).toMatchObject({ kind: 'shower', meteor: true });
    expect(face('?').kind).toBe('hidden');
  });

  it('are held by colour or by number', () => {
    expect(sorted(['ms', 'r5', '?', 'y11', 'ch', 'y6', 'b2'], 'colour')).toEqual(['y6', 'y11', 'b2', 'r5', 'ch', 'ms', '?']);
    expect(sorted(['ms', 'r5', 'y11', 'ch', 'y6', 'b2'], 'number')).toEqual(['b2', 'r5', 'y6', 'y11', 'ch', 'ms']);
  });
});

describe('a pile', () => {
  it('is what its seat has laid, oldest first', () => {
    const plays = [
      { seat: 0, card: 'b12' },
      { seat: 1, card: 'y1' },
      { seat: 0, card: 'ch' },
    ];
    expect(pile({ plays }, 0)).toEqual(['b12', 'ch']);
    expect(pile({ plays }, 2)).toEqual([]);
  });
});

describe('news', () => {
  const move = (
    seat: number,
    ...events: { type: string; seat: number }[]
  ): { kind: 'move'; seat: number; events: { type: string; seat: number }[] } => ({ kind: 'move', seat, events });
  const log = [
    move(1, { type: 'trump_keep', seat: 1 }),
    move(0, { type: 'egg', seat: 0 }, { type: 'egg_other', seat: 2 }),
    move(2, { type: 'play', seat: 2 }),
    move(1, { type: 'trump_strong', seat: 1 }),
  ];
  it('are what the others have done since one’s own move, without what the table shows anyway', () => {
    expect(newsOf(log, 0).map(({ type }) => type)).toEqual(['egg_other', 'trump_strong']);
    expect(newsOf([...log, move(0)], 0)).toEqual([]);
  });
  it('are of the latest step for a spectator', () => expect(newsOf(log, null).map(({ type }) => type)).toEqual(['trump_strong']));
  it('are all that happened before one’s first move', () => expect(newsOf(log.slice(0, 1), 0)).toHaveLength(1));
  it('strike if a meteor leads or a trump changes', () => {
    expect(
      isStriking([
        { type: 'play', seat: 1 },
        { type: 'meteor', seat: 1 },
      ]),
    ).toBe(true);
    expect(
      isStriking([
        { type: 'play', seat: 1 },
        { type: 'meteor_lower', seat: 1 },
      ]),
    ).toBe(false);
  });
});
