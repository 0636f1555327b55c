import { expect, test } from 'vitest';
import { answerTo, fits, isRight, type LessonScene } from './lessons';

const text = (en: string) => ({ en, fr: en });
const scene = {
  right: ['place r5@* y5@*', 'draw'],
  wrong: [
    { moves: ['place *'], rule: 'K11', answer: text('two in a line') },
    { moves: ['place r5@*'], answer: text('only one of them') },
    { rule: 'K12', answer: text('too many groups') },
    { moves: ['take *'], answer: text('do not take') },
  ],
} as LessonScene;

test('a pattern fits words in any order, each once', () => {
  expect(fits('play y1', 'play y1')).toBe(true);
  expect(fits('play y1', 'play y11')).toBe(false);
  expect(fits('play *', 'play ch')).toBe(true);
  expect(fits('give r5 r5', 'give r5 g1')).toBe(false);
  expect(fits('give g1 r5', 'give r5 g1')).toBe(true);
  expect(fits('egg 1', 'draw')).toBe(false);
});

test('what is right, and the first answer that goes with how the core took it', () => {
  expect(isRight(scene, 'place b5@0,0 y5@0,1 r5@0,2')).toBe(true);
  expect(isRight(scene, 'place b5@0,0 r5@0,2')).toBe(false);
  expect(answerTo(scene, 'place b5@0,0 r5@0,2', null)?.en).toBe('only one of them');
  expect(answerTo(scene, 'place b5@0,0 r5@0,2', 'K11')?.en).toBe('two in a line');
  expect(answerTo(scene, 'place b5@0,0', 'K12')?.en).toBe('too many groups');
  expect(answerTo(scene, 'place b5@0,0', null)).toBeNull();
  expect(answerTo(scene, 'take b5', null)?.en).toBe('do not take');
});
