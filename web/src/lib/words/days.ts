/* Matches over days in words: how long a move may take, and how much of that is left. */
import texts from 'texts:days';
import { language, learn, say } from './language.svelte';

learn(texts);

const MINUTE_MS = 60_000;

/** “3 days per move”, or in hours. */
export function perMove(seconds: number): string {
  const hours = seconds / 3600;
  return hours % 24 === 0 ? say('days.per_days', { count: hours / 24 }) : say('days.per_hours', { count: Math.round(hours) });
}

/** “2 days 3 h left”, rounded down: nobody is promised time that they do not have. */
export function timeLeft(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS) % 60;
  const hours = Math.floor(ms / (60 * MINUTE_MS)) % 24;
  const days = Math.floor(ms / (24 * 60 * MINUTE_MS));
  if (ms < MINUTE_MS) return say('days.left_none');
  return say(
    days > 0 && hours > 0 ? 'days.left_days_hours' : days > 0 ? 'days.left_days' : hours > 0 ? 'days.left_hours' : 'days.left_minutes',
    { days, hours, minutes },
  );
}

/** The day on which a holiday ends: “20 Nov”. */
export const holidayEnd = (ms: number): string => new Date(ms).toLocaleDateString(language(), { day: 'numeric', month: 'short' });

/** When it ends: “20 Nov, 21:31”. */
export const momentOf = (ms: number): string =>
  new Date(ms).toLocaleString(language(), { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
