/* Every kind of move (docs/referee.md) has words in both languages. */
import { describe, expect, it } from 'vitest';
import { inBothLanguages } from '../../../tests/move-words';

describe('moves in words', () => {
  it.each([
    ['move SE', 'move south-east', 'avancer vers le sud-est'],
    ['rest', 'rest', 'se reposer'],
    ['steer SE', 'send the Ty-Rex south-east', 'envoyer le Ty-Rex vers le sud-est'],
  ])('%s', async (move, en, fr) => {
    expect(await inBothLanguages('tyrannosaurus', move, { phase: 'tyrex', panicking: [] })).toEqual([en, fr]);
  });

  it('says what a direction is for', async () => {
    const of = (phase: string): Promise<[string, string]> => inBothLanguages('tyrannosaurus', 'steer W', { phase, panicking: [1] });
    expect(await of('lake')).toEqual(['push the Lake west', 'pousser le Lac vers l’ouest']);
    expect(await of('panic')).toEqual(['chase Bob west', 'faire fuir Bob vers l’ouest']);
  });
});
