/* What the table has to work out to be drawn: nothing of the rules, only what views, moves and
 * events mean on paper. */
import { seatsFrom } from '../../lib/people/seats';
import type { GameEvent, Seat } from '../../lib/connection/protocol';
import type { Events } from './schema';
import type { Closeness, Colour, ScaleAids, ScaleView } from './view';

const LETTERS: Record<string, Colour> = { o: 'orange', b: 'blue', y: 'yellow' };

export interface NumberFace {
  colour: Colour;
  value: number;
}

/** `o6` is orange 6; null for swaps and for cards that are not shown. */
export function faceOf(card: string | null | undefined): NumberFace | null {
  const parts = /^([oby])(\d+)$/.exec(card ?? '');
  return parts ? { colour: LETTERS[parts[1]!]!, value: Number(parts[2]) } : null;
}

/** The other seats, the left neighbour first; all of them for a spectator. */
export const otherSeats = (seats: number, you: number | null): number[] => seatsFrom(you, seats).slice(you === null ? 0 : 1);

/** Whether some other person is at the table, who may hear what this player says. */
export const isHeard = (seats: (Seat | null)[], you: number | null): boolean =>
  seats.some((seat, index) => index !== you && seat?.person !== undefined);

/** How many stages stand side by side, where there is room and on a phone. */
export function columns(stages: number): { wide: number; narrow: number } {
  return {
    wide: stages <= 5 ? stages : Math.ceil(stages / 2),
    narrow: stages <= 4 ? stages : stages <= 6 ? 3 : 4,
  };
}

/** What to do now: a key of the page's sentences, and the seats that it names. */
export interface Guide {
  key: string;
  seats: number[];
}

interface Situation {
  aids: ScaleAids;
  legal: string[];
  /** The player's own puppet has been moved at this table. */
  moved: boolean;
  byTouch: boolean;
}

/** What this seat, or a spectator (null), should know now; null when all is over. */
export function guideOf(view: ScaleView, you: number | null, { aids, legal, moved, byTouch }: Situation): Guide | null {
  const guide = (key: string, seats: number[] = []): Guide => ({ key, seats });
  if (view.phase === 'over') return null;
  if (view.phase !== 'play') {
    const who = you !== null && view.tied.includes(you) ? 'me' : legal.length > 0 ? 'do' : 'wait';
    return guide(`tie_${view.phase}_${who}`, view.tied);
  }
  if (you === null) return guide('guide_watch');
  const me = view.players[you]!;
  if (me.swapping) return guide('guide_swap');
  const offering = aids.offers[you]!;
  if (offering.length > 0) return guide('guide_offered', offering);
  const onStage = view.options.mode === 'stage';
  if (me.offer !== null) {
    const elsewhere = view.players[me.offer]!.offer !== null;
    return guide(elsewhere ? 'guide_laid_elsewhere' : onStage && !moved ? 'guide_laid_still' : 'guide_laid', [me.offer]);
  }
  if (me.answer !== null) return guide('guide_duo_said');
  if (onStage && !moved) return guide(byTouch ? 'guide_move_touch' : 'guide_move');
  if (view.seats === 2) return guide('guide_duo');
  return guide(onStage ? 'guide_find' : 'guide_room');
}

export interface Pick {
  move: string;
  colours: [Colour, Colour];
}

/** The pairs of actions that may be picked, each once in whatever order. */
export function picksOf(legal: string[]): Pick[] {
  const picks = new Map<string, Pick>();
  for (const move of legal) {
    const parts = /^pick (\w+) (\w+)$/.exec(move);
    if (!parts) continue;
    const colours = [parts[1], parts[2]] as [Colour, Colour];
    const key = [...colours].sort().join();
    if (!picks.has(key)) picks.set(key, { move, colours });
  }
  return [...picks.values()];
}

export interface Turned {
  seats: [number, number];
  cards: [string, string];
  match: Closeness;
  /** What came of it: tokens for each, or into the lid; null when two were wrong. */
  gain: { token: 'good' | 'bad' | 'lid'; count: number } | null;
}

/** The first event of this type. */
const firstOf = <T extends keyof Events>(events: GameEvent[], type: T): Events[T] | undefined =>
  events.find((event) => event.type === type) as Events[T] | undefined;

/** Two cards that turned in these events, and what came of it. */
export function turnedIn(events: GameEvent[] = []): Turned | null {
  const reveal = firstOf(events, 'reveal');
  if (!reveal) return null;
  const tokens = firstOf(events, 'good') ?? firstOf(events, 'bad');
  const right = firstOf(events, 'right');
  const { seats, cards, match } = reveal;
  return {
    seats,
    cards,
    match,
    gain: tokens ? { token: tokens.type, count: tokens.count } : right ? { token: 'lid', count: right.count } : null,
  };
}

/** Which other player's new card cancelled the offer of this seat in these events; null if none did. */
export function lapsedOf(events: GameEvent[] = [], you: number | null): number | null {
  const own = events.filter((event) => event.seat === you);
  return firstOf(own, 'change') ? null : (firstOf(own, 'lapse')?.to ?? null);
}

/** The key of the sentence that says what came of it. */
export function outcomeKey(turned: Turned): string {
  if (!turned.gain) return 'turned_wrong';
  return `turned_${turned.match}${turned.gain.token === 'lid' ? '_lid' : ''}`;
}

/** What each seat's cards turned out to be, the latest first. */
export function turnedCards(log: { events: GameEvent[] }[], seats: number): string[][] {
  const cards: string[][] = Array.from({ length: seats }, () => []);
  for (const line of log) {
    const turned = turnedIn(line.events);
    turned?.seats.forEach((seat, index) => cards[seat]?.unshift(turned.cards[index]!));
  }
  return cards;
}

/** How many voted for this seat. */
export const votesFor = (view: ScaleView, seat: number): number => view.votes.filter((vote) => vote === seat).length;
