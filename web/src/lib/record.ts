/* Records of matches, and the core that looks at them, in a worker of its own. */
import wasm from 'hall:wasm';
import type { Connection } from './connection.svelte';
import { Refusal, type Aids, type GameEvent, type Info, type Result, type Trouble, type View } from './protocol';
import { Asker, type Answer } from './worker/asker';

/** What the page needs of a record; the core checks the rest. */
export interface GameRecord {
  game: string;
  seats: number;
  options: Record<string, unknown>;
  names: string[];
  table?: string;
  [more: string]: unknown;
}

/** A seat, a spectator, or someone who sees all hands. */
export type Viewpoint = number | null | 'all';

export interface TurningPoint {
  move: number;
  kind: 'part' | 'lead' | 'swing' | 'end';
  /** Of a part: what it is called, such as `round`. */
  part?: string;
  seat?: number;
  /** Of a part; the change of a score. */
  number?: number;
}

/** A move as a viewpoint saw it. */
export interface ReplayLine {
  v: number;
  seat?: number;
  events?: GameEvent[];
}

/** How the match looked after a move. */
export interface ReplayMoment extends ReplayLine {
  view: View;
  aids: Aids;
  phase: string;
  to_act: number[];
  awaited: number[];
  result: Result | null;
  position?: View;
}

/** The core refuses the record: why, and at which move it breaks. */
export class BadRecord extends Refusal {
  constructor(
    trouble: Trouble,
    public move: number | null,
  ) {
    super(trouble);
  }
}

/** The seat that the person on this connection had in a match; null for others, and where the hall no longer knows. Records have
 * only names, and others may have the same. */
export async function ownSeat(hall: Connection, table: string): Promise<number | null> {
  await hall.greeted();
  const { person } = hall;
  if (!person) return null;
  const info = await hall.ask('info', { table }).then(
    (answer) => answer.info as Info,
    () => null,
  );
  const seat = info?.seat.findIndex((one) => one?.person === person.id) ?? -1;
  return seat < 0 ? null : seat;
}

const startAsker = (): Asker => new Asker(new Worker(new URL('./worker/replay.worker.ts', import.meta.url), { type: 'module' }));
let started: Asker | null = null;

export class RecordReader {
  private asker = started ?? startAsker();

  constructor() {
    started = null;
  }

  /** Starts the worker of the next reader. */
  static prepare(): void {
    if (RecordReader.possible) started ??= startAsker();
  }

  static get possible(): boolean {
    return wasm !== '';
  }

  private async ask(request: object): Promise<Answer> {
    const answer = await this.asker.ask(request);
    if (answer.error) throw new BadRecord(answer.error as Trouble, (answer.move as number | undefined) ?? null);
    return answer;
  }

  /** Checks the whole record. Rejects with a BadRecord. */
  async open(record: unknown): Promise<{ moves: number; points: TurningPoint[] }> {
    return (await this.ask({ cmd: 'open', record })) as unknown as { moves: number; points: TurningPoint[] };
  }

  async at(move: number, viewer: Viewpoint): Promise<ReplayMoment> {
    return (await this.ask({ cmd: 'at', move, viewer })) as unknown as ReplayMoment;
  }

  async log(first: number, last: number, viewer: Viewpoint): Promise<ReplayLine[]> {
    return (await this.ask({ cmd: 'log', first, last, viewer })).log as ReplayLine[];
  }

  close(): void {
    this.asker.close();
  }
}
