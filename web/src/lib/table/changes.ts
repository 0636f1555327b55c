/* Seats that change hands during a match, its first hint, moves that are taken back, votes: what the log says about it. */
import { say, type Name } from '../words/language.svelte';
import { displayName, levelName } from '../people/names';
import type { ShownLine } from './playback.svelte';
import type { Seat } from '../connection/protocol';

export const isChange = ({ kind, before, after }: ShownLine): boolean =>
  kind === 'hint' ||
  kind === 'take_back' ||
  kind === 'vote' ||
  ((kind === 'sit' || kind === 'stand' || kind === 'bot') && (before ?? after ?? null) !== null);

/** What others did before the match, or about the next one, addressed to `me`; '' if there is nothing to say about it. */
export function lobbySentence({ kind, by, seat, before, after }: ShownLine, seats: (Seat | null)[], me: string | undefined): string {
  const name = nameFor(me);
  if (kind === 'stand' && by === 'host')
    return before?.person === me ? say('seats.removed_you') : say('seats.removed', { had: name(before) });
  const what = new Map([
    ['stand', 'stands'],
    ['sit', 'sits_down'],
    ['host', 'hosts'],
    ['rematch', 'rematch'],
  ]).get(kind);
  const has = kind === 'sit' ? after : seat === null ? null : seats[seat];
  if (!what || (kind === 'stand' ? before : has)?.person === undefined) return '';
  return say(`seats.${what}`, { had: name(before), has: name(has) });
}

const nameFor =
  (me: string | undefined) =>
  (seat: Seat | null | undefined): Name =>
    seat?.person !== undefined && seat.person === me ? null : displayName(seat?.name ?? '');

/** Whether a line belongs to the match; before it everyone sees who sits down. */
export function isInMatch(line: ShownLine, log: ShownLine[]): boolean {
  const start = log.find(({ kind }) => kind === 'start');
  return !start || line.v > start.v;
}

/** Who left and who plays on, addressed to `me`; that the match does not count any more; or what became of a move that a seat
 * wants to take back, or of a vote, with the names of the seats. */
export function changeSentence({ kind, by, before, after, seat, of, became }: ShownLine, me: string | undefined, names: Name[]): string {
  if (kind === 'hint') return say('seats.hint');
  if (kind === 'take_back' && became === 'refused' && seat === of)
    return say('seats.take_back_withdrawn', { has: names[of ?? -1] ?? null });
  if (kind === 'take_back') {
    const who = (became === 'taken' ? of : seat) ?? -1;
    return say(`seats.take_back_${became!}`, { has: names[who] ?? null });
  }
  if (kind === 'vote') return say(`seats.vote_${by ? 'late' : became!}`, { has: names[seat ?? -1] ?? null, had: names[of ?? -1] ?? null });
  const name = nameFor(me);
  const what = {
    stand: by === 'vote' ? 'voted_out' : by === 'clock' ? 'late_computer' : after ? 'left_computer' : 'left',
    bot: before ? 'away_computer' : 'free_computer',
    sit: before ? 'back' : 'sits',
  }[kind as 'stand' | 'bot' | 'sit'];
  const level = after?.level ? levelName(after) : '';
  return say(`seats.${what}`, { had: name(before), has: name(after), level });
}
