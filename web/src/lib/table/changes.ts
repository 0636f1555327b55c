/* Seats that change hands during a match, and its first hint: what the log says about it. */
import { say, type Name } from '../words/language.svelte';
import { displayName, levelName } from '../people/names';
import type { ShownLine } from './playback.svelte';
import type { Seat } from '../connection/protocol';

export const isChange = ({ kind, before, after }: ShownLine): boolean =>
  kind === 'hint' || ((kind === 'sit' || kind === 'stand' || kind === 'bot') && (before ?? after ?? null) !== null);

/** Whether a line belongs to the match; before it everyone sees who sits down. */
export function isInMatch(line: ShownLine, log: ShownLine[]): boolean {
  const start = log.find(({ kind }) => kind === 'start');
  return !start || line.v > start.v;
}

/** Who left and who plays on, addressed to `me`; or that the match does not count any more. */
export function changeSentence({ kind, before, after }: ShownLine, me: string | undefined): string {
  if (kind === 'hint') return say('seats.hint');
  const name = (seat: Seat | null | undefined): Name =>
    seat?.person !== undefined && seat.person === me ? null : displayName(seat?.name ?? '');
  const what = {
    stand: after ? 'left_computer' : 'left',
    bot: before ? 'away_computer' : 'free_computer',
    sit: before ? 'back' : 'sits',
  }[kind as 'stand' | 'bot' | 'sit'];
  const level = after?.level ? levelName(after) : '';
  return say(`seats.${what}`, { had: name(before), has: name(after), level });
}
