/* The lesson teaches a rule where it matters. */
import { expect, it } from 'vitest';
import lesson from '../../../../data/lessons/trakks.json';

const COUNTER = { en: /“Groups”/, fr: /«\sGroupes\s»/ };

it.each(['en', 'fr'] as const)('how many groups there may be is said when the table is full, and not before (%s)', (language) => {
  const saying = lesson.scenes.map(({ says, asks, praise }) => [says, asks, praise].some((text) => COUNTER[language].test(text[language])));
  const most = lesson.scenes.map(({ show, position }) => (show.startsWith('place ') ? show.split('|').length : position.table.length));
  expect(saying).toEqual(most.map((groups) => groups === 3));
});
