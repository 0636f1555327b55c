/* Names by the browser's Unicode tables, for the module's text/name.c. The rules are those of
 * src/text/name.c; only its exceptions for joiners are a little wider here, since browsers do not tell
 * which marks are viramas. */

export const NAME_CHARACTERS_MAX = 30;
const MARKS_MAX = 3;
const PARTS_MAX = 10;

const BLANKS = /\p{Zs}+/gu;
/* Controls, halves of pairs, no characters at all, and what turns the writing round. */
const CONFUSING = /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2060-\u206F\uFFF9-\uFFFB\u{E0000}-\u{10FFFF}]/u;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Co}\u2800]/u;
const MARK = /\p{M}/u;
const PICTURE = /\p{Extended_Pictographic}/u;
const ARABIC = /\p{Script=Arabic}/u;

function joinerShows(parts: string[], at: number, next: string): boolean {
  const before = parts[at - 1];
  if (!before) return false;
  if (MARK.test(before)) return true;
  if (parts[at] === '\u200C') return ARABIC.test(before) && ARABIC.test(next);
  return PICTURE.test(parts[0]!) && PICTURE.test(next);
}

/** `after`: the first part of the next character, or ''. */
function isFine(parts: string[], after: string): boolean {
  if (parts.length > PARTS_MAX) return false;
  let marks = 0;
  return parts.every((part, at) => {
    const next = parts[at + 1] ?? after;
    if (part === '\u200C' || part === '\u200D') return joinerShows(parts, at, next);
    if (part === '\uFE0E' || part === '\uFE0F') return at > 0 && (PICTURE.test(parts[at - 1]!) || next === '\u20E3');
    if (CONFUSING.test(part) || UNSEEN.test(part)) return false;
    return !MARK.test(part) || (at > 0 && ++marks <= MARKS_MAX);
  });
}

/** The characters of a text, as people count them. */
export const charactersOf = (text: string): string[] => [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);

/** The name as it is kept; 'bad' or 'long' if it cannot be. */
export function cleanName(name: string): { name: string } | 'bad' | 'long' {
  const clean = name.normalize('NFC').replace(BLANKS, ' ').trim();
  const characters = charactersOf(clean).map((character) => [...character]);
  if (characters.length === 0) return 'bad';
  if (!characters.every((parts, at) => isFine(parts, characters[at + 1]?.[0] ?? ''))) return 'bad';
  return characters.length > NAME_CHARACTERS_MAX ? 'long' : { name: clean };
}

/** How many code points a text has; -1 if one of them is confusing. */
export function countCharacters(text: string): number {
  return CONFUSING.test(text) ? -1 : [...text].length;
}
