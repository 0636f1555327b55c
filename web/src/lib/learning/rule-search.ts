/* Searches the rulebooks. */
import { say } from '../words/language.svelte';
import { rulebook, type Block } from './rules';

const wordsOf = (block: Block): string => (block.kind === 'list' ? block.items.flat() : block.spans).map(({ text }) => text).join('');

/* Without accents and ligatures, in lower case. */
const folded = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae');
const splitWords = (text: string): RegExpExecArray[] => [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)];
const foldedWords = (text: string): string[] => splitWords(text).map(([word]) => folded(word));
/* What singular and plural begin with, in both languages. */
const stem = (word: string): string => (word.length > 3 ? word.replace(/(?:es|s|x)$/, '') : word);

/* The words that matter of a question, each with the beginnings of those that mean about the same. */
function wantedWords(query: string): string[][] {
  const all = foldedWords(query);
  const small = new Set(foldedWords(say('rulebook.small_words')));
  const groups = say('rulebook.similar_words').split('/').map(foldedWords);
  const some = all.filter((word) => !small.has(word));
  return (some.length > 0 ? some : all).map((word) => {
    const similar = groups.filter((group) => group.some((one) => stem(one) === stem(word)));
    return [...new Set([word, ...similar.flat()].map(stem))];
  });
}

const isOneOf = (word: string, beginnings: string[]): boolean =>
  beginnings.some((beginning) => (beginning.length < 3 ? word === beginning : word.startsWith(beginning)));

export interface Found {
  game: string;
  rule: string | null;
  /** What it is under. */
  heading: string;
  text: string;
  /** Where the words that were searched are in the text: from, to. */
  marks: [number, number][];
}

/** Paragraphs of all given games that have all words that matter, or, if there are none, most of them; rules come before other
 * text. */
export async function searchRules(query: string, among: string[]): Promise<Found[]> {
  const words = wantedWords(query);
  const found: (Found & { count: number })[] = [];
  for (const game of among) {
    let heading = '';
    for (const block of await rulebook(game)) {
      const text = wordsOf(block);
      if (block.kind === 'heading') {
        heading = text;
        continue;
      }
      const inText = splitWords(text).map((match) => ({ at: match.index, length: match[0].length, word: folded(match[0]) }));
      const isThere = (beginnings: string[]): boolean =>
        inText.some(({ word }) => isOneOf(word, beginnings)) || foldedWords(heading).some((word) => isOneOf(word, beginnings));
      const marks = inText.filter(({ word }) => isOneOf(word, words.flat())).map(({ at, length }): [number, number] => [at, at + length]);
      const count = words.filter(isThere).length;
      if (count > 0) found.push({ game, rule: (block.kind === 'text' && block.rule) || null, heading, text, marks, count });
    }
  }
  const most = Math.max(0, ...found.map(({ count }) => count));
  const best = found.filter(({ count }) => count === most);
  return [...best.filter(({ rule }) => rule), ...best.filter(({ rule }) => !rule)];
}

export interface ExcerptPiece {
  text: string;
  isMarked: boolean;
}

/** A part of what was found that is at most about this long and shows its first mark, in pieces. */
export function excerpt({ text, marks }: Found, length: number): ExcerptPiece[] {
  const first = marks[0]?.[0] ?? 0;
  const from = first < length / 2 ? 0 : text.lastIndexOf(' ', first - length / 4) + 1;
  const space = text.lastIndexOf(' ', from + length);
  const to = text.length <= from + length || space <= first ? text.length : space;
  const pieces: ExcerptPiece[] = [];
  let at = from;
  for (const [begin, end] of marks.filter(([, end]) => end <= to)) {
    pieces.push({ text: text.slice(at, begin), isMarked: false }, { text: text.slice(begin, end), isMarked: true });
    at = end;
  }
  pieces.push({ text: text.slice(at, to), isMarked: false });
  const dots = (isCut: boolean): ExcerptPiece => ({ text: isCut ? '…' : '', isMarked: false });
  return [dots(from > 0), ...pieces, dots(to < text.length)].filter((piece) => piece.text);
}
