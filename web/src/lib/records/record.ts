/* Records of matches, and the core that looks at them, in a worker of its own. */
import wasm from 'hall:wasm';
import type { Connection } from '../connection/connection.svelte';
import { Refusal, type Aids, type GameEvent, type Result, type Trouble, type View } from '../connection/protocol';
import { Asker } from '../device/asker';

export type { GameRecord } from '../connection/protocol';

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
export async function ownSeatAt(hall: Connection, table: string): Promise<number | null> {
  await hall.greeted();
  const { person } = hall;
  if (!person) return null;
  const info = await hall.ask('info', { table }).then(
    (answer) => answer.info,
    () => null,
  );
  const seat = info?.seat.findIndex((one) => one?.person === person.id) ?? -1;
  return seat < 0 ? null : seat;
}

const startAsker = (): Asker => new Asker(new Worker(new URL('../device/replay.worker.ts', import.meta.url), { type: 'module' }));
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

  private async ask<A>(request: object): Promise<A> {
    const answer = await this.asker.ask<A & { error?: Trouble; move?: number }>(request);
    if (answer.error) throw new BadRecord(answer.error, answer.move ?? null);
    return answer;
  }

  /** Checks the whole record. Rejects with a BadRecord. */
  async open(record: unknown): Promise<{ moves: number; points: TurningPoint[] }> {
    return this.ask({ cmd: 'open', record });
  }

  async at(move: number, viewer: Viewpoint): Promise<ReplayMoment> {
    return this.ask({ cmd: 'at', move, viewer });
  }

  async log(first: number, last: number, viewer: Viewpoint): Promise<ReplayLine[]> {
    return (await this.ask<{ log: ReplayLine[] }>({ cmd: 'log', first, last, viewer })).log;
  }

  close(): void {
    this.asker.close();
  }
}
