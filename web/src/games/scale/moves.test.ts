/* Every kind of move (docs/referee.md) has words in both languages. */
import { describe, expect, it } from 'vitest';
import { inBothLanguages } from '../../../tests/move-words';

describe('moves in words', () => {
  it.each([
    ['offer 1', 'offer your card to Bob', 'proposer votre carte à Bob'],
    ['change', 'change your card', 'changer de carte'],
    ['swap blue', 'replace the blue action', 'remplacer l’action (bleu)'],
    ['answer nomatch', 'say “no match”', 'dire « ça ne colle pas »'],
    ['pick orange blue', 'choose these two actions: orange, blue', 'choisir ces deux actions : orange, bleu'],
    ['vote 2', 'vote for Cléo', 'voter pour Cléo'],
  ])('%s', async (move, en, fr) => {
    expect(await inBothLanguages('scale', move)).toEqual([en, fr]);
  });
});
