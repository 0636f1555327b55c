import files from 'hall:minds';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchMinds, fetchProgram } from './program';

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
    const attempt = Math.floor(fetched.length / files.length);
    fetched.push(address);
    return (answers[attempt] ?? (async () => new Response('mind')))();
  });
  const minds = fetchMinds();
  await vi.runAllTimersAsync();
  expect((await minds).map((mind) => new TextDecoder().decode(mind))).toEqual(files.map(() => 'mind'));
  expect(fetched).toEqual([...files, ...files, ...files]);
});

test.each(['application/wasm', 'application/octet-stream'])('a module of the type %s is compiled', async (type) => {
  const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  vi.stubGlobal('fetch', async () => new Response(empty, { headers: { 'content-type': type } }));
  const { compiled, texts } = await fetchProgram();
  expect(compiled).toBeInstanceOf(WebAssembly.Module);
  expect(texts).toEqual(empty);
});

test('a module that is not there is an error', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
  await expect(fetchProgram()).rejects.toThrow('404');
});
