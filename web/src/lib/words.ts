/* What the core says of a game (data/texts/<game>.json), told as the terminal tells it: names of
 * cards and colours, sentences of events. */
import type { GameEvent, GameId, View } from './protocol';
import { both, fill, language, list, type Both, type Language } from './language.svelte';

interface Texts {
  name: Both;
  events: Record<string, Both>;
  words: Record<string, Both>;
}

/** What a game needs to tell a move in words (`moveWords` in its folder). */
export interface Told {
  view: View;
  words: Words;
  names: string[];
}

const SEATS = new Set(['seat', 'to', 'from', 'owner', 'seats']);

const loaders: Record<GameId, () => Promise<Texts>> = {
  trex: async () => (await import('../../../data/texts/trex.json')).default,
  tyrannosaurus: async () => (await import('../../../data/texts/tyrannosaurus.json')).default,
  scale: async () => (await import('../../../data/texts/scale.json')).default,
  trakks: async () => (await import('../../../data/texts/trakks.json')).default,
};

export class Words {
  constructor(private texts: Texts) {}

  static async load(game: GameId): Promise<Words> {
    return new Words(await loaders[game]());
  }

  /** What people call a value of the game: `y6` is “yellow 6”. */
  word(value: string): string {
    const text = this.texts.words[value];
    return text ? both(text) : value;
  }

  /** A sentence of the core with its tiles and cards by name: `y6 y9` in it is “yellow 6, yellow 9”. */
  named(sentence: Both): Both {
    const said = (chosen: Language): string =>
      sentence[chosen].replace(/\b[a-z]\d+(?: [a-z]\d+)*\b/g, (codes) =>
        codes.split(' ').map((code) => this.texts.words[code]?.[chosen] ?? code).join(', '),
      );
    return { en: said('en'), fr: said('fr') };
  }

  private value(field: string, value: unknown, names: string[]): string {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.value(field, item, names));
      return SEATS.has(field) ? list(items) : items.join(', ');
    }
    if (typeof value === 'number' && SEATS.has(field)) return names[value] ?? String(value);
    if (typeof value === 'string') return this.word(value);
    return value === null || value === undefined ? '' : String(value);
  }

  /** The sentence of an event; '' for one that nobody speaks of. */
  event(event: GameEvent, names: string[]): string {
    const values = Object.values(event);
    const hidden = values.some((value) => value === '?' || (Array.isArray(value) && value.includes('?')));
    const text = (hidden && this.texts.events[`${event.type}.hidden`]) || this.texts.events[event.type];
    if (!text) return '';
    const counts = both(text).replace(/\{#(\w+)/g, (_, field) => `{#n_${field}`);
    const told: Record<string, string | number> = {};
    for (const [field, value] of Object.entries(event)) {
      told[field] = this.value(field, value, names);
      told[`n_${field}`] = Array.isArray(value) ? value.length : Number(value);
    }
    return fill(counts, told, language());
  }
}
