import { expect, it } from 'vitest';
import { gameIds } from '../lib/table/games';
import { hasLesson } from '../lib/learning/lesson-files';
import type { Route } from '../lib/browser/route.svelte';
import { existing } from './screens';

const learnable = gameIds().find(hasLesson)!;
const unlearnable = gameIds().find((id) => !hasLesson(id))!;

it.each<Route>([
  { screen: 'home' },
  { screen: 'rules', game: null, rule: null },
  { screen: 'rules', game: unlearnable, rule: null },
  { screen: 'learn', game: learnable },
  { screen: 'print', game: unlearnable },
])('%o exists', (asked) => expect(existing(asked)).toBe(asked));

it.each<Route>([
  { screen: 'rules', game: 'foo', rule: null },
  { screen: 'new', game: 'foo' },
  { screen: 'puzzle', game: 'foo', date: null },
  { screen: 'print', game: 'foo' },
  { screen: 'learn', game: 'foo' },
  { screen: 'learn', game: unlearnable },
])('%o does not exist', (asked) => expect(existing(asked)).toEqual({ screen: 'missing' }));
