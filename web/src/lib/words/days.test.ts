import { expect, test } from 'vitest';
import { perMove, timeLeft } from './days';
import { speak } from './language.svelte';

const HOUR = 3_600_000;

test('the time left as people say it, in both languages', () => {
  const spoken = [51 * HOUR, 48 * HOUR, 24 * HOUR, 25.99 * HOUR, 5.34 * HOUR, HOUR, 0.99 * HOUR, 1000, 0];
  speak('en');
  expect(spoken.map(timeLeft)).toEqual([
    '2 days 3 h left',
    '2 days left',
    '1 day left',
    '1 day 1 h left',
    '5 h 20 min left',
    '1 h 0 min left',
    '59 min left',
    'time is running out',
    'time is running out',
  ]);
  speak('fr');
  expect(spoken.slice(0, 3).map(timeLeft)).toEqual(['encore 2 jours 3 h', 'encore 2 jours', 'encore 1 jour']);
  expect(timeLeft(5.34 * HOUR)).toBe('encore 5 h 20 min');
});

test('the time for a move, in hours or days', () => {
  speak('en');
  expect([3_600, 43_200, 86_400, 1_209_600].map(perMove)).toEqual([
    '1 hour per move',
    '12 hours per move',
    '1 day per move',
    '14 days per move',
  ]);
  speak('fr');
  expect([3_600, 259_200].map(perMove)).toEqual(['1 heure par coup', '3 jours par coup']);
});
