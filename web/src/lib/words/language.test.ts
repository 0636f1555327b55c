import { describe, expect, it } from 'vitest';
import { fill, numeral, percent, say, speak } from './language.svelte';

describe('fill', () => {
  it('puts values in', () => expect(fill('{a} and {b}', { a: 'x', b: 2 })).toBe('x and 2'));
  it('leaves nothing for what is not there', () => expect(fill('a{b}c')).toBe('ac'));
  it('speaks to the reader', () => {
    expect(fill('{name} {@name|flees|flee}.', { name: null }, 'en')).toBe('You flee.');
    expect(fill('Panique : {name} {@name|fuit|fuyez}. {name} {@name|court|courez}.', { name: null }, 'fr')).toBe(
      'Panique : vous fuyez. Vous courez.',
    );
    expect(fill('{name} {@name|flees|flee}.', { name: 'Bob' }, 'en')).toBe('Bob flees.');
  });
  it.each([
    ['en', 0, '0 tables'],
    ['en', 1, '1 table'],
    ['en', 2, '2 tables'],
    ['fr', 0, '0 table'],
    ['fr', 1, '1 table'],
    ['fr', 2, '2 tables'],
  ] as const)('counts in %s: %i', (language, count, told) => expect(fill('{#count|# table|# tables}', { count }, language)).toBe(told));
});

describe('say', () => {
  it('speaks both languages, and changes at once', () => {
    speak('fr');
    expect(say('home.play')).toBe('Jouer');
    expect(document.documentElement.lang).toBe('fr');
    speak('en');
    expect(say('home.play')).toBe('Play now');
  });
  it('knows the sentences of a table', () => expect(say('side.log')).toBe('Log'));
  it('shows the key of a sentence that is not there', () => expect(say('no.such')).toBe('no.such'));
  it('writes a minus', () => expect([numeral(-2), numeral(3)]).toEqual(['−2', '3']));
  it('writes shares as percentages', () => {
    const both = (['en', 'fr'] as const).map((language) => (speak(language), percent(0.3439)));
    speak('en');
    expect(both).toEqual(['34%', '34\u202f%']);
  });
  it('lists names as one says them', () => {
    const names = ['Ann', 'Bob', 'Cléo'];
    expect(fill('{names} win', { names }, 'en')).toBe('Ann, Bob and Cléo win');
    expect(fill('{names} gagnent', { names: names.slice(1) }, 'fr')).toBe('Bob et Cléo gagnent');
    expect(fill('{names} wins', { names: ['Ann'] }, 'en')).toBe('Ann wins');
  });
});
