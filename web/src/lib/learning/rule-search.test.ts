import { describe, expect, it } from 'vitest';
import { gameIds } from '../table/games';
import { speak } from '../words/language.svelte';
import { excerpt, searchRules, type Found } from './rule-search';
import { rulebook } from './rules';

describe('searching', () => {
  it('finds rules by all their words, in any case, and before other text', async () => {
    const game = gameIds()[0]!;
    const rule = (await rulebook(game)).find((block) => block.kind === 'text' && block.rule);
    if (rule?.kind !== 'text') throw new Error('no rule');
    const text = rule.spans.map((span) => span.text).join('');
    const found = await searchRules(text.toUpperCase().slice(0, 60), gameIds());
    expect(found[0]).toMatchObject({ game, rule: rule.rule, text });
  });
  const inFrench = async (query: string): Promise<Found[]> => {
    speak('fr');
    const found = await searchRules(query, gameIds());
    speak('en');
    return found;
  };
  const marked = ({ text, marks }: Found): string[] => marks.map(([from, to]) => text.slice(from, to));
  it('ignores accents, and finds nothing for nothing', async () => {
    const found = await inFrench('regle');
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ text, heading }) => /règle/i.test(heading + text))).toBe(true);
    expect(await searchRules('  ', gameIds())).toEqual([]);
    expect(await searchRules('xylophone', gameIds())).toEqual([]);
  });
  it('knows ligatures and plurals', async () => {
    const found = await inFrench('oeuf');
    expect(found.length).toBeGreaterThan(0);
    expect(found.flatMap(marked).every((word) => /^œufs?$/i.test(word))).toBe(true);
    expect(await inFrench('ŒUFS')).toEqual(found);
    expect((await searchRules('meteors', gameIds())).length).toBe((await searchRules('meteor', gameIds())).length);
  });
  it.each([
    ['séquence', 'série', 'set'],
    ['rangée', 'suite', 'run'],
    ['pion', 'tuile', 'tile'],
    ['pion fléché', 'flèche', 'arrow'],
    ['pioche ouverte', 'réserve', 'pool'],
    ['correspondance parfaite', 'deux valeurs égales', 'two equal values'],
    ['correspondance approchante', 'un point d’écart', 'one apart'],
    ['Os de Dino', 'os', 'bone'],
    ['tour final', 'dernier tour de table', 'final lap'],
  ])('finds our word by that of the printed rules: %s', async (printed, french, english) => {
    /* The sheets are in French: so are their words in the English rulebooks. */
    const finds = (found: Found[], ours: string): boolean =>
      found.some(({ heading, text }) => /printed|imprimée/.test(heading) && text.includes(printed) && text.includes(ours));
    expect(finds(await inFrench(printed), french)).toBe(true);
    expect(finds(await searchRules(printed, gameIds()), english)).toBe(true);
  });
  it('a short word is no beginning of another', async () => {
    const rules = (await searchRules('T1', gameIds())).map(({ rule }) => rule);
    expect(rules.filter((rule) => rule !== null)).toEqual(['T1']); /* nor T10 */
  });
  it('understands everyday questions', async () => {
    const rules = (found: Found[]): (string | null)[] => found.map(({ rule }) => rule);
    const scoring = await searchRules('How many points is it worth?', gameIds());
    expect(rules(scoring)).toEqual(expect.arrayContaining(['T21', 'K17']));
    expect(rules(await searchRules('who is the winner', gameIds()))).toEqual(expect.arrayContaining(['S11', 'Y21', 'K15']));
    expect(rules(await inFrench('combien de points'))).toContain('K17');
    expect(rules(await inFrench('qui gagne ?'))).toEqual(expect.arrayContaining(['Y21', 'K15']));
  });
  it('leaves out the least when no passage has every word', async () => {
    const found = await searchRules('meteor xylophone', gameIds());
    expect(found).toEqual(await searchRules('meteor', gameIds()));
  });
});

describe('an excerpt', () => {
  const text = `${'many words before it '.repeat(20)}the egg, ${'and many after it '.repeat(20)}`;
  const found = { game: 'g', rule: null, heading: '', text, marks: [[text.indexOf('egg'), text.indexOf('egg') + 3]] as [number, number][] };
  it('shows what was found, and where it was cut', () => {
    const pieces = excerpt(found, 100);
    expect(pieces.filter(({ isMarked }) => isMarked)).toEqual([{ text: 'egg', isMarked: true }]);
    const all = pieces.map((piece) => piece.text).join('');
    expect(all.length).toBeLessThan(110);
    expect(all).toMatch(/^….*the egg, and.*…$/);
  });
  it('shows a short text whole', () =>
    expect(excerpt({ ...found, text: 'an egg', marks: [[3, 6]] }, 100)).toEqual([
      { text: 'an ', isMarked: false },
      { text: 'egg', isMarked: true },
    ]));
  it('begins at the beginning if only the heading has the words', () =>
    expect(excerpt({ ...found, marks: [] }, 100)[0]!.text).toMatch(/^many words before/));
});
