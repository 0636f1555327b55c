import { afterAll, expect, it } from 'vitest';
import { speak } from '../words/language.svelte';
import { initial, isGuest, namesOf, othersOf, displayName } from './names';

const seats = [{ name: 'Invité' }, { name: 'Ann' }, null, { name: 'Guest' }];
afterAll(() => speak('en'));

it('numbers those who have the same name, and nobody else', () =>
  expect(namesOf([{ name: 'Ann' }, { name: 'Bob' }, null, { name: 'Ann' }])).toEqual(['Ann 1', 'Bob', '3', 'Ann 2']));
it('calls guests as the reader does, whatever language they spoke', () => {
  speak('fr');
  expect(namesOf(seats)).toEqual(['Invité 1', 'Ann', '3', 'Invité 2']);
  expect(othersOf({ seat: seats, own: 1 })).toEqual(['Invité 1', 'Invité 2']);
  speak('en');
  expect(namesOf(seats)).toEqual(['Guest 1', 'Ann', '3', 'Guest 2']);
  expect([displayName('Invité'), displayName('Zoé'), displayName('')]).toEqual(['Guest', 'Zoé', 'someone']);
  expect([isGuest('Guest'), isGuest('Invité'), isGuest('')]).toEqual([true, true, false]);
});
it.each([
  ['zoé', 'Z'],
  ['🦖 Rex', '🦖'],
  ['👩🏽‍🚀 Ada', '👩🏽‍🚀'],
  ['❤️‍🔥', '❤️‍🔥'],
  ['🇫🇷🇩🇪', '🇫🇷'],
  ['1️⃣2', '1️⃣'],
  ['x\u0323yz', 'X\u0323'],
  ['𝒜nn', '𝒜'],
  ['', ''],
])('%s begins with %s', (name, first) => expect(initial(name)).toBe(first));
