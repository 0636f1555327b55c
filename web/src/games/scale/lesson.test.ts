/* The lesson says what one plays for before anything else. */
import { expect, it } from 'vitest';
import lesson from '../../../../data/lessons/scale.json';

it.each([
  ['en', /the game ends/, /highest total wins/],
  ['fr', /la partie finit/, /plus haut total gagne/],
] as const)('the first scene tells the goal and the end (%s)', (language, end, goal) => {
  const [first] = lesson.scenes;
  expect(first!.says[language]).toMatch(end);
  expect(first!.says[language]).toMatch(goal);
});
