/* A match in a link comes out of it again; other addresses, and broken links, hold none. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GameRecord } from './record';

vi.mock('../browser/host', () => ({ isServed: true }));
const { linkedFile, linkWith, TooLong } = await import('./links');

const record: GameRecord = {
  ludosaure: 1,
  game: 'x',
  seats: 2,
  seed: 's',
  options: {},
  data: '',
  names: ['Ann', 'Zoé'],
  moves: [[0, 'go']],
  result: null,
  table: 'abc',
};
const open = (address: string): Promise<unknown> => {
  vi.stubGlobal('location', new URL(address, 'https://example.org/'));
  return linkedFile();
};

beforeEach(() => vi.stubGlobal('location', new URL('https://example.org/')));
afterEach(() => vi.unstubAllGlobals());

it('holds the record, without its table', async () => {
  const address = await linkWith(record);
  expect(address).toMatch(/\/r\/link#[\w-]+$/);
  const { table: _, ...rest } = record;
  const file = (await open(address)) as { text: string };
  expect(JSON.parse(file.text)).toEqual(rest);
});

it('is no record if it is broken, and null if it is no such link', async () => {
  expect(await open('/r/abc')).toBeNull();
  expect(await open('/r/link')).toBeNull();
  expect(await open('/r/link#***')).toEqual({ name: '', text: '' });
  expect(await open('/r/link#AAAA')).toEqual({ name: '', text: '' });
});

it('does not unpack more than any record needs', async () => {
  const stream = new Blob(['a'.repeat(3_000_000)]).stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  expect(await open(`/r/link#${packed}`)).toEqual({ name: '', text: null });
});

it('is refused if messengers would cut it', async () => {
  const noise = Array.from({ length: 9000 }, (): [number, string] => [0, Math.random().toString(36)]);
  await expect(linkWith({ ...record, moves: noise })).rejects.toBeInstanceOf(TooLong);
});
