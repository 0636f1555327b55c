/* A record being shown on the table of its game, move by move or as a film. Nobody can move: there is no seat. */
import { Playback, type Match } from '../table/playback.svelte';
import type { ReplayLine } from '../schema/module';
import type { LogLine, View } from '../connection/protocol';
import type { GameRecord, RecordReader, TurningPoint, Viewpoint } from './record';

const LOG_LINES = 64;
/* How long a move is looked at in the film. */
export const SPEEDS = { slow: 3000, normal: 1500, fast: 600, faster: 200 } as const;
export type Speed = keyof typeof SPEEDS;

export class ReplayRun {
  readonly playback: Playback;
  /** How many moves were made at the moment that is shown. */
  at = $state(0);
  viewpoint = $state<Viewpoint>(null);
  playing = $state(false);
  speed = $state<Speed>('normal');

  private asked = 0;
  private shownAt = 0;
  private film = 0;

  constructor(
    private reader: RecordReader,
    readonly record: GameRecord,
    readonly moves: number,
    readonly points: TurningPoint[],
    /** What to call a seat that has no name in the record. */
    nameless: (seat: number) => string,
    /** The seat that the reader of the page had in the match. */
    readonly own: number | null,
  ) {
    this.playback = new Playback({
      earlier: (before) => this.readLog(before),
      /* Others than the reader are called by their names, even in their own view. */
      addresses: (seat) => seat === own && seat === this.playback.you,
      nameless,
    });
  }

  private async readLog(before: number): Promise<(LogLine & Pick<ReplayLine, 'taken_back'>)[]> {
    const last = (before || this.at + 1) - 1;
    const lines = last < 1 ? [] : await this.reader.log(Math.max(1, last - LOG_LINES + 1), last, this.viewpoint);
    return lines.map((line) => ({ ...line, seat: line.seat ?? null, kind: 'move', by: 'person' }));
  }

  private get info(): Match {
    const { table, game, seats, names } = this.record;
    return {
      id: table ?? 'replay',
      game,
      seat: Array.from({ length: seats }, (_, seat) => (names?.[seat] ? { name: names[seat] } : null)),
    };
  }

  /** Shows the moment after this many moves, from this viewpoint; the next move is played out on the table. */
  async look(move: number, viewpoint: Viewpoint = this.viewpoint): Promise<void> {
    const to = Math.max(0, Math.min(this.moves, move));
    const follows = this.playback.version === to - 1 && viewpoint === this.viewpoint && !this.playback.holding;
    const asked = ++this.asked;
    this.at = to;
    const moment = await this.reader.at(to, viewpoint);
    if (asked !== this.asked) return; /* somewhere else meanwhile */
    this.viewpoint = viewpoint;
    this.shownAt = performance.now();
    if (follows) this.playback.add({ ...moment, seat: moment.seat ?? null, kind: 'move', by: 'person' });
    else this.playback.show({ ...moment, info: this.info, you: typeof viewpoint === 'number' ? viewpoint : null });
  }

  /** What a seat saw after this many moves. */
  async viewAt(move: number, seat: number): Promise<View> {
    return (await this.reader.at(move, seat)).view;
  }

  /** Shows a moment as a seat saw it, with a move that it could have made lit up on the table. */
  async propose(at: number, seat: number, move: string | null): Promise<void> {
    await this.look(at, seat);
    if (this.at === at && this.viewpoint === seat) this.playback.hint = move;
  }

  /** Starts or stops the film. */
  toggle(): void {
    if (this.playing) this.halt();
    else {
      this.playing = true;
      if (this.at === this.moves) void this.look(0);
      this.film = window.setInterval(() => this.advanceFilm(), 50);
    }
  }

  halt(): void {
    this.playing = false;
    clearInterval(this.film);
  }

  private advanceFilm(): void {
    if (this.at >= this.moves && !this.playback.holding) this.halt();
    else if (!this.playback.holding && performance.now() - this.shownAt >= SPEEDS[this.speed]) {
      this.shownAt = performance.now();
      void this.look(this.at + 1);
    }
  }

  /** The next of these moments, or the one before. */
  turn(forward: boolean, points: { move: number }[]): number | null {
    const moves = points.map((point) => point.move);
    return (forward ? moves.find((move) => move > this.at) : moves.filter((move) => move < this.at).at(-1)) ?? null;
  }

  stop(): void {
    this.halt();
    this.reader.close();
  }
}
