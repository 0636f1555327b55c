/* What one's finished matches add up to. */
import type { Connection } from '../connection/connection.svelte';
import { say } from '../words/language.svelte';
import type { Answers, Finished as Told, FinishedSeat, Rating } from '../connection/protocol';

export type { FinishedSeat, Rating } from '../connection/protocol';

/** A finished match, and where it was played. */
export type FinishedMatch = Told & { hall: Connection };

/** One's rating in a game. */
export type Strength = Pick<Answers['ratings'], 'rating' | 'history' | 'levels'>;
export type RatingPoint = Strength['history'][number];

/* A band of 95 % that is as wide as from a beginner to an expert tells nothing. */
const KNOWN_DEVIATION_MAX = 250;

/** A strength in words: the mean and its uncertainty, if that tells anything. */
export const strengthWords = ({ mean, deviation }: Pick<Rating, 'mean' | 'deviation'>): string =>
  deviation > KNOWN_DEVIATION_MAX ? say('statistics.not_known') : `${mean} ± ${2 * deviation}`;

/** Which matches count. Empty values: all. */
export interface RecordChoice {
  game: string;
  seats: number;
  /** `people`, `computers`, a level, or the id of a person. */
  opponents: string;
}

/** What some matches add up to. */
export interface Summary {
  matches: number;
  wins: number;
  meanScore: number;
  scores: [lowest: number, highest: number];
  /** Wins in a row: up to now, and at most. */
  streak: number;
  longest: number;
}

const PAGES_MAX = 20;

/** All finished matches of a person, latest first: a thousand at most. */
export async function allRecords(hall: Connection, person: string): Promise<FinishedMatch[]> {
  const all: FinishedMatch[] = [];
  for (let page = 0; page < PAGES_MAX; page++) {
    const before = all.at(-1)?.ended;
    const { records } = await hall.ask('records', { person, ...(before ? { before } : {}) });
    all.push(...records.map((record) => ({ ...record, hall })));
    if (records.length < 50) break;
  }
  return all;
}

export const ownSeat = (record: FinishedMatch, own: string[]): FinishedSeat | undefined =>
  record.seats.find((seat) => seat.person && own.includes(seat.person));

export const opponentsOf = (record: FinishedMatch, own: string[]): FinishedSeat[] =>
  record.seats.filter((seat) => seat !== ownSeat(record, own));

function meets(record: FinishedMatch, opponents: string, own: string[]): boolean {
  const others = opponentsOf(record, own);
  if (opponents === 'people') return others.some((seat) => !seat.level);
  if (opponents === 'computers') return others.every((seat) => seat.level);
  return others.some((seat) => seat.level === opponents || seat.person === opponents);
}

/** The matches that count. */
export function chooseRecords(records: FinishedMatch[], { game, seats, opponents }: RecordChoice, own: string[]): FinishedMatch[] {
  return records.filter(
    (record) =>
      ownSeat(record, own) &&
      (!game || record.game === game) &&
      (!seats || record.seats.length === seats) &&
      (!opponents || meets(record, opponents, own)),
  );
}

/** What matches add up to, which come latest first. */
export function summary(records: FinishedMatch[], own: string[]): Summary {
  const seats = records.flatMap((record) => ownSeat(record, own) ?? []);
  const scores = seats.map((seat) => seat.score);
  let longest = 0;
  let row = 0;
  let streak = -1;
  for (const { won } of seats) {
    if (won <= 0 && streak < 0) streak = row;
    row = won > 0 ? row + 1 : 0;
    longest = Math.max(longest, row);
  }
  return {
    matches: seats.length,
    wins: seats.filter((seat) => seat.won > 0).length,
    meanScore: seats.length ? scores.reduce((sum, score) => sum + score, 0) / seats.length : 0,
    scores: [Math.min(...scores), Math.max(...scores)],
    streak: streak < 0 ? row : streak,
    longest,
  };
}

/** People met most often, with their latest names. */
export function peopleMet(records: FinishedMatch[], own: string[], most = 12): { person: string; name: string; matches: number }[] {
  const met = new Map<string, { person: string; name: string; matches: number }>();
  for (const record of records)
    for (const { person, name } of opponentsOf(record, own)) {
      if (!person) continue;
      const known = met.get(person) ?? { person, name, matches: 0 };
      known.matches++;
      met.set(person, known);
    }
  return [...met.values()].sort((a, b) => b.matches - a.matches).slice(0, most);
}
