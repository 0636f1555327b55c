/* A record on the tables of the games: the same tables as in a match, but nobody can move. */
import type { Connection } from './connection.svelte';
import type { Info, LogLine, View } from './protocol';
import type { GameRecord, ReplayLine, ReplayMoment, RecordReader, TurningPoint, Viewpoint } from './record';
import { Table } from './table.svelte';

const LOG_LINES = 64;
/* How long a move is looked at in the film. */
export const SPEEDS = { slow: 3000, normal: 1500, fast: 600, faster: 200 } as const;
export type Speed = keyof typeof SPEEDS;

const personOn = (seat: number): string => `seat ${seat}`;

export class ReplayTable extends Table {
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
    private nameless: (seat: number) => string,
    hall: Connection,
    /** The seat that the reader of the page had in the match. */
    readonly own: number | null,
  ) {
    super(record.table ?? 'replay', {}, hall);
  }

  /* Sentences say "you" to a person who looks at their own match; others are called by their names. */
  override nameToYou = (seat: number): string | null => (seat === this.own && seat === this.you ? null : (this.names[seat] ?? ''));

  override get names(): string[] {
    return super.names.map((name, seat) => (this.record.names?.[seat] ? name : this.nameless(seat)));
  }

  override get isReplay(): boolean {
    return true;
  }

  override get mayMove(): boolean {
    return false;
  }

  override get call(): null {
    return null;
  }

  protected override get me(): string | undefined {
    return typeof this.viewpoint === 'number' ? personOn(this.viewpoint) : undefined;
  }

  /* There are no performers. */
  override gesture(): void {}

  override play(): Promise<void> {
    return Promise.reject(new Error('a replay'));
  }

  protected override patience(): number {
    return 0;
  }

  protected override async readLog(before: number): Promise<LogLine[]> {
    const last = (before || this.at + 1) - 1;
    const lines = last < 1 ? [] : await this.reader.log(Math.max(1, last - LOG_LINES + 1), last, this.viewpoint);
    return lines.map((line) => ({ ...line, seat: line.seat ?? null, kind: 'move', by: 'person' }));
  }

  private get tableInfo(): Info {
    const { record } = this;
    return {
      id: this.id,
      game: record.game,
      seats: record.seats,
      options: record.options,
      public: false,
      takeover: false,
      hints: false,
      chat: false,
      open_hands_after: true,
      autostart: false,
      clock: { kind: 'none' },
      pace: 'fast',
      host: { person: '', name: '' },
      created: 0,
      state: this.at === this.moves ? 'over' : 'playing',
      seat: Array.from({ length: record.seats }, (_, seat) => ({ person: personOn(seat), name: record.names?.[seat] ?? '' })),
      seed_hash: '',
      seed: null,
      rematch: null,
      rated: false,
      v: this.at,
    };
  }

  /** Shows the moment after this many moves, from this viewpoint; the next move is played out on the table. */
  async look(move: number, viewpoint: Viewpoint = this.viewpoint): Promise<void> {
    const to = Math.max(0, Math.min(this.moves, move));
    const follows = this.version === to - 1 && viewpoint === this.viewpoint && !this.holding;
    const asked = ++this.asked;
    this.at = to;
    const moment = await this.reader.at(to, viewpoint);
    if (asked !== this.asked) return; /* somewhere else meanwhile */
    this.viewpoint = viewpoint;
    this.shownAt = performance.now();
    if (follows) this.push({ ...this.moment(moment), push: 'step', kind: 'move', by: 'person', ...(to === this.moves ? { info: this.tableInfo } : {}) });
    else
      this.push({
        ...this.moment(moment),
        push: 'table',
        info: this.tableInfo,
        you: typeof viewpoint === 'number' ? viewpoint : null,
        may_sit: [],
        online: Array.from({ length: this.record.seats }, () => true),
        spectators: 0,
        chat: [],
        muted: [],
      });
  }

  private moment({ v, seat, events = [], ...moment }: ReplayMoment & ReplayLine) {
    return { ...moment, v, seat: seat ?? null, events, table: this.id, legal: [], open: [], left: null, running: [] };
  }

  /** What a seat saw after this many moves. */
  async viewAt(move: number, seat: number): Promise<View> {
    return (await this.reader.at(move, seat)).view;
  }

  /** Shows a moment as a seat saw it, with a move that it could have made lit up on the table. */
  async propose(at: number, seat: number, move: string | null): Promise<void> {
    await this.look(at, seat);
    if (this.at === at && this.viewpoint === seat) this.hint = move;
  }

  /* What is proposed belongs to one moment. */
  override offers(): boolean {
    return false;
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
    if (this.at >= this.moves && !this.holding) this.halt();
    else if (!this.holding && performance.now() - this.shownAt >= SPEEDS[this.speed]) {
      this.shownAt = performance.now();
      void this.look(this.at + 1);
    }
  }

  /** The next turning point, or the one before. */
  turn(forward: boolean): number | null {
    const moves = this.points.map((point) => point.move);
    return (forward ? moves.find((move) => move > this.at) : moves.filter((move) => move < this.at).at(-1)) ?? null;
  }

  override stop(): void {
    this.halt();
    this.reader.close();
  }
}
