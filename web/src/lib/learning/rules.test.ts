import { describe, expect, it } from 'vitest';
import { gameIds } from '../table/games';
import { speak } from '../words/language.svelte';
import { blocks, gameOfRule, printedRulebook, rulebook, spans } from './rules';

describe('spans', () => {
  it('keeps plain text as it is', () => expect(spans('a tile')).toEqual([{ text: 'a tile', as: 'plain' }]));
  it('knows three kinds of emphasis', () =>
    expect(spans('**K1** a *reading* of `play y6`.')).toEqual([
      { text: 'K1', as: 'strong' },
      { text: ' a ', as: 'plain' },
      { text: 'reading', as: 'em' },
      { text: ' of ', as: 'plain' },
      { text: 'play y6', as: 'code' },
      { text: '.', as: 'plain' },
    ]));
  it('leaves a lone star alone', () =>
    expect(
      spans('5 * 5')
        .map((span) => span.text)
        .join(''),
    ).toBe('5 * 5'));
});

describe('blocks', () => {
  it('joins the lines of a paragraph', () =>
    expect(blocks('one\ntwo\n\nthree')).toMatchObject([
      { kind: 'text', spans: [{ text: 'one two' }] },
      { kind: 'text', spans: [{ text: 'three' }] },
    ]));
  it('knows headings and lists, and lines that belong to an item', () =>
    expect(blocks('## Title\n- a\n  b\n- c')).toMatchObject([
      { kind: 'heading', level: 2 },
      { kind: 'list', items: [[{ text: 'a b' }], [{ text: 'c' }]] },
    ]));
});

describe('rulebook', () => {
  it.each(gameIds())('%s begins with its name and tells its rules', async (game) => {
    const book = await rulebook(game);
    expect(book[0]?.kind).toBe('heading');
    expect(book.filter((block) => block.kind === 'heading' && block.level === 1)).toHaveLength(1);
    const rules = book.flatMap((block) => (block.kind === 'text' && block.rule ? [block.rule] : []));
    expect(new Set(rules).size).toBe(rules.length);
    expect(await gameOfRule(rules[0]!)).toBe(game);
    expect(rules.length).toBeGreaterThan(2);
    expect(book.length).toBeGreaterThan(9);
  });
  describe.each(['en', 'fr'] as const)('in %s', (language) => {
    it.each(gameIds())('%s tells players nothing of files, options and notation', async (game) => {
      speak(language);
      const book = await rulebook(game);
      speak('en');
      const all = book.flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.spans));
      expect(all.filter((span) => span.as === 'code')).toEqual([]);
      expect(all.map((span) => span.text).join(' ')).not.toMatch(/data\/|Appendix|Annexe|---/);
    });
    it.each(gameIds())('%s is printed without what is done on a screen', async (game) => {
      speak(language);
      const [book, printed] = [await rulebook(game), await printedRulebook(game)];
      speak('en');
      expect(printed.length).toBeGreaterThan(7);
      expect(book.slice(0, printed.length)).toEqual(printed);
      const left = book.slice(printed.length).filter(({ kind }) => kind === 'heading');
      expect(left.at(-1)).toMatchObject({ spans: [{ text: language === 'en' ? 'In this program' : 'Dans ce programme' }] });
    });
  });
});
