/* A connection to the hall of this device, with the part of a WebSocket's interface that the page
 * uses. */
import wasm from 'hall:wasm';
import type { Ended, FromHall, ToHall } from './lines';

/** What the page needs of a WebSocket. */
export interface Socket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((message: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** Whether this browser can run a hall. Locks and workers in modules need a secure context. */
export const canRunHall = (): boolean =>
  wasm !== '' && typeof Worker === 'function' && typeof BroadcastChannel === 'function' && !!navigator.locks;

let worker: Worker | null = null;
let next = 1;
const sockets = new Map<number, HallSocket>();

function startWorker(): Worker {
  const started = new Worker(new URL('./hall.worker.ts', import.meta.url), { type: 'module' });
  /* Its lines are dead, and the next one tries again. */
  const end = (): void => {
    started.terminate();
    worker = null;
    for (const socket of [...sockets.values()]) socket.hear({ line: 0, closed: true });
  };
  started.onmessage = ({ data }: MessageEvent<FromHall | Ended>) => ('ended' in data ? end() : sockets.get(data.line)?.hear(data));
  started.onerror = end;
  return started;
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
    else {
      this.readyState = WebSocket.CLOSED;
      sockets.delete(this.line);
      this.onclose?.();
    }
  }

  private post(message: ToHall): void {
    worker?.postMessage(message);
  }
}
