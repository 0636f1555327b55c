/* The puzzles of each game: the file that lists them, and which day has which. A day is a number of days since 1970
 * and begins at midnight UTC, for everyone at the same moment; the core says which puzzle it has. */
import { createSubscriber } from 'svelte/reactivity';
import wasm from 'hall:wasm';
import { gameDisplay } from '../table/games';
import { language } from '../words/language.svelte';
import { Refusal } from '../connection/protocol';
import { Asker } from '../device/asker';
import type { Puzzle, PuzzleAnswers, PuzzleRequests } from '../schema/module';

export type { Puzzle };
/** A position of a puzzle: before an answer, or after it. */
export type Opened = PuzzleAnswers['open'];
export type Verdict = PuzzleAnswers['judge'];
export type Solution = PuzzleAnswers['solution'];

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
export const MOST_STARS = 3;

const files = import.meta.glob<string>('../../../../data/puzzles/*.json', { query: '?url', import: 'default', eager: true });
const addresses = new Map(Object.entries(files).map(([path, address]) => [path.split('/').at(-1)!.replace('.json', ''), address]));

/** The games that have puzzles. */
export const puzzleGames = (): string[] => [...addresses.keys()].filter((id) => gameDisplay(id));

/* What shows the time is drawn again at every full hour, and when a page that was hidden, maybe asleep, is looked at again. */
const followTime = createSubscriber((update) => {
  let timer = 0;
  const wait = (): void => void (timer = window.setTimeout(look, HOUR_MS - (Date.now() % HOUR_MS)));
  const look = (): void => {
    clearTimeout(timer);
    update();
    wait();
  };
  wait();
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
});

export function today(): number {
  followTime();
  return Math.floor(Date.now() / DAY_MS);
}
/** How many hours today still has, begun ones included. */
export function hoursToTomorrow(): number {
  followTime();
  return Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / HOUR_MS);
}
/** `2026-11-16`. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** `Nov 16, 2026`, or as the reader writes it. */
export const dateWords = (day: number): string =>
  new Date(day * DAY_MS).toLocaleDateString(language(), { dateStyle: 'medium', timeZone: 'UTC' });

/** The day of a date; null if there is no such day. */
export function dayOf(date: string): number | null {
  const ms = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  return Number.isNaN(ms) || dateOf(ms / DAY_MS) !== date ? null : ms / DAY_MS;
}

/** ★★☆ */
export const starsText = (stars: number): string => '★'.repeat(stars) + '☆'.repeat(MOST_STARS - stars);

/** The core, in a worker of its own. */
export class PuzzleCore {
  private asker = new Asker<PuzzleRequests, PuzzleAnswers>(
    new Worker(new URL('../device/puzzle.worker.ts', import.meta.url), { type: 'module' }),
  );
  private lists = new Map<string, Promise<Puzzle[]>>();

  static get possible(): boolean {
    return wasm !== '';
  }

  private async ask<C extends keyof PuzzleRequests>(cmd: C, values: Omit<PuzzleRequests[C], 'cmd'>): Promise<PuzzleAnswers[C]> {
    const answer = await this.asker.ask(cmd, values);
    if ('error' in answer) throw new Refusal(answer.error);
    return answer;
  }

  private async fetchList(game: string): Promise<Puzzle[]> {
    const answer = await fetch(addresses.get(game)!);
    if (!answer.ok) throw new Error(`no puzzles of ${game}`);
    return ((await answer.json()) as { puzzles: Puzzle[] }).puzzles;
  }

  /** The puzzles of a game; fetched once. */
  list(game: string): Promise<Puzzle[]> {
    const known = this.lists.get(game) ?? this.fetchList(game);
    this.lists.set(game, known);
    known.catch(() => this.lists.delete(game));
    return known;
  }

  /** The numbers of the puzzles of a game on each of these days; null on days without one. */
  async numbers(game: string, first: number, last: number): Promise<(number | null)[]> {
    const { length: count } = await this.list(game);
    const { numbers } = await this.ask('days', { count, first, last });
    return numbers.map((number) => (number < 0 ? null : number));
  }

  /** The first day that has a puzzle. */
  async firstDay(): Promise<number> {
    return (await this.ask('days', { count: 1, first: 0, last: 0 })).first_day;
  }

  async open(game: string, puzzle: Puzzle): Promise<Opened> {
    return this.ask('open', { game, puzzle });
  }

  /** Rejects with a Refusal if the move is not legal. */
  async judge(game: string, puzzle: Puzzle, move: string): Promise<Verdict> {
    return this.ask('judge', { game, puzzle, move });
  }

  async solution(game: string, puzzle: Puzzle): Promise<Solution> {
    return this.ask('solution', { game, puzzle });
  }

  close(): void {
    this.asker.close();
  }
}
