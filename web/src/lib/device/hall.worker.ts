/* The worker of a page. All pages of a browser share one hall: the worker that holds the lock runs it,
 * and those of other pages pass messages on to it over a channel. When the page with the hall is
 * closed, its lock goes to another worker, which restores the hall from its journal; to the pages that
 * is a server that was restarted.
 *
 * A phone may suspend the page with the hall, and a browser may keep the lock of a page that is gone. So a worker
 * that gets no reply takes the lock. The journal keeps the two halls apart if the first one wakes up (database.ts).
 *
 * Each page holds a lock of its own too. When the hall gets it, the page is gone.
 *
 * A browser that stores nothing for this page, as with cookies blocked, also denies locks and maybe the channel. Then
 * each page has a hall of its own, which keeps nothing. */
import { JournalOrNothing } from './database';
import { Hall, type Client, type Thinker } from './hall';
import type { Ended, FromHall, ToHall, WantsThinker } from './lines';
import { fetchProgram } from './program';

const HALL = 'ludosaure.hall';
/* A worker that holds the lock replies at once. */
const SILENCE_MS = 3000;
const pageLock = (page: string): string => `ludosaure.page.${page}`;

type OnChannel = { from: string; message: ToHall } | { to: string; message: FromHall } | { hall: 'here' | 'starting' };

const page = crypto.randomUUID();
let channel = openChannel();
const positions = new URL(location.href).searchParams.has('positions');

function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(HALL);
  } catch {
    return null;
  }
}

/* --- the hall, while this worker has it --------------------------------------------------------- */

let hall: Hall | null = null;
let hasLock = false;
let isKept = true;
const clients = new Map<string, Map<number, Client>>(); // page -> line -> client

function answer(to: string, message: FromHall): void {
  if (to === page) fromHall(message);
  else channel?.postMessage({ to, message } satisfies OnChannel);
}

function leave(from: string): void {
  for (const client of clients.get(from)?.values() ?? []) client.leave();
  clients.delete(from);
}

function linesOf(from: string): Map<number, Client> {
  const known = clients.get(from);
  if (known) return known;
  const lines = new Map<number, Client>();
  clients.set(from, lines);
  if (from !== page) void navigator.locks.request(pageLock(from), () => leave(from));
  return lines;
}

function serve(from: string, message: ToHall): void {
  const lines = linesOf(from);
  const { line } = message;
  if ('text' in message) lines.get(line)?.receive(message.text);
  else if ('hangUp' in message) {
    lines.get(line)?.leave();
    lines.delete(line);
  } else {
    const client = hall!.enter({
      send: (text) => answer(from, { line, text }),
      end: () => {
        answer(from, { line, closed: true });
        queueMicrotask(() => serve(from, { line, hangUp: true }));
      },
    });
    lines.set(line, client);
    answer(from, { line, open: true });
    if (!isKept) answer(from, { line, unkept: true });
  }
}

function startThinker(compiled: WebAssembly.Module): Thinker {
  const { port1: here, port2: there } = new MessageChannel();
  postMessage({ thinker: there, compiled } satisfies WantsThinker, { transfer: [there] });
  return {
    think: (decision) =>
      new Promise((resolve) => {
        here.onmessage = ({ data }: MessageEvent<Uint8Array>) => resolve(data);
        here.postMessage(decision, [decision.buffer]);
      }),
  };
}

/* The hall goes on without its journal, and the pages say so. */
function loseJournal(error: unknown): void {
  console.warn(error);
  isKept = false;
  for (const [from, lines] of clients) for (const line of lines.keys()) answer(from, { line, unkept: true });
}

/* A hall that failed may not go on; the next worker restores it from the journal. */
function fail(error: unknown): void {
  console.error(error);
  hall?.stop();
  for (const [from, lines] of clients) for (const line of lines.keys()) answer(from, { line, closed: true });
  postMessage({ ended: true } satisfies Ended);
  close();
}

async function runHall(): Promise<void> {
  hasLock = true;
  const [program, journal] = await Promise.all([fetchProgram(), JournalOrNothing.open(HALL, loseJournal)]);
  hall = await Hall.open(program, journal, startThinker(program.compiled), fail, positions);
  channel?.postMessage({ hall: 'here' } satisfies OnChannel);
  hallIsThere();
  await new Promise(() => undefined); // the lock is kept until this worker ends
}

/* --- this page's lines -------------------------------------------------------------------------- */

const lines = new Map<number, 'dialled' | 'open'>();

function fromHall(message: FromHall): void {
  if (!lines.has(message.line)) return;
  if ('open' in message) lines.set(message.line, 'open');
  else if ('closed' in message) lines.delete(message.line);
  postMessage(message);
}

function toHall(message: ToHall): void {
  if (hall) return serve(page, message);
  channel?.postMessage({ from: page, message } satisfies OnChannel);
  if ('dial' in message) silence ||= self.setTimeout(takeLock, SILENCE_MS);
}

let silence = 0;
function endSilence(): void {
  clearTimeout(silence);
  silence = 0;
}

/* A new hall: lines to the one before are dead, and those that wait are dialled again. */
function hallIsThere(): void {
  for (const [line, state] of [...lines]) {
    if (state === 'open') fromHall({ line, closed: true });
    else toHall({ line, dial: true });
  }
}

onmessage = ({ data }: MessageEvent<ToHall>) => {
  if ('dial' in data) {
    lines.set(data.line, 'dialled');
    postMessage({ line: data.line, heard: true } satisfies FromHall);
  }
  if (!lines.has(data.line)) return;
  toHall(data);
  if ('hangUp' in data) lines.delete(data.line);
};

function hear({ data }: MessageEvent<OnChannel>): void {
  if ('from' in data) {
    if (hall) serve(data.from, data.message);
    else if (hasLock) channel?.postMessage({ hall: 'starting' } satisfies OnChannel);
    return;
  }
  endSilence();
  if ('to' in data) {
    if (data.to === page) fromHall(data.message);
  } else if (data.hall === 'here') hallIsThere();
}
if (channel) channel.onmessage = hear;

/* --- the locks ---------------------------------------------------------------------------------- */

const queue = new AbortController();

function waitForLock(): void {
  navigator.locks.request(HALL, { signal: queue.signal }, runHall).catch((error) => {
    if (!hasLock && error instanceof DOMException && error.name === 'SecurityError') runAlone();
    else if (!queue.signal.aborted) fail(error);
  });
}

function runAlone(): void {
  channel?.close();
  channel = null;
  runHall().catch(fail);
}

/* The one that had it ends with an error. */
function takeLock(): void {
  if (hasLock) return;
  queue.abort();
  navigator.locks.request(HALL, { steal: true }, runHall).catch(fail);
}

navigator.locks.request(pageLock(page), () => new Promise(() => undefined)).catch(() => undefined);
waitForLock();
