/* Every kind of move (docs/referee.md) has words in both languages. */
import { describe, expect, it } from 'vitest';
import { inBothLanguages } from '../../../tests/move-words';

describe('moves in words', () => {
  it.each([
    ['take g11', 'take the green 11 from the pool', 'prendre le 11 vert dans la réserve'],
    ['take arrow', 'take the arrow from the pool', 'prendre la flèche dans la réserve'],
    ['plus 1', 'play a “+3” against Bob', 'jouer un « +3 » contre Bob'],
    ['give r7 g2', 'pass the red 7 and the green 2 to the left', 'passer le 7 rouge et le 2 vert à gauche'],
    ['draw', 'draw a tile from the bag', 'tirer une tuile du sac'],
    ['place r6@0,0 r7@1,0 r8@2,0 | b3@0,0 b4@1,0 b5@2,0 b6@3,0 b7@4,0', 'lay 5 tiles', 'poser 5 tuiles'],
    [
      'place r6@0,0 r7@1,0 r8@2,0 r9@3,0 | b3@0,0 b4@1,0 b5@2,0',
      'lay the red 9, the blue 3, the blue 4 and the blue 5',
      'poser le 9 rouge, le 3 bleu, le 4 bleu et le 5 bleu',
    ],
  ])('%s', async (move, en, fr) => {
    expect(await inBothLanguages('trakks', move, { table: [['r6@0,0', 'r7@1,0', 'r8@2,0']] })).toEqual([en, fr]);
  });
});
