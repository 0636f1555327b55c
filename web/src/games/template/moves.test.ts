/* Every kind of move has words in both languages. */
import { describe, expect, it } from 'vitest';
import { inBothLanguages } from '../../../tests/move-words';

describe('moves in words', () => {
  it.each([
    ['play 7', 'lay fossil 7 open', 'poser le fossile 7'],
    ['bury 7', 'bury fossil 7', 'enterrer le fossile 7'],
  ])('%s', async (move, en, fr) => {
    expect(await inBothLanguages('template', move)).toEqual([en, fr]);
  });
});
