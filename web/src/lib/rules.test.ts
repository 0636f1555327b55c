import { describe, expect, it } from 'vitest';
import { gameIds } from './games';
import { speak } from './language.svelte';
import { blocks, gameOf, rulebook, searchRules, spans } from './rules';

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
    expect(await gameOf(rules[0]!)).toBe(game);
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
  });
});

describe('searching', () => {
  it('finds rules by all their words, in any case, and before other text', async () => {
    const game = gameIds()[0]!;
    const rule = (await rulebook(game)).find((block) => block.kind === 'text' && block.rule);
    if (rule?.kind !== 'text') throw new Error('no rule');
    const text = rule.spans.map((span) => span.text).join('');
    const found = await searchRules(text.toUpperCase().slice(0, 60), gameIds());
    expect(found[0]).toMatchObject({ game, rule: rule.rule, text });
  });
  it('finds our word by that of the printed rules', async () => {
    for (const [language, ours] of [
      ['fr', 'réserve'],
      ['en', 'pool'],
    ] as const) {
      speak(language);
      const found = await searchRules('pioche ouverte', gameIds());
      speak('en');
      expect(found.map(({ text }) => text).join()).toContain(ours);
    }
  });
  it('ignores accents, and finds nothing for nothing', async () => {
    speak('fr');
    const found = await searchRules('regle', gameIds());
    speak('en');
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ text }) => /règle/i.test(text))).toBe(true);
    expect(await searchRules('  ', gameIds())).toEqual([]);
    expect(await searchRules('xylophone', gameIds())).toEqual([]);
  });
});
