/* Every kind of move (docs/referee.md) has words in both languages. */
import { describe, expect, it } from 'vitest';
import { inBothLanguages } from '../../../tests/move-words';

describe('moves in words', () => {
  it.each([
    ['play y6', 'play the yellow 6', 'jouer le 6 jaune'],
    ['play ms', 'play the meteor shower', 'jouer la pluie de météorites'],
    ['flip', 'turn over the top card of your deck', 'retourner la première carte de votre paquet'],
    ['egg 2', 'take the blue egg', 'prendre l’œuf bleu'],
    ['remove deck', 'remove the top card of your deck', 'retirer la première carte de votre paquet'],
    ['remove shower', 'remove your meteor shower', 'retirer votre pluie de météorites'],
    ['trump keep', 'keep both trumps', 'garder les deux atouts'],
    ['trump weak red', 'make red the weak colour', 'faire du rouge l’atout faible'],
  ])('%s', async (move, en, fr) => {
    expect(await inBothLanguages('trex', move, { eggs: ['red', 'blue'] })).toEqual([en, fr]);
  });
});
