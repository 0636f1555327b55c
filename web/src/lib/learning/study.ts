/* The study of the games: what experts found out by playing each other many times, as `ludosaure study` wrote it. */
import figures from '../../../../docs/study/figures.json?raw';
import { language, percent, say } from '../words/language.svelte';
import type { Both } from '../schema/protocol';

/** A figure, and the interval in which it is with a certainty of 95 %. */
export interface Estimate {
  value: number;
  ci: [low: number, high: number];
}

export interface StudySetting {
  id: string;
  seats: number;
  /** The setting that this one changes; its own index: the game as it is. */
  base: number;
  says: Both | null;
  figures: Record<'length' | 'minutes' | 'deal_wins' | 'deal_scores', Estimate | null> & { seats: Estimate[] };
}

/** A comparison: of the wins of a seat or part, or of a figure, with an even share or with the game as it is. */
export interface StudyFinding extends Estimate {
  setting: number;
  seat?: number;
  part?: string;
  figure?: 'length' | 'deal_wins';
  even: number;
  verdict: 'none' | 'possible' | 'clear';
}

export interface StudiedGame {
  game: string;
  games: number;
  settings: StudySetting[];
  findings: StudyFinding[];
  lengths: { low: number; width: number; counts: number[] };
}

export interface Study {
  signature: string;
  seed: string;
  games: number;
  studies: StudiedGame[];
}

export const study = JSON.parse(figures) as Study;

/** How many games were played in all. */
export const gamesPlayed = (): number => study.studies.reduce((sum, { games, settings }) => sum + games * settings.length, 0);

const decimal = (value: number): string => value.toLocaleString(language(), { maximumFractionDigits: 1 }).replace('-', '−');

const withSign = (value: number): string => (value > 0 ? '+' : '') + decimal(value);
const hundredfold = ({ value, ci }: Estimate): Estimate => ({ value: 100 * value, ci: [100 * ci[0], 100 * ci[1]] });

/** A figure and its interval, in words. */
export type FigureWords = [value: string, range: string];
const worded = ({ value, ci: [low, high] }: Estimate, write: (value: number) => string): FigureWords => [
  write(value),
  say('statistics.range', { low: write(low), high: write(high) }),
];
export const shareWords = (of: Estimate): FigureWords => worded(of, percent);
export const numberWords = (of: Estimate): FigureWords => worded(of, decimal);
export const changeWords = (of: Estimate): FigureWords => worded(of, withSign);
/** A change of a share, in points of a hundred. */
export const pointsWords = (of: Estimate): FigureWords => changeWords(hundredfold(of));

/** The ends of an axis that holds all intervals, at round numbers. */
export function axisOf(rows: { ci: [number, number]; even?: number }[]): [low: number, high: number] {
  const low = Math.min(0, ...rows.map((row) => row.ci[0]));
  const high = Math.max(0, ...rows.map((row) => Math.max(row.ci[1], row.even ?? 0)));
  const step = high - low > 0.6 ? 0.2 : 0.1;
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
}
