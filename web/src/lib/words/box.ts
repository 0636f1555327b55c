/* What the box of a printed game says, in words. What the printed rules do not say has a mark. */
import type { GameBox } from '../schema/protocol';
import { list, say } from './language.svelte';

const MARK = '†';
const marked = (box: GameBox, key: keyof GameBox, text: string): string => (box.elsewhere.includes(key) ? text + MARK : text);

/** Who it is for, and how long it takes. */
export const forWhom = (box: GameBox | null): string[] =>
  box ? [marked(box, 'age', say('home.age', { age: box.age })), marked(box, 'minutes', say('home.minutes', { minutes: box.minutes }))] : [];

/** Who made it. */
export function makers(box: GameBox): string[] {
  const by = (key: 'designers' | 'idea' | 'illustrators'): string[] =>
    box[key].length > 0 ? [marked(box, key, say(`home.${key}`, { names: list(box[key]) }))] : [];
  const published = [...box.publishers.map((name) => marked(box, 'publishers', name)), marked(box, 'year', String(box.year))];
  return [...by('designers'), ...by('idea'), ...by('illustrators'), published.join(', ')];
}

/** What the mark means. */
export const markMeans = (): string => `${MARK} ${say('home.elsewhere')}`;
