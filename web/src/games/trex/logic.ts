/* How cards and hands are drawn. What may be played, who leads and what eggs are worth comes from the
 * server. */
import type { GameEvent } from '../../lib/connection/protocol';
import type { ShownLine } from '../../lib/table/playback.svelte';
import { COLOURS, type CardText, type Colour, type TrexView } from './view';

/* ---- Cards ---- */

const LETTERS: Record<string, Colour> = { y: 'yellow', b: 'blue', n: 'brown', g: 'green', r: 'red' };
let symbols: Record<string, string> = {};

/** Sets the symbol of each card (data/components/trex.json), before anything is drawn. */
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

/** What a seat has laid in this round, oldest first. */
export function pile(view: Pick<TrexView, 'plays'>, seat: number): CardText[] {
  return view.plays.filter((play) => play.seat === seat).map((play) => play.card);
}

/* ---- Eggs ---- */

export function eggCount(eggs: Colour[], colour: Colour): number {
  return eggs.filter((egg) => egg === colour).length;
}

/** Whether all these moves take an egg of the same colour: everything that is shown of them is the same, so nothing is left to
 * choose. */
export function isOneChoice(moves: string[], eggs: (Colour | null)[]): boolean {
  const colours = moves.map((move) => (/^egg \d$/.test(move) ? eggs[Number(move.slice(4)) - 1] : null));
  return moves.length > 1 && colours[0] != null && colours.every((colour) => colour === colours[0]);
}

/* ---- News ---- */

/* What the table soon shows no trace of. */
const NEWS = new Set(['trump_strong', 'trump_weak', 'trump_keep', 'meteor_higher', 'egg', 'egg_other']);
const NEWS_MOST = 2;

/** What the others have done since this seat moved, or in the latest step for a spectator (null). */
export function newsOf(log: Pick<ShownLine, 'kind' | 'seat' | 'events'>[], you: number | null): GameEvent[] {
  const moves = log.filter(({ kind }) => kind === 'move');
  const own = you === null ? moves.length - 1 : moves.map(({ seat }) => seat).lastIndexOf(you);
  return moves
    .slice(Math.max(0, own))
    .flatMap(({ events }) => events.filter(({ type, seat }) => NEWS.has(type) && seat !== you))
    .slice(-NEWS_MOST);
}

/* What deserves a moment before the next move. */
const STRIKING = new Set(['meteor', 'meteor_higher', 'trump_strong', 'trump_weak']);

export const isStriking = (events: GameEvent[]): boolean => events.some(({ type }) => STRIKING.has(type));
