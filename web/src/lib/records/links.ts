/* Links to finished matches. A match on a server has an address there. One on this device is in its link, compressed, behind the #,
 * which browsers send to nobody. */
import { isServed } from '../browser/host';
import { replayPath, to } from '../browser/route.svelte';
import type { OpenedFile } from './files';
import type { GameRecord } from './record';

const PATH = '/r/link';
/* Messengers cut longer links. */
const LINK_MOST = 16_000;
/* Far more than such a link can hold, unless somebody made it in bad faith. */
const BYTES_MAX = 1_000_000;

/** A link that is too long to be sent: the record is still a file. */
export class TooLong extends Error {}

const absolute = (path: string): string => new URL(to(path), location.href).href;

export const linkTo = (table: string): string => absolute(replayPath(table, false));

/** Whether this browser can put a match into a link. */
export const canLink = (): boolean => 'CompressionStream' in window;

/* The names of tables are of no use elsewhere. */
export async function linkWith(record: GameRecord): Promise<string> {
  const { table: _, ...rest } = record;
  const stream = new Blob([JSON.stringify(rest)]).stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  if (packed.length > LINK_MOST) throw new TooLong();
  return isServed ? `${absolute(PATH)}#${packed}` : absolute(`${PATH}/${packed}`);
}

/** What the link that was opened holds, as if it were a file; null: this is no such link. */
export async function linkedFile(): Promise<OpenedFile | null> {
  const place = isServed ? location.pathname + location.hash.replace('#', '/') : location.hash.slice(1);
  if (!place.startsWith(`${PATH}/`)) return null;
  try {
    const packed = place.slice(PATH.length + 1);
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    return { name: '', text: await readAtMost(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'))) };
  } catch {
    return { name: '', text: '' }; /* no record */
  }
}

async function readAtMost(stream: ReadableStream<Uint8Array>): Promise<string | null> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > BYTES_MAX) {
      void reader.cancel();
      return null;
    }
  }
}
