import { describe, expect, it } from 'vitest';
import {
  ALL_CARDS,
  arrowTarget,
  decidedByCards,
  eggGain,
  face,
  handAsKnown,
  lap,
  nestPoints,
  pile,
  printed,
  seatOrder,
  sorted,
  standings,
  unseen,
} from './logic';
import components from '../../../../data/components/trex.json';
import { CARDS_EACH, type Play, type TrexView } from './view';

printed(components.symbols);

const ANNA = 0;
const BRIAN = 1;
const CAROL = 2;
const NICK = 3;

function view(plays: [number, string][], more: Partial<TrexView> = {}): TrexView {
  const player = () => ({ hand: ['?'], deck: ['?'], out: [], eggs: [], seen: [] });
  return {
    game: 'trex',
    seats: 4,
    options: { meteor_compare: 'number' },
    round: 1,
    phase: 'play',
    turn: 0,
    strong: 'blue',
    weak: 'brown',
    aside: ['yellow', 'green', 'red'],
    eggs: ['red', 'blue'],
    egg_piles: [[], []],
    meteor: null,
    plays: plays.map(([seat, card]): Play => ({ seat, card })),
    ranking: null,
    players: [player(), player(), player(), player()],
    ...more,
  };
}

/* The example of the printed sheet. */
const EXAMPLE: [number, string][] = [
  [ANNA, 'y6'],
  [BRIAN, 'b7'],
  [CAROL, 'n8'],
  [NICK, 'b12'],
  [ANNA, 'n3'],
  [BRIAN, 'b12'],
];

describe('cards', () => {
  it('have what is printed on them', () => {
    expect(face('y6')).toEqual({ kind: 'dinosaur', colour: 'yellow', number: 6, meteor: false, draws: 2 });
    expect(face('n13')).toMatchObject({ colour: 'brown', number: 13, meteor: true, draws: 0 });
    expect(face('ch').kind).toBe('chameleon');
    expect(face('ms')).toMatchObject({ kind: 'shower', meteor: true });
    expect(face('?').kind).toBe('hidden');
    expect(ALL_CARDS).toHaveLength(CARDS_EACH);
    expect(ALL_CARDS.filter((card) => face(card).kind === 'dinosaur' && face(card).meteor)).toHaveLength(6);
  });

  it('are held by colour or by number', () => {
    expect(sorted(['ms', 'r5', 'y11', 'ch', 'y6', 'b2'], 'colour')).toEqual(['y6', 'y11', 'b2', 'r5', 'ch', 'ms']);
    expect(sorted(['ms', 'r5', 'y11', 'ch', 'y6', 'b2'], 'number')).toEqual(['b2', 'r5', 'y6', 'y11', 'ch', 'ms']);
  });
});

describe('the order of the top cards', () => {
  it('is that of the sheet’s example', () => {
    const order = standings(view(EXAMPLE));
    expect(order.map((line) => line.seat)).toEqual([BRIAN, NICK, CAROL, ANNA]);
    expect(order.map((line) => line.later)).toEqual([true, false, false, false]);
    expect(order.map((line) => line.rank)).toEqual(['strong', 'strong', 'weak', 'weak']);
  });

  it('is the server’s once there is one', () => {
    const order = standings(view(EXAMPLE, { ranking: [3, 1, 2, 0] }));
    expect(order.map((line) => [line.seat, line.place])).toEqual([[3, 1], [1, 2], [2, 3], [0, 4]]);
  });

  it('leaves out who has not played', () => {
    expect(standings(view(EXAMPLE.slice(0, 2))).map((line) => line.seat)).toEqual([BRIAN, ANNA]);
  });

  it('lets the Chamaelosaurus count as what it lies on', () => {
    const laid = view([[0, 'b12'], [1, 'y1'], [0, 'ch'], [2, 'ch'], [3, 'ms'], [3, 'ch']]);
    expect(pile(laid, 0)).toMatchObject({ top: 'ch', counts: 'b12', at: 2 });
    expect(pile(laid, 2).counts).toBeNull();
    expect(pile(laid, 3).counts).toBeNull();
    expect(standings(laid).map((line) => line.seat)).toEqual([0, 1, 3, 2]);
  });
});

describe('the final lap', () => {
  it('is the order of play as long as no meteor leads', () => {
    const second = lap(view([[2, 'y6'], [3, 'y6'], [0, 'y6'], [1, 'y6'], [2, 'b2']], { turn: 3 }));
    expect(second.map((stop) => stop.seat)).toEqual([2, 3, 0, 1]);
    expect(second.map((stop) => stop.state)).toEqual(['done', 'now', 'waiting', 'waiting']);
    expect(second.some((stop) => stop.last)).toBe(false);
  });

  it('goes round once and ends with the owner of the meteor', () => {
    const meteor = { seat: BRIAN, card: 'b7' };
    const stops = lap(view(EXAMPLE.slice(0, 3), { meteor, turn: NICK }));
    expect(stops.map((stop) => stop.seat)).toEqual([CAROL, NICK, ANNA, BRIAN]);
    expect(stops.map((stop) => stop.state)).toEqual(['done', 'now', 'waiting', 'waiting']);
    expect(stops.map((stop) => stop.last)).toEqual([false, false, false, true]);
  });

  it('knows who has nothing left to play', () => {
    const meteor = { seat: BRIAN, card: 'b7' };
    const now = view(EXAMPLE.slice(0, 3), { meteor, turn: NICK });
    now.players[ANNA] = { hand: [], deck: [], out: [], eggs: [], seen: [] };
    expect(lap(now).find((stop) => stop.seat === ANNA)?.state).toBe('passed');
  });
});

describe('eggs', () => {
  it('count the square of each colour', () => {
    expect(nestPoints(['red', 'red', 'red', 'blue'])).toBe(10);
    expect(eggGain(['red', 'red', 'red', 'blue'], 'red')).toBe(7);
    expect(eggGain([], 'red')).toBe(1);
  });
});

describe('the rest', () => {
  it('remembers what was never played', () => {
    expect(unseen({ seen: ALL_CARDS.filter((card) => card !== 'ms') })).toEqual(['ms']);
  });
  it('knows what the others know of a hand', () => {
    expect(handAsKnown({ hand: ['r5', 'y6', 'b2'], seen: ['b2', 'r5', 'g9'] })).toEqual(['b2', 'r5', '?']);
  });
  it('draws oneself first', () => {
    expect(seatOrder(4, 2)).toEqual([2, 3, 0, 1]);
    expect(seatOrder(3, null)).toEqual([0, 1, 2]);
  });
  it('knows when the remaining cards decide', () => {
    expect(decidedByCards({ scores: [20, 20, 3], winners: [1] })).toBe(true);
    expect(decidedByCards({ scores: [20, 20, 20], winners: [0, 2] })).toBe(true);
    expect(decidedByCards({ scores: [20, 20, 3], winners: [0, 1] })).toBe(false);
    expect(decidedByCards({ scores: [20, 19, 19], winners: [0] })).toBe(false);
  });
  it('goes round by arrow keys', () => {
    expect(arrowTarget('ArrowRight', 2, 3)).toBe(0);
    expect(arrowTarget('ArrowLeft', 0, 3)).toBe(2);
    expect(arrowTarget('End', 0, 3)).toBe(2);
    expect(arrowTarget('x', 0, 3)).toBeNull();
  });
});
