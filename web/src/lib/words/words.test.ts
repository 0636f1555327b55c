import { beforeAll, describe, expect, it } from 'vitest';
import { gameIds } from '../table/games';
import { speak } from './language.svelte';
import { Words } from './words';

const names = ['Ann', 'Bob'];
let words: Words;
beforeAll(async () => {
  words = new Words({
    name: { en: 'Game', fr: 'Jeu' },
    words: {
      the: { en: 'the ', fr: 'le ' },
      'the ms': { en: 'the shower', fr: 'la pluie' },
      ran: { en: '{@seat|runs|run} away', fr: '{@seat|se sauve|vous sauvez}' },
      y6: { en: 'yellow 6', fr: '6 jaune' },
      y9: { en: 'yellow 9', fr: '9 jaune' },
    },
    typed: { SW: { en: 'SW', fr: 'SO' }, W: { en: 'W', fr: 'O' } },
    events: {
      played: { en: '{seat} plays {card}.', fr: '{seat} joue {card}.' },
      'played.hidden': { en: '{seat} plays a card.', fr: '{seat} joue une carte.' },
      turned: { en: '{seats} turn {cards}.', fr: '{seats} retournent {cards}.' },
      taken: { en: '{seat} {@seat|takes|take} {the card}.', fr: '{seat} {@seat|prend|prenez} {the card}.' },
      over: {
        en: '{seats} {@seats|wins|share it|win}. Scores: {each scores}.',
        fr: '{seats} {@seats|gagne|partagent|gagnez}. Scores : {each scores}.',
      },
      given: { en: '{seat} gives {to} a card.', fr: '{seat} donne une carte à {to}.' },
      'given.to_you': { en: '{seat} gives you a card.', fr: '{seat} vous donne une carte.' },
      ranking: { en: 'In order: {seats with cards}.', fr: 'Dans l’ordre : {seats with cards}.' },
      lost: { en: '{seat} {reason}.', fr: '{seat} {reason}.' },
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
    expect(words.named({ en: 'y6 y9 is no row (K11).', fr: 'y6 y9 : pas en a1.' })).toEqual({
      en: 'yellow 6, yellow 9 is no row (K11).',
      fr: '6 jaune, 9 jaune : pas en a1.',
    }));
  it('writes moves as people do, and reads them', () => {
    speak('fr');
    expect([words.typed('steer SW'), words.typed('W'), words.typed('play y6')]).toEqual(['steer SO', 'O', 'play y6']);
    expect([words.untyped('steer so'), words.untyped('steer SW'), words.untyped('rest')]).toEqual(['steer SW', 'steer SW', 'rest']);
    speak('en');
    expect(words.typed('steer SW')).toBe('steer SW');
  });
  it('tells less of what is hidden', () => expect(words.event({ type: 'played', seat: 0, card: '?' }, names)).toBe('Ann plays a card.'));
  it('counts lists', () => {
    expect(words.event({ type: 'drawn', seat: 0, cards: ['a'] }, names)).toBe('Ann draws 1 card.');
    expect(words.event({ type: 'drawn', seat: 0, cards: ['a', 'b'] }, names)).toBe('Ann draws 2 cards.');
  });
  describe('speaks to the reader', () => {
    const toAnn = [null, 'Bob', 'Cléo'];
    it.each([
      [{ type: 'taken', seat: 0, card: 'ms' }, 'You take the shower.', 'Vous prenez la pluie.'],
      [{ type: 'taken', seat: 1, card: 'y6' }, 'Bob takes the yellow 6.', 'Bob prend le 6 jaune.'],
      [
        { type: 'over', seats: [0], scores: [3, -1, 0] },
        'You win. Scores: you 3, Bob −1, Cléo 0.',
        'Vous gagnez. Scores : vous 3, Bob −1, Cléo 0.',
      ],
      [{ type: 'over', seats: [1, 0], scores: [3] }, 'Bob and you win. Scores: you 3.', 'Bob et vous gagnez. Scores : vous 3.'],
      [{ type: 'over', seats: [1, 2], scores: [3] }, 'Bob and Cléo share it. Scores: you 3.', 'Bob et Cléo partagent. Scores : vous 3.'],
      [{ type: 'over', seats: [1], scores: [3] }, 'Bob wins. Scores: you 3.', 'Bob gagne. Scores : vous 3.'],
      [
        { type: 'ranking', seats: [1, 0], cards: ['y9', 'y6'] },
        'In order: Bob (yellow 9), you (yellow 6).',
        'Dans l’ordre : Bob (9 jaune), vous (6 jaune).',
      ],
      [{ type: 'given', seat: 1, to: 0 }, 'Bob gives you a card.', 'Bob vous donne une carte.'],
      [{ type: 'given', seat: 1, to: 2 }, 'Bob gives Cléo a card.', 'Bob donne une carte à Cléo.'],
      [{ type: 'lost', seat: 0, reason: 'ran' }, 'You run away.', 'Vous vous sauvez.'],
      [{ type: 'lost', seat: 2, reason: 'ran' }, 'Cléo runs away.', 'Cléo se sauve.'],
    ])('%o', (event, english, french) => {
      expect(words.event(event, toAnn)).toBe(english);
      speak('fr');
      expect(words.event(event, toAnn)).toBe(french);
      speak('en');
    });
  });
  it('says nothing of what nobody speaks of', () => expect(words.event({ type: 'inner' }, names)).toBe(''));
  it.each(gameIds())('%s has its words', async (game) => expect(await Words.load(game)).toBeInstanceOf(Words));
});
