/* A connection to the hall of this device, with the part of a WebSocket's interface that the page
 * uses. */
import wasm from 'hall:wasm';
import type { Ended, FromHall, ToHall, WantsThinker } from './lines';

/** What the page needs of a WebSocket. Its own events are whole ones, of which the page uses only `data`. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((message: never) => void) | null;
  onclose: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Whether this browser can run a hall. Locks and workers in modules need a secure context. */
export const canRunHall = (): boolean =>
  wasm !== '' && typeof Worker === 'function' && typeof BroadcastChannel === 'function' && !!navigator.locks;

let worker: Worker | null = null;
let thinker: Worker | null = null;
let next = 1;
const sockets = new Map<number, HallSocket>();

/* A worker that does not reply to a dial is replaced. The next one gets more time, in case its script is slow to come. */
let patienceMs = 5000;
let silence = 0;

function startWorker(): Worker {
  const started = new Worker(new URL('./hall.worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<FromHall | Ended | WantsThinker>) => {
    endSilence();
    if ('ended' in data) endWorker();
    else if ('thinker' in data) startThinker(data);
    else sockets.get(data.line)?.hear(data);
  };
  started.onerror = endWorker;
  return started;
}

function startThinker(wanted: WantsThinker): void {
  thinker = new Worker(new URL('./think.worker.ts', import.meta.url), { type: 'module' });
  thinker.onerror = endWorker; /* the hall would wait for ever */
  thinker.postMessage(wanted, [wanted.thinker]);
}

/* Its lines are dead, and the next one tries again. */
function endWorker(): void {
  worker?.terminate();
  thinker?.terminate();
  worker = thinker = null;
  endSilence();
  for (const socket of [...sockets.values()]) socket.hear({ line: 0, closed: true });
}

function expectReply(): void {
  silence ||= window.setTimeout(() => {
    patienceMs *= 2;
    endWorker();
  }, patienceMs);
}

function endSilence(): void {
  clearTimeout(silence);
  silence = 0;
}

export class HallSocket implements Socket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  private line = next++;

  /** `unkept` is called if the hall cannot keep its matches. */
  constructor(private unkept: () => void) {
    sockets.set(this.line, this);
    worker ??= startWorker();
    this.post({ line: this.line, dial: true });
    expectReply();
  }

  send(text: string): void {
    this.post({ line: this.line, text });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.post({ line: this.line, hangUp: true });
    this.hear({ line: this.line, closed: true });
  }

  hear(message: FromHall): void {
    if ('text' in message) this.onmessage?.({ data: message.text });
    else if ('open' in message) {
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    } else if ('unkept' in message) this.unkept();
    else if ('closed' in message) {
      this.readyState = WebSocket.CLOSED;
      sockets.delete(this.line);
      this.onclose?.();
    }
  }

  private post(message: ToHall): void {
    worker?.postMessage(message);
  }
}
