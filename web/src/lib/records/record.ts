/* Records of matches, and the core that looks at them, in a worker of its own. */
import wasm from 'hall:wasm';
import type { Connection } from '../connection/connection.svelte';
import { Refusal, type Trouble } from '../connection/protocol';
import { Asker } from '../device/asker';
import type { ReplayAnswers, ReplayLine, ReplayMoment, ReplayRequests, Viewpoint } from '../schema/module';

export type { GameRecord } from '../connection/protocol';
export type { TurningPoint, Viewpoint } from '../schema/module';

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

type ReplayAsker = Asker<ReplayRequests, ReplayAnswers>;

const startAsker = (): ReplayAsker => new Asker(new Worker(new URL('../device/replay.worker.ts', import.meta.url), { type: 'module' }));
let started: ReplayAsker | null = null;

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

  private async ask<C extends keyof ReplayRequests>(cmd: C, values: Omit<ReplayRequests[C], 'cmd'>): Promise<ReplayAnswers[C]> {
    const answer = await this.asker.ask(cmd, values);
    if ('error' in answer) throw new BadRecord(answer.error, answer.move ?? null);
    return answer;
  }

  /** Checks the whole record. Rejects with a BadRecord. */
  async open(record: unknown): Promise<ReplayAnswers['open']> {
    return this.ask('open', { record });
  }

  async at(move: number, viewer: Viewpoint): Promise<ReplayMoment> {
    return this.ask('at', { move, viewer });
  }

  async log(first: number, last: number, viewer: Viewpoint): Promise<ReplayLine[]> {
    return (await this.ask('log', { first, last, viewer })).log;
  }

  close(): void {
    this.asker.close();
  }
}
