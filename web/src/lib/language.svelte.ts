/* French and English: which one is spoken, and the page's own sentences (data/texts/page.json): those
 * of the start page at once, those said at a table when there is one (`learn`). Whatever shows text
 * calls these functions while it draws, so that switching changes it at once. */
import page from 'texts:page';

export type Language = 'en' | 'fr';
export type Both = Record<Language, string>;

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

type Values = Record<string, string | number | string[]>;

/* By hand: making the browser's own (Intl) costs a slow phone a tenth of a second before anything is
 * seen. */
const isOne = { en: (count: number) => count === 1, fr: (count: number) => Math.abs(count) < 2 };
const and = { en: ' and ', fr: ' et ' };

/** “Ann, Bob and Cléo”. */
export function list(items: string[], chosen: Language = spoken.language): string {
  return items.length < 2 ? items.join() : items.slice(0, -1).join(', ') + and[chosen] + items.at(-1);
}

/** A number as it is printed, with a minus that is one. */
export const numeral = (value: number): string => String(value).replace('-', '−');

/** Puts values into a sentence: `{name}`, or `{#count|one|many}` with # for the number. */
export function fill(sentence: string, values: Values = {}, chosen: Language = spoken.language): string {
  return sentence.replace(/\{(#?)(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, count, key, one, many) => {
    const value = values[key] ?? '';
    if (!count) return Array.isArray(value) ? list(value, chosen) : String(value);
    return String(isOne[chosen](Number(value)) ? one : many).replace('#', String(value));
  });
}

type Sections = Record<string, Record<string, Both>>;
const sections: Sections = { ...page };

/** More sentences, that came later. */
export function learn(more: Sections): void {
  Object.assign(sections, more);
}

/** A sentence of the page: say('home.title'). */
export function say(key: string, values?: Values): string {
  const [section = '', name = ''] = key.split('.');
  const text = sections[section]?.[name];
  return text ? fill(both(text), values) : key;
}
