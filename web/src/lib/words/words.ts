/* What the core says about a game (data/texts/<game>.json), in the words of the terminal: names of
 * cards and colours, sentences of events. */
import { words } from 'texts:games';
import type { GameEvent, View } from '../connection/protocol';
import type { Remark } from '../schema/module';
import { both, called, fill, language, numeral, type Both, type Language, type Name } from './language.svelte';

export type { Remark };

/** What the page needs of a file of `data/texts`. */
export interface Texts {
  name: Both;
  events: Record<string, Both>;
  words: Record<string, Both>;
  /** Words of moves that people write otherwise in their language, such as the points of the compass. */
  typed?: Record<string, Both>;
}

/** What a game needs to put a move into words (`moveWords` in its folder). */
export interface MoveContext {
  view: View;
  words: Words;
  names: Name[];
}

const SEATS = new Set(['seat', 'to', 'from', 'owner', 'seats']);

const name = (names: Name[], seat: unknown): Name => (names[Number(seat)] === undefined ? String(seat) : names[Number(seat)]!);

export class Words {
  constructor(private texts: Texts) {}

  static async load(game: string): Promise<Words> {
    return new Words((await words[game]!()).default);
  }

  /** What people call a value of the game: `y6` is “yellow 6”. */
  word(value: string): string {
    const text = this.texts.words[value];
    return text ? both(text) : value;
  }

  /** The same with its article: `y6` is “the yellow 6”. */
  the(value: string): string {
    const text = this.texts.words[`the ${value}`];
    return text ? both(text) : this.word('the') + this.word(value);
  }

  /** A move, or a word of one, as people write it: in French `steer SW` is `steer SO`. */
  typed(move: string): string {
    return move.replace(/\S+/g, (word) => (this.texts.typed?.[word] ? both(this.texts.typed[word]) : word));
  }

  /** The other way: the move text for what a person has typed, in any language. */
  untyped(typed: string): string {
    const words = Object.entries(this.texts.typed ?? {});
    const codeOf = (word: string): string =>
      words.find(([, text]) => Object.values(text).some((one) => one.toLowerCase() === word.toLowerCase()))?.[0] ?? word;
    return typed.replace(/\S+/g, codeOf);
  }

  /** A sentence of the core with its tiles and cards by name: `y6 y9` in it is “yellow 6, yellow 9”. */
  named(sentence: Both): Both {
    const inLanguage = (chosen: Language): string =>
      sentence[chosen].replace(/\b[a-z]\d+(?: [a-z]\d+)*\b/g, (codes) =>
        codes
          .split(' ')
          .map((code) => this.texts.words[code]?.[chosen] ?? code)
          .join(', '),
      );
    return { en: inLanguage('en'), fr: inLanguage('fr') };
  }

  private value(field: string, value: unknown, names: Name[]): string | Name[] | null {
    if (Array.isArray(value) && SEATS.has(field)) return value.map((seat) => name(names, seat));
    if (Array.isArray(value)) return value.map((item) => this.value(field, item, names)).join(', ');
    if (typeof value === 'number' && SEATS.has(field)) return name(names, value);
    if (typeof value === 'number') return numeral(value);
    if (typeof value === 'string') return this.word(value);
    return '';
  }

  /** The sentence of an event; '' for an event without one. */
  event(event: GameEvent, names: Name[]): string {
    const values = Object.values(event);
    const hidden = values.some((value) => value === '?' || (Array.isArray(value) && value.includes('?')));
    const isYou = (field: string): boolean => typeof event[field] === 'number' && names[event[field]] === null;
    const variants = [hidden && 'hidden', isYou('to') && 'to_you', isYou('from') && 'from_you'].map(
      (which) => which && this.texts.events[`${event.type}.${which}`],
    );
    const text = variants.find(Boolean) || this.texts.events[event.type];
    if (!text) return '';
    const fields: Record<string, string | number | null | Name[]> = {};
    for (const [field, value] of Object.entries(event)) {
      const items = Array.isArray(value) ? value : [value];
      fields[field] = this.value(field, value, names);
      fields[`n_${field}`] = Array.isArray(value) ? value.length : Number(value);
      fields[`the_${field}`] = items.map((item) => (typeof item === 'string' ? this.the(item) : '')).join(', ');
      fields[`each_${field}`] = items.map((item, seat) => `${called(name(names, seat))} ${numeral(Number(item))}`).join(', ');
    }
    /* A word may itself be a template: {@seat|runs|run} into the Ty-Rex. */
    const inner = (field: string): string => (typeof event[field] === 'string' ? this.word(event[field]) : '');
    const sentence = both(text)
      .replace(/\{(\w+)\}/g, (whole, field) => (inner(field).includes('{') ? inner(field) : whole))
      .replace(/\{#(\w+)/g, (_, field) => `{#n_${field}`)
      .replace(/\{(the|each) (\w+)/g, (_, how, field) => `{${how}_${field}`)
      .replace(/\{(\w+) with (\w+)\}/g, (_, seats, things) => this.paired(event[seats], event[things], names));
    return fill(sentence, fields, language());
  }

  /* Each seat of a list with what is at the same place of another: “Ann (yellow 6), Bob (blue 7)”. */
  private paired(seats: unknown, things: unknown, names: Name[]): string {
    const values = (things as unknown[]).map((thing) => this.value('', thing, names));
    return (seats as unknown[]).map((seat, index) => `${called(name(names, seat))} (${values[index]})`).join(', ');
  }
}
