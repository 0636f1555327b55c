import { describe, expect, it } from 'vitest';
import { plan } from './flights';

describe('what flies in a step', () => {
  it('moves a card from the hand to the pile; your own starts where it was', () => {
    expect(plan([{ type: 'play', seat: 0, card: 'y6' }], 0)).toEqual([{ from: 'hand:y6', to: 'pile@0', seen: 'arriving', later: false }]);
    expect(plan([{ type: 'play', seat: 1, card: 'y6' }], 0)[0]?.from).toBe('hand@1');
    expect(plan([{ type: 'flip', seat: 1, card: 'y6' }], null)[0]?.from).toBe('deck@1');
  });

  it('shows drawn cards to their owner only', () => {
    const draw = { type: 'draw', seat: 2, symbol: 2, cards: ['y1', '?'] };
    expect(plan([draw], 2).map((flight) => flight.to)).toEqual(['hand:y1', 'hand:?']);
    expect(plan([draw], 0).every((flight) => flight.seen === 'back' && flight.to === 'hand@2')).toBe(true);
  });

  it('gives two equal eggs to two players', () => {
    const events = [
      { type: 'egg', seat: 1, colour: 'red', egg: 2 },
      { type: 'egg_other', seat: 0, colour: 'red', egg: 1 },
    ];
    expect(plan(events, 0).map((flight) => [flight.from, flight.to])).toEqual([
      ['egg:2', 'nest@1'],
      ['egg:1', 'nest@0'],
    ]);
  });

  it('sends what dies out to the bones and piles under decks', () => {
    const events = [
      { type: 'remove_deck', seat: 1, card: '?' },
      { type: 'under', seat: 0, cards: ['y6'] },
    ];
    expect(plan(events, 0).map((flight) => [flight.from, flight.to, flight.seen])).toEqual([
      ['deck@1', 'out@1', 'back'],
      ['pile@0', 'deck@0', 'leaving'],
    ]);
  });

  it('leaves the rest where it is', () => {
    expect(
      plan(
        [
          { type: 'ranking', seats: [0, 1] },
          { type: 'round_end', seat: 0 },
        ],
        0,
      ),
    ).toEqual([]);
  });
});
