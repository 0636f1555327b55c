import { expect, it } from 'vitest';
import { namesOf } from './names';

it('numbers those who have the same name, and nobody else', () =>
  expect(namesOf([{ name: 'Invité' }, { name: 'Ann' }, null, { name: 'Invité' }])).toEqual(['Invité 1', 'Ann', '3', 'Invité 2']));
