import { beforeAll, describe, expect, it } from 'vitest';
import { speak } from './language.svelte';
import { Words } from './words';

const names = ['Ann', 'Bob'];
let words: Words;
beforeAll(async () => {
  words = new Words({
    name: { en: 'Game', fr: 'Jeu' },
    words: { y6: { en: 'yellow 6', fr: '6 jaune' }, y9: { en: 'yellow 9', fr: '9 jaune' } },
    events: {
      played: { en: '{seat} plays {card}.', fr: '{seat} joue {card}.' },
      'played.hidden': { en: '{seat} plays a card.', fr: '{seat} joue une carte.' },
      turned: { en: '{seats} turn {cards}.', fr: '{seats} retournent {cards}.' },
      drawn: { en: '{seat} draws {#cards|# card|# cards}.', fr: '{seat} pioche {#cards|# carte|# cartes}.' },
    },
  });
});

describe('words', () => {
  it('names what has a name', () => {
    speak('fr');
    expect(words.word('y6')).toBe('6 jaune');
    speak('en');
    expect(words.word('y6')).toBe('yellow 6');
    expect(words.word('x')).toBe('x');
  });
  it('tells events with names of people and things', () =>
    expect(words.event({ type: 'played', seat: 1, card: 'y6' }, names)).toBe('Bob plays yellow 6.'));
  it('tells of several as one speaks of them', () =>
    expect(words.event({ type: 'turned', seats: [0, 1], cards: ['y6', 'y9'] }, names)).toBe('Ann and Bob turn yellow 6, yellow 9.'));
  it('names what is written in code in a sentence', () =>
    expect(words.named({ en: 'y6 y9 is no row (K11).', fr: 'y6 y9 : pas en a1.' })).toEqual({ en: 'yellow 6, yellow 9 is no row (K11).', fr: '6 jaune, 9 jaune : pas en a1.' }));
  it('tells less of what is hidden', () =>
    expect(words.event({ type: 'played', seat: 0, card: '?' }, names)).toBe('Ann plays a card.'));
  it('counts lists', () => {
    expect(words.event({ type: 'drawn', seat: 0, cards: ['a'] }, names)).toBe('Ann draws 1 card.');
    expect(words.event({ type: 'drawn', seat: 0, cards: ['a', 'b'] }, names)).toBe('Ann draws 2 cards.');
  });
  it('says nothing of what nobody speaks of', () => expect(words.event({ type: 'inner' }, names)).toBe(''));
  it.each(['trex', 'tyrannosaurus', 'scale', 'trakks'] as const)('%s has its words', async (game) =>
    expect(await Words.load(game)).toBeInstanceOf(Words));
});
