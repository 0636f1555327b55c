/* The compiled hall (src/wasm), and what it calls. */
import type {
  AnalysisReport,
  AnalysisRequest,
  CheckedDraft,
  Draft,
  ModuleRefusal,
  PuzzleAnswers,
  PuzzleRequests,
  ReplayAnswers,
  ReplayRequests,
} from '../schema/module';
import { cleanName, countCharacters } from './names';

/** What src/wasm/browser.c exports. Clients, decisions and memory are pointers into it. */
export interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  browser_alloc(size: number): number;
  browser_free(memory: number): void;
  /** Before anything that answers people: the texts that it sends. */
  browser_texts(json: number, size: number): void;
  /** Before anything that thinks: a file of data/minds. False if it cannot be used. */
  browser_mind(file: number, size: number): number;
  /** Restores the database from its journal; returns how many bytes of it were whole. */
  browser_start(journal: number, size: number, nowMs: number, positions: number): number;
  /** Hands out a shorter journal that restores the same, by `append`. */
  browser_compact(): void;
  browser_enter(number: number): number;
  browser_leave(client: number): void;
  browser_receive(client: number, text: number, size: number, nowMs: number): void;
  browser_tick(nowMs: number): void;
  /** Runs the jobs of the store; their frames come by `append`. */
  browser_work(): void;
  /** Answers the jobs that have run; how many. */
  browser_collect(): number;
  browser_think(decision: number): void;
  browser_decided(decision: number, nowMs: number): void;
  /** A request of src/wire/wire.h; the answer ends with a zero. */
  browser_draft(text: number, size: number): number;
  /** The same for a request of src/wire/wire.h. */
  browser_analyse(text: number, size: number): number;
  /** The same for a request of src/wire/wire.h. */
  browser_replay(text: number, size: number): number;
  /** The same for a request of src/puzzles/puzzles.h. */
  browser_puzzle(text: number, size: number): number;
}

/** What src/wasm/wasm.h asks for, with texts and bytes instead of pointers. */
export interface Outside {
  send(client: number, text: string): void;
  end(client: number): void;
  append(frame: Uint8Array): void;
  think(decision: number, bytes: Uint8Array): void;
  log(event: string, fields: string): void;
}

const nobody = (): never => {
  throw new Error('there is no hall in this module');
};
/** For a module that thinks, checks drafts, or analyses. */
export const NO_HALL: Outside = { send: nobody, end: nobody, append: nobody, think: nobody, log: nobody };

/** The program for the browser: its code, and the texts that it sends; null where it only thinks. */
export interface Program {
  compiled: WebAssembly.Module;
  texts: Uint8Array | null;
}

const SUCCESS = 0;
const NAMES_BAD = 0;
const NAMES_TOO_LONG = -1;

/* The number that a text begins with. */
function readReal(text: string): number {
  const value = parseFloat(text);
  return Number.isNaN(value) ? 0 : value;
}

/* A real number as JSON that no reader takes for an integer. */
function writeReal(value: number): string {
  const digits = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

export class Module {
  readonly exports: Exports;
  private decoder = new TextDecoder();
  private encoder = new TextEncoder();

  constructor({ compiled, texts }: Program, outside: Outside) {
    const imports = { browser: this.browser(outside), wasi_snapshot_preview1: this.wasi() };
    this.exports = new WebAssembly.Instance(compiled, imports).exports as WebAssembly.Exports & Exports;
    this.exports._initialize();
    if (texts) this.lend(texts, this.exports.browser_texts);
  }

  bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer, at, size);
  }

  /** Calls a function with a copy of these bytes in the module's memory. */
  lend<T>(bytes: Uint8Array, use: (at: number, size: number) => T): T {
    const at = this.exports.browser_alloc(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    const result = use(at, bytes.length);
    this.exports.browser_free(at);
    return result;
  }

  lendText<T>(text: string, use: (at: number, size: number) => T): T {
    return this.lend(this.encoder.encode(text), use);
  }

  /** Takes the files of data/minds. Computer players do without those that it cannot use. */
  learn(minds: Uint8Array[]): void {
    for (const mind of minds) if (!this.lend(mind, this.exports.browser_mind)) console.error('a file of data/minds cannot be used');
  }

  /** Checks a move that a person is composing (src/wire/wire.h). */
  draft(request: Draft): CheckedDraft {
    return this.ask(this.exports.browser_draft, request);
  }

  /** Works on the analysis of a record (src/wire/wire.h). */
  analyse(request: AnalysisRequest): AnalysisReport | ModuleRefusal {
    return this.ask(this.exports.browser_analyse, request);
  }

  /** Looks at a record (src/wire/wire.h). */
  replay(request: ReplayRequests[keyof ReplayRequests]): ReplayAnswers[keyof ReplayAnswers] | ModuleRefusal {
    return this.ask(this.exports.browser_replay, request);
  }

  /** Shows a puzzle and judges answers (src/puzzles/puzzles.h). */
  puzzle(request: PuzzleRequests[keyof PuzzleRequests]): PuzzleAnswers[keyof PuzzleAnswers] | ModuleRefusal {
    return this.ask(this.exports.browser_puzzle, request);
  }

  /** A request as JSON, and its answer. */
  private ask<Answer>(asked: (text: number, size: number) => number, request: object): Answer {
    const at = this.lendText(JSON.stringify(request), asked);
    const answer = this.text(at, new Uint8Array(this.exports.memory.buffer).indexOf(0, at) - at);
    this.exports.browser_free(at);
    return JSON.parse(answer) as Answer;
  }

  private text(at: number, size: number): string {
    return this.decoder.decode(this.bytes(at, size));
  }

  private browser(outside: Outside): WebAssembly.ModuleImports {
    return {
      send: (client: number, at: number, size: number) => outside.send(client, this.text(at, size)),
      end: (client: number) => outside.end(client),
      append: (at: number, size: number) => outside.append(this.bytes(at, size).slice()),
      think: (at: number, size: number) => outside.think(at, this.bytes(at, size).slice()),
      now_ms: () => performance.now(),
      wall_ms: () => Date.now(),
      entropy: (at: number, size: number) => void crypto.getRandomValues(this.bytes(at, size)),
      log: (event: number, eventSize: number, at: number, size: number) => outside.log(this.text(event, eventSize), this.text(at, size)),
      name: (at: number, size: number, to: number, capacity: number) => {
        const clean = cleanName(this.text(at, size));
        if (clean === 'bad') return NAMES_BAD;
        const bytes = clean === 'long' ? null : this.encoder.encode(clean.name);
        if (!bytes || bytes.length > capacity) return NAMES_TOO_LONG;
        this.bytes(to, bytes.length).set(bytes);
        return bytes.length;
      },
      characters: (at: number, size: number) => countCharacters(this.text(at, size)),
      number_read: (at: number, size: number) => readReal(this.text(at, size)),
      number_write: (value: number, at: number, capacity: number) => {
        const bytes = this.encoder.encode(writeReal(value));
        if (bytes.length > capacity) return -1;
        this.bytes(at, bytes.length).set(bytes);
        return bytes.length;
      },
    };
  }

  /* What the C library asks for: a way to say which check failed. There are no files. */
  private wasi(): WebAssembly.ModuleImports {
    const view = () => new DataView(this.exports.memory.buffer);
    return {
      /* jansson's hash tables begin with it. */
      clock_time_get: (_clock: number, _precision: bigint, result: number) => {
        view().setBigUint64(result, BigInt(Date.now()) * 1_000_000n, true);
        return SUCCESS;
      },
      fd_write: (_file: number, parts: number, count: number, written: number) => {
        let text = '';
        for (let i = 0; i < count; i++) text += this.text(view().getUint32(parts + 8 * i, true), view().getUint32(parts + 8 * i + 4, true));
        console.error(text);
        view().setUint32(written, this.encoder.encode(text).length, true);
        return SUCCESS;
      },
      proc_exit: (code: number) => {
        throw new Error(`the hall ended with ${code}`);
      },
      fd_close: () => SUCCESS,
      fd_fdstat_get: () => SUCCESS,
      fd_fdstat_set_flags: () => SUCCESS,
      fd_prestat_get: () => 8,
      fd_prestat_dir_name: () => 8,
      fd_read: () => 8,
      fd_seek: () => 8,
      path_open: () => 44,
      path_filestat_get: () => 44,
      environ_get: () => SUCCESS,
      environ_sizes_get: () => 8,
    };
  }
}
