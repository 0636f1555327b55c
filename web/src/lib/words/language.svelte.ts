/* French and English: which one is spoken, and the page's own sentences (data/texts/page.json, and
 * `page` in the file of each game): those of the start page at once, those of a table or a small screen when
 * there is one (`learn`). Whatever shows text calls these functions while it draws, so that switching changes it
 * at once. */
import type { Both } from '../schema/protocol';
import page from 'texts:page';

export type Language = 'en' | 'fr';
export type { Both };

const KEY = 'ludosaure.language';

function first(): Language {
  const kept = localStorage.getItem(KEY);
  if (kept === 'en' || kept === 'fr') return kept;
  return navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

const spoken = $state({ language: first() });
document.documentElement.lang = spoken.language;

export function language(): Language {
  return spoken.language;
}

export function speak(chosen: Language): void {
  spoken.language = chosen;
  localStorage.setItem(KEY, chosen);
  document.documentElement.lang = chosen;
}

/** Of a text in both languages, the one spoken now. */
export function both(text: Both): string {
  return text[spoken.language];
}

/** The name of a person in a sentence; null is the reader: “you”. */
export type Name = string | null;
type Values = Record<string, string | number | null | Name[]>;

/* By hand: making the browser's own (Intl) costs a slow phone a tenth of a second before anything is
 * seen. */
const isOne = { en: (count: number) => count === 1, fr: (count: number) => Math.abs(count) < 2 };
const and = { en: ' and ', fr: ' et ' };
const you = { en: 'you', fr: 'vous' };

/** A name within a sentence. */
export const called = (name: Name, chosen: Language = spoken.language): string => name ?? you[chosen];

/** A text whose hyphenated words stay on one line. */
export const unbroken = (text: string): string => text.replaceAll('-', '\u2011');

/** “Ann, Bob and Cléo”. */
export function list(items: string[], chosen: Language = spoken.language): string {
  return items.length < 2 ? items.join() : items.slice(0, -1).join(', ') + and[chosen] + items.at(-1);
}

/** A number as it is printed, with a minus that is one. */
export const numeral = (value: number): string => String(value).replace('-', '−');

/** A share of one: “34%”, in French “34 %”. */
export const percent = (share: number): string => numeral(Math.round(share * 100)) + (language() === 'fr' ? '\u202f%' : '%');

/* {@name|other|you}, or with a list {@names|one|several|you}: the form that goes with who it is. */
function agreeing(value: string | number | null | Name[], forms: string[]): string {
  const all = Array.isArray(value) ? value : [value];
  return forms[all.includes(null) ? forms.length - 1 : forms.length > 2 && all.length > 1 ? 1 : 0] ?? '';
}

/** Puts values into a sentence: `{name}`; `{#count|one|many}` with # for the number;
 *  `{@name|plays|play}`, the second form for the reader. */
export function fill(sentence: string, values: Values = {}, chosen: Language = spoken.language): string {
  return sentence.replace(/\{([#@]?)(\w+)((?:\|[^|}]*)*)\}/g, (_, mark, key, after, at) => {
    const value = values[key] === undefined ? '' : values[key];
    const forms = String(after).split('|').slice(1);
    if (mark === '#') return String(forms[isOne[chosen](Number(value)) ? 0 : 1]).replace('#', String(value));
    if (mark === '@') return agreeing(value, forms);
    const text = Array.isArray(value)
      ? list(
          value.map((item) => called(item, chosen)),
          chosen,
        )
      : String(value ?? you[chosen]);
    const startsWithYou = (Array.isArray(value) ? value[0] : value) === null;
    const startsSentence = /(^|[.!?…]\s+)$/.test(sentence.slice(0, at));
    return startsWithYou && startsSentence ? text[0]!.toUpperCase() + text.slice(1) : text;
  });
}

type Sections = Record<string, Record<string, Both>>;
const sections: Sections = { ...page };

/** Adds sentences that were fetched later. */
export function learn(more: Sections): void {
  for (const [name, sentences] of Object.entries(more)) sections[name] = { ...sections[name], ...sentences };
}

/** A sentence of the page in both languages, its values not put in. */
export function inBoth(key: string): Both {
  const [section = '', name = ''] = key.split('.');
  return sections[section]?.[name] ?? { en: key, fr: key };
}

/** A sentence of the page, say('home.title'), or of a game, say('<id>.name'). */
export function say(key: string, values?: Values): string {
  return fill(both(inBoth(key)), values);
}
