import { afterEach, expect, test, vi } from 'vitest';
import { fetchMinds } from './program';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('what computer players have learned is fetched until it is there', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const answers = [() => Promise.reject(new Error('offline')), async () => new Response('', { status: 503 })];
  const fetched: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    fetched.push(address);
    return (answers.shift() ?? (async () => new Response('mind')))();
  });
  const minds = fetchMinds();
  await vi.runAllTimersAsync();
  expect((await minds).map((mind) => new TextDecoder().decode(mind))).toEqual(['mind']);
  expect(fetched).toHaveLength(3);
});
