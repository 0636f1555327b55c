/* What the table draws, worked out from a view. None of this decides anything: what may be played
 * and who gets what is the server's word; these are aids to the eye. */
import { COLOURS, type CardText, type Colour, type Play, type TrexPlayer, type TrexView } from './view';

/* ---- Cards ---- */

export const ALL_CARDS: CardText[] = [
  ...['y1', 'b2', 'n3', 'g4', 'r5', 'y6', 'b7', 'n8', 'g9', 'r10', 'y11', 'b12', 'n13', 'g14', 'r15'],
  ...['ch', 'ms'],
];

const LETTERS: Record<string, Colour> = { y: 'yellow', b: 'blue', n: 'brown', g: 'green', r: 'red' };
let symbols: Record<string, string> = {};

/** Says what symbol each card has (data/components/trex.json), before anything is drawn. */
export function printed(onCards: Record<string, string>): void {
  symbols = onCards;
}

export type Kind = 'dinosaur' | 'chameleon' | 'shower' | 'hidden';

export interface Face {
  kind: Kind;
  colour: Colour | null;
  number: number | null;
  meteor: boolean;
  draws: number;
}

/** What is printed on a card. */
export function face(card: CardText): Face {
  const blank: Face = { kind: 'hidden', colour: null, number: null, meteor: false, draws: 0 };
  if (card === 'ch') return { ...blank, kind: 'chameleon' };
  if (card === 'ms') return { ...blank, kind: 'shower', meteor: true };
  const parts = /^([ybngr])(\d+)$/.exec(card);
  if (!parts) return blank;
  const symbol = symbols[card] ?? '';
  return {
    kind: 'dinosaur',
    colour: LETTERS[parts[1]!]!,
    number: Number(parts[2]),
    meteor: symbol === 'meteor',
    draws: Number(/^draw (\d)$/.exec(symbol)?.[1] ?? 0),
  };
}

/** A hand as people hold it: by colour, each from low to high, the specials last. */
export function sorted(hand: CardText[], by: 'colour' | 'number'): CardText[] {
  const place = (card: CardText): number => {
    const { colour, number, kind } = face(card);
    if (kind === 'hidden') return 1000;
    if (colour === null || number === null) return kind === 'chameleon' ? 900 : 901;
    return by === 'colour' ? COLOURS.indexOf(colour) * 100 + number : number;
  };
  return [...hand].sort((a, b) => place(a) - place(b));
}

/* ---- The piles of the round ---- */

export interface Pile {
  /** Oldest first. */
  cards: CardText[];
  top: CardText | null;
  /** What the top card counts as: the Chamaelosaurus as the card beneath; null counts 0. */
  counts: CardText | null;
  /** When the top card was played, in plays of the round. */
  at: number;
}

export function pile(view: Pick<TrexView, 'plays'>, seat: number): Pile {
  const result: Pile = { cards: [], top: null, counts: null, at: -1 };
  view.plays.forEach((play: Play, index) => {
    if (play.seat !== seat) return;
    result.cards.push(play.card);
    result.top = play.card;
    result.at = index;
    if (play.card === 'ms') result.counts = null;
    else if (play.card !== 'ch') result.counts = play.card;
  });
  return result;
}

export type Rank = 'strong' | 'middle' | 'weak' | 'nothing';

export function rank(view: Pick<TrexView, 'strong' | 'weak'>, counts: CardText | null): Rank {
  const colour = counts === null ? null : face(counts).colour;
  if (colour === null) return 'nothing';
  if (colour === view.strong) return 'strong';
  return colour === view.weak ? 'weak' : 'middle';
}

export interface Standing {
  seat: number;
  /** 1 for the strongest. */
  place: number;
  rank: Rank;
  /** As strong as the next one in the order, and only ahead because played later. */
  later: boolean;
}

const RANKS: Rank[] = ['nothing', 'weak', 'middle', 'strong'];

/** Who leads now. Once the server has ranked the round, its order is shown; before, the top cards
 * are compared here, only to draw the order: the server is the judge. Seats without a pile have no
 * place yet. */
export function standings(view: TrexView): Standing[] {
  const lines = Array.from({ length: view.seats }, (_, seat) => {
    const { counts, at } = pile(view, seat);
    const level = rank(view, counts);
    const strength = RANKS.indexOf(level) * 100 + (counts === null ? 0 : (face(counts).number ?? 0));
    return { seat, at, rank: level, strength };
  });
  const order = view.ranking
    ? view.ranking.map((seat) => lines[seat]!)
    : lines.filter((line) => line.at >= 0).sort((a, b) => b.strength - a.strength || b.at - a.at);
  return order.map((line, index) => ({
    seat: line.seat,
    place: index + 1,
    rank: line.rank,
    later: order[index + 1]?.strength === line.strength,
  }));
}

/* ---- The final lap ---- */

export type LapState = 'done' | 'now' | 'waiting' | 'passed';

export interface LapStop {
  seat: number;
  state: LapState;
  /** The owner of the leading meteor closes the lap. */
  last: boolean;
}

/** The seats in the order in which they play: from the first of the round, or, once a meteor leads,
 * the final lap, which its owner closes. */
export function lap(view: TrexView): LapStop[] {
  const { meteor } = view;
  const begun = meteor ? view.plays.findIndex((play) => play.seat === meteor.seat && play.card === meteor.card) : -1;
  const first = meteor ? meteor.seat + 1 : (view.plays[0]?.seat ?? view.turn ?? 0);
  const since = view.plays.slice(begun + 1);
  const times = (seat: number): number => since.filter((play) => play.seat === seat).length;
  const needed = meteor ? 0 : times(view.turn ?? first); /* as often as whoever plays now */
  return Array.from({ length: view.seats }, (_, step) => {
    const seat = (first + step) % view.seats;
    const player = view.players[seat]!;
    let state: LapState = 'waiting';
    if (view.phase === 'play' && view.turn === seat) state = 'now';
    else if (times(seat) > needed) state = 'done';
    else if (player.hand.length + player.deck.length === 0) state = 'passed';
    return { seat, state, last: seat === meteor?.seat };
  });
}

/* ---- Eggs ---- */

export function eggCount(eggs: Colour[], colour: Colour): number {
  return eggs.filter((egg) => egg === colour).length;
}

/** Points of a nest: the square of each colour's number. */
export function nestPoints(eggs: Colour[]): number {
  return COLOURS.reduce((sum, colour) => sum + eggCount(eggs, colour) ** 2, 0);
}

/** What one more egg of this colour would add. */
export function eggGain(eggs: Colour[], colour: Colour): number {
  return 2 * eggCount(eggs, colour) + 1;
}

/* ---- The end ---- */

/** Whether the remaining cards had to decide between players with equally many points. */
export function decidedByCards(result: { scores: number[]; winners: number[] }): boolean {
  const best = Math.max(...result.scores);
  return result.scores.filter((score) => score === best).length > result.winners.length;
}

/* ---- Memory ---- */

/** The cards of a player that have never been played: they are where the view has a `?`. */
export function unseen(player: Pick<TrexPlayer, 'seen'>): CardText[] {
  return ALL_CARDS.filter((card) => !player.seen.includes(card));
}

/** A hand as the others know it: a card of it that was played before is remembered. */
export function handAsKnown(player: Pick<TrexPlayer, 'hand' | 'seen'>): CardText[] {
  return sorted(
    player.hand.map((card) => (player.seen.includes(card) ? card : '?')),
    'colour',
  );
}

/** Seats in the order in which they are drawn: oneself first, then the others as they play. */
export function seatOrder(seats: number, you: number | null): number[] {
  return Array.from({ length: seats }, (_, step) => ((you ?? 0) + step) % seats);
}

/* ---- Keys ---- */

/** Where an arrow key leads within a row of buttons; null for any other key. */
export function arrowTarget(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowRight' || key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
