/* A hall and what it needs around it: time, the journal, and a thinker. Answers go out only when the journal
 * holds what they acknowledge. */
import { Module, type Program } from './module';

const TICK_MS = 50; // HALL_TICK_MS
/* A journal longer than this is replaced if the shorter one is at most half as long. */
const COMPACT_BYTES = 64 * 1024;

/** Where the hall's journal is kept. */
export interface Journal {
  read(): Promise<Uint8Array>;
  /** Resolves when the frames are safe; they are kept together, or none of them is. */
  append(frames: Uint8Array[]): Promise<void>;
  /** Resolves when these frames are the whole journal. Until then it is the one before. */
  replace(frames: Uint8Array[]): Promise<void>;
}

/** Thinks through a decision, which is bytes of the module's memory, and returns the bytes after. */
export interface Thinker {
  think(decision: Uint8Array): Promise<Uint8Array>;
}

/** One connection of a page. */
export interface Client {
  receive(text: string): void;
  leave(): void;
}

export interface Listener {
  send(text: string): void;
  end(): void;
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export class Hall {
  private module: Module;
  private listeners = new Map<number, Listener>();
  private next = 1;
  private frames: Uint8Array[] = [];
  /* Messages that wait until the journal holds all frames up to now. */
  private outbox: (() => void)[] = [];
  private isWriting = false;
  private latest = 0;
  private timer: ReturnType<typeof setInterval> | null = null;

  /** `failed` is called once, when the journal cannot be written: the hall is of no use any more. */
  private constructor(
    program: Program,
    private journal: Journal,
    private thinker: Thinker,
    private failed: (error: unknown) => void,
  ) {
    this.module = new Module(program, {
      send: (client, text) => void this.outbox.push(() => this.listeners.get(client)?.send(text)),
      end: (client) => void this.outbox.push(() => this.listeners.get(client)?.end()),
      append: (frame) => void this.frames.push(frame),
      think: (decision, bytes) => void this.think(decision, bytes).catch(this.failed),
      log: (event, fields) => console.info(event, fields),
    });
  }

  /** `positions`: `create` takes positions and seeds, for tests. */
  static async open(
    program: Program,
    journal: Journal,
    thinker: Thinker,
    failed: (error: unknown) => void,
    positions = false,
  ): Promise<Hall> {
    const hall = new Hall(program, journal, thinker, failed);
    const bytes = await journal.read();
    const whole = hall.module.lend(bytes, (at, size) => hall.module.exports.browser_start(at, size, hall.now(), Number(positions)));
    if (whole < bytes.length) console.warn(`the journal is damaged after ${whole} of ${bytes.length} bytes`);
    await hall.tidy(bytes.length, whole < bytes.length);
    hall.timer = setInterval(() => hall.tick(), TICK_MS);
    return hall;
  }

  /* Before anybody enters. Starting may have closed tables; what comes after damage in a journal would be lost. */
  private async tidy(size: number, isDamaged: boolean): Promise<void> {
    const closed = this.frames.splice(0);
    if (isDamaged || size > COMPACT_BYTES) {
      this.module.exports.browser_compact();
      const frames = this.frames.splice(0);
      if (isDamaged || frames.reduce((sum, frame) => sum + frame.length, 0) <= size / 2) return this.journal.replace(frames);
    }
    if (closed.length > 0) return this.journal.append(closed);
  }

  get memoryBytes(): number {
    return this.module.exports.memory.buffer.byteLength;
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  enter(listener: Listener): Client {
    const { exports } = this.module;
    const number = this.next++;
    const client = exports.browser_enter(number);
    this.listeners.set(number, listener);
    return {
      receive: (text) => {
        if (!this.listeners.has(number)) return;
        this.module.lendText(text, (at, size) => exports.browser_receive(client, at, size, this.now()));
        this.settle();
      },
      leave: () => {
        if (this.listeners.delete(number)) exports.browser_leave(client);
      },
    };
  }

  /* Milliseconds since 1970 that never go back. */
  private now(): number {
    this.latest = Math.max(this.latest, Date.now());
    return this.latest;
  }

  private tick(): void {
    this.module.exports.browser_tick(this.now());
    this.settle();
  }

  private async think(decision: number, bytes: Uint8Array): Promise<void> {
    const answer = await this.thinker.think(bytes);
    this.module.bytes(decision, answer.length).set(answer);
    this.module.exports.browser_decided(decision, this.now());
    this.settle();
  }

  /* Runs the store's jobs, which may lead to others. The hall goes on in memory while frames are written. */
  private settle(): void {
    const { exports } = this.module;
    do exports.browser_work();
    while (exports.browser_collect() > 0);
    if (this.isWriting) return;
    void this.write().catch((error) => {
      this.stop();
      this.listeners.clear();
      this.failed(error);
    });
  }

  /* What comes in while frames are written is the next batch. A batch waits for requests that are already here. */
  private async write(): Promise<void> {
    this.isWriting = true;
    while (this.frames.length > 0 || this.outbox.length > 0) {
      if (this.frames.length > 0) await nextTask();
      const frames = this.frames.splice(0);
      const messages = this.outbox.splice(0);
      if (frames.length > 0) await this.journal.append(frames);
      for (const deliver of messages) deliver();
    }
    this.isWriting = false;
  }
}
