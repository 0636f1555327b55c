import { describe as group, expect, it } from 'vitest';
import { columns, faceOf, guideOf, isHeard, lapsedOf, otherSeats, outcomeKey, picksOf, turnedCards, turnedIn, votesFor } from './logic';
import type { ScaleAids, ScaleView } from './view';

const player = (more: Partial<ScaleView['players'][number]> = {}): ScaleView['players'][number] => ({
  card: '?',
  good: 0,
  bad: 0,
  offer: null,
  answer: null,
  swapping: false,
  ...more,
});

function viewOf(players: ScaleView['players'], more: Partial<ScaleView> = {}): ScaleView {
  return {
    game: 'scale',
    seats: players.length,
    options: { first_game: false, mode: 'room' },
    phase: 'play',
    actions: { orange: 'o01', blue: 'b01', yellow: 'y01' },
    action_piles: { orange: [], blue: [], yellow: [] },
    action_discards: { orange: [], blue: [], yellow: [] },
    number_pile: [],
    number_discards: [],
    good: 5,
    bad: 5,
    lid: 0,
    players,
    tied: [],
    picked: [],
    votes: players.map(() => null),
    ...more,
  };
}

group('cards and seats', () => {
  it('reads number cards, and only those', () => {
    expect(faceOf('b10')).toEqual({ colour: 'blue', value: 10 });
    for (const card of ['xs', 'os', '?', '', null, undefined]) expect(faceOf(card)).toBeNull();
  });
  it('knows whether anybody but a computer player could hear what is said', () => {
    const [ann, bob] = [
      { person: 'a', name: 'Ann' },
      { person: 'b', name: 'Bob' },
    ];
    const computer = { name: 'Rexy', level: 'easy' as const };
    expect(isHeard([ann, computer, null], 0)).toBe(false);
    expect(isHeard([ann, computer, bob], 0)).toBe(true);
    expect(isHeard([ann, computer], 1)).toBe(true);
  });
  it('puts the left neighbour first', () => {
    expect(otherSeats(4, 2)).toEqual([3, 0, 1]);
    expect(otherSeats(3, null)).toEqual([0, 1, 2]);
  });
  it('leaves no stage alone in its row if it can', () => {
    expect(columns(7)).toEqual({ wide: 4, narrow: 4 });
    expect(columns(3)).toEqual({ wide: 3, narrow: 3 });
    expect(columns(6)).toEqual({ wide: 3, narrow: 3 });
  });
});

group('what to do now', () => {
  const aids = { offers: [[], [], []] as number[][] } as ScaleAids;
  const at = { aids, legal: [], moved: true, byTouch: false };
  const three = (changes: Partial<ScaleView['players'][number]>[], more: Partial<ScaleView> = {}): ScaleView =>
    viewOf(
      [0, 1, 2].map((seat) => player(changes[seat])),
      { options: { first_game: false, mode: 'stage' }, ...more },
    );
  it('says how to move the puppet until it has been moved', () => {
    expect(guideOf(three([]), 0, { ...at, moved: false })).toEqual({ key: 'guide_move', seats: [] });
    expect(guideOf(three([]), 0, { ...at, moved: false, byTouch: true })?.key).toBe('guide_move_touch');
    expect(guideOf(three([]), 0, at)?.key).toBe('guide_find');
    expect(guideOf(three([], { options: { first_game: false, mode: 'room' } }), 0, { ...at, moved: false })?.key).toBe('guide_room');
  });
  it('says what is waited for first', () => {
    const offered = { ...aids, offers: [[1, 2], [], [0]] };
    expect(guideOf(three([{ offer: 2 }, { offer: 0 }, { offer: 0 }]), 0, { ...at, aids: offered })).toEqual({
      key: 'guide_offered',
      seats: [1, 2],
    });
    expect(guideOf(three([{ offer: 2 }]), 0, at)).toEqual({ key: 'guide_laid', seats: [2] });
    expect(guideOf(three([{ offer: 2 }, {}, { offer: 1 }]), 0, at)).toEqual({ key: 'guide_laid_elsewhere', seats: [2] });
    expect(guideOf(three([{ offer: 2 }]), 0, { ...at, moved: false })).toEqual({ key: 'guide_laid_still', seats: [2] });
    expect(guideOf(three([{ swapping: true, card: 'xs' }]), 0, at)?.key).toBe('guide_swap');
    expect(guideOf(viewOf([player({ answer: 'match' }), player()]), 0, at)?.key).toBe('guide_duo_said');
    expect(guideOf(viewOf([player(), player()]), 0, at)?.key).toBe('guide_duo');
  });
  it('tells the tied, those who judge and those who wait apart', () => {
    const tie = three([], { phase: 'vote', tied: [0, 1] });
    expect(guideOf(tie, 0, at)).toEqual({ key: 'tie_vote_me', seats: [0, 1] });
    expect(guideOf(tie, 2, { ...at, legal: ['vote 0'] })?.key).toBe('tie_vote_do');
    expect(guideOf(tie, null, at)?.key).toBe('tie_vote_wait');
    expect(guideOf(three([]), null, at)?.key).toBe('guide_watch');
    expect(guideOf(three([], { phase: 'over' }), 0, at)).toBeNull();
  });
});

group('moves', () => {
  it('offers each pair of actions once', () => {
    const legal = ['pick orange blue', 'pick blue orange', 'pick orange yellow', 'pick yellow blue', 'vote 1'];
    expect(picksOf(legal).map((pick) => pick.move)).toEqual(['pick orange blue', 'pick orange yellow', 'pick yellow blue']);
  });
});

const reveal = { type: 'reveal', seats: [0, 2], cards: ['o4', 'y5'], match: 'close' };

group('cards that turn', () => {
  it('tells what came of it', () => {
    const turned = turnedIn([reveal, { type: 'good', seats: [0, 2], count: 1 }, { type: 'draw', seat: 0, card: '?' }]);
    expect(turned?.gain).toEqual({ token: 'good', count: 1 });
    expect(outcomeKey(turned!)).toBe('turned_close');
    expect(outcomeKey(turnedIn([reveal, { type: 'right', count: 1, lid: 3 }])!)).toBe('turned_close_lid');
    expect(outcomeKey(turnedIn([reveal, { type: 'wrong', answer: 'nomatch' }])!)).toBe('turned_wrong');
    expect(turnedIn([{ type: 'offer', seat: 0, to: 1 }])).toBeNull();
  });
  it('remembers them for each seat, the latest first', () => {
    const later = { type: 'reveal', seats: [0, 1], cards: ['b1', 'b9'], match: 'none' };
    expect(turnedCards([{ events: [reveal] }, { events: [] }, { events: [later] }], 3)).toEqual([['b1', 'o4'], ['b9'], ['y5']]);
  });
});

group('the end', () => {
  it('counts votes', () => {
    const view = viewOf([player(), player(), player()], { tied: [0, 1], votes: [null, null, 1] });
    expect([0, 1, 2].map((seat) => votesFor(view, seat))).toEqual([0, 1, 0]);
  });
});

group('a cancelled offer', () => {
  const events = [
    { type: 'change', seat: 2, card: '?' },
    { type: 'lapse', seat: 0, to: 2 },
    { type: 'lapse', seat: 2, to: 1 },
  ];
  it('names the player whose card has changed', () => expect(lapsedOf(events, 0)).toBe(2));
  it('concerns only those who had made it', () => {
    expect(lapsedOf(events, 1)).toBeNull();
    expect(lapsedOf(undefined, 0)).toBeNull();
    expect(lapsedOf(events, 2)).toBeNull(); /* the player's own change */
  });
});
