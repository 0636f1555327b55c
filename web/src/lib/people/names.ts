/* What people and computer players are called, and the levels of computer players in words. */
import { inBoth, say } from '../words/language.svelte';
import type { Seat } from '../connection/protocol';

/** Whether a person gave no name: the page then sent the word for a guest, in the language of that moment. */
export const isGuest = (name: string): boolean => Object.values(inBoth('ui.guest')).includes(name);

/** A person's name, or the word for a guest, or for one who has deleted their account, in the reader's language. */
export const displayName = (name: string): string => (isGuest(name) ? say('ui.guest') : name || say('ui.someone'));

/* By hand: making the browser's own segmenter costs a slow phone too much before anything is seen. Enough for what may be in
 * a name: flags, and anything with marks, colours of skin, or pictures that are joined to it. */
const FIRST = /^(?:\p{RI}\p{RI}|.(?:\p{M}|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic})*)/u;

/** The first character of a name, as people count characters; a capital if it is a letter. */
export const initial = (name: string): string => (FIRST.exec(name)?.[0] ?? '').toUpperCase();

/** A name a seat; those who have the same are numbered, as guests who gave none. `nameless`: what to call a seat without one. */
export function namesOf(seats: ({ name: string } | null)[], nameless = (seat: number): string => String(seat + 1)): string[] {
  const names = seats.map((seat, index) => (seat ? displayName(seat.name) : nameless(index)));
  const alike = (name: string, among = names): number => among.filter((other) => other === name).length;
  return names.map((name, index) => (alike(name) > 1 ? `${name} ${alike(name, names.slice(0, index + 1))}` : name));
}

/** The names of the others at a table. */
export const othersOf = ({ seat, own }: { seat: (Seat | null)[]; own: number }): string[] =>
  namesOf(seat).filter((_, index) => seat[index] && index !== own);

/** The level of a computer player at a table. */
export function levelName({ level, auto }: Seat): string {
  const name = say(`levels.${level}`);
  return auto ? say('levels.decided', { level: name }) : name;
}
