import { describe, expect, it } from 'vitest';
import { go, invitationIn, parse, route } from './route.svelte';

describe('parse', () => {
  it.each([
    ['/', { screen: 'home' }],
    ['/new/fossils', { screen: 'new', game: 'fossils' }],
    ['/t/k3abcdefghij', { screen: 'table', table: 'k3abcdefghij', here: false }],
    ['/here/k3abcdefghij', { screen: 'table', table: 'k3abcdefghij', here: true }],
    ['/j/ABCD2345', { screen: 'join', invite: 'ABCD2345' }],
    ['/rules/fossils/', { screen: 'rules', game: 'fossils', rule: null }],
    ['/rules/fossils/F3', { screen: 'rules', game: 'fossils', rule: 'F3' }],
    ['/rules', { screen: 'rules', game: null, rule: null }],
    ['/learn/fossils', { screen: 'learn', game: 'fossils' }],
    ['/print/fossils', { screen: 'print', game: 'fossils' }],
    ['/print', { screen: 'missing' }],
    ['/people/ann-the-great', { screen: 'person', name: 'ann-the-great' }],
    ['/people', { screen: 'missing' }],
    ['/me', { screen: 'me' }],
    ['/about', { screen: 'about' }],
    ['/index.html', { screen: 'home' }],
    ['/t', { screen: 'missing' }],
    ['/about/else', { screen: 'missing' }],
    ['/something/else', { screen: 'missing' }],
  ])('%s', (path, expected) => expect(parse(path)).toEqual(expected));
});

describe('invitationIn', () => {
  it.each([
    ['abcd 2345', 'ABCD2345'],
    [' https://example.org/j/aB3-dEfGhIjKlMnOpQr_tU ', 'aB3-dEfGhIjKlMnOpQr_tU'],
    ['…', ''],
  ])('%s', (typed, expected) => expect(invitationIn(typed)).toBe(expected));
});

describe('go', () => {
  it('changes the address and the screen', () => {
    go('/rules/fossils');
    expect(location.pathname).toBe('/rules/fossils');
    expect(route()).toEqual({ screen: 'rules', game: 'fossils', rule: null });
  });
});
