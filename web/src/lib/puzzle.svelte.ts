/* A puzzle on the table of its game: the same table as in a match, with one move to find. */
import computerNames from 'texts:names';
import { connection, device } from './connection.svelte';
import { fill, inBoth, type Both } from './language.svelte';
import type { Info } from './protocol';
import { Refusal } from './protocol';
import { today, type Opened, type Puzzle, type PuzzleCore, type PuzzleMoment } from './puzzles';
import { keepResult, resultOf, type PuzzleResult } from './results';
import { Table } from './table.svelte';
import { forgetRefusals } from './troubles.svelte';

const YOU = 'you';
const PER_CENT = 10;
const ONE = 1000;

export class PuzzleTable extends Table {
  done = $state.raw<PuzzleResult>({ tries: 0, seconds: 0, hinted: false, shown: false, on: null });
  /** A right answer lies on the table. */
  answered = $state(false);

  private startedAt = performance.now();
  private watches = true;

  constructor(
    private core: PuzzleCore,
    readonly game: string,
    readonly puzzle: Puzzle,
    readonly number: number,
    readonly day: number,
    private own: string,
  ) {
    super(`puzzle-${game}-${day}`, {}, connection.online ? connection : device);
    this.done = resultOf(game, day);
    document.addEventListener('visibilitychange', this.watch);
    addEventListener('pagehide', this.watch);
  }

  /** Solved, or looked up. */
  get isOver(): boolean {
    return this.done.on !== null;
  }

  override get mayMove(): boolean {
    return !this.answered && super.mayMove;
  }

  protected override get me(): string {
    return YOU;
  }

  override gesture(): void {}

  protected override patience(): number {
    return 0;
  }

  /* There is no hall to ask. */
  override ask(): Promise<never> {
    return Promise.reject(new Error('a puzzle'));
  }

  /* Only the time in which the puzzle was in sight counts. */
  private watch = (): void => {
    this.count();
    this.watches = document.visibilityState === 'visible';
    this.startedAt = performance.now();
    if (!this.isOver) this.save({});
  };

  private count(): void {
    if (this.watches && !this.isOver) this.done = { ...this.done, seconds: this.done.seconds + (performance.now() - this.startedAt) / 1000 };
    this.startedAt = performance.now();
  }

  private save(changes: Partial<PuzzleResult>): void {
    this.count();
    this.done = { ...this.done, ...changes };
    keepResult(this.game, this.day, this.done);
  }

  private get tableInfo(): Info {
    const { position } = this.puzzle;
    const rivals = computerNames.filter((name) => name !== this.own);
    return {
      id: this.id,
      game: this.game,
      seats: position.seats,
      options: (position.options ?? {}) as Record<string, unknown>,
      public: false,
      takeover: false,
      hints: false,
      chat: false,
      open_hands_after: false,
      autostart: false,
      clock: { kind: 'none' },
      pace: 'fast',
      host: { person: YOU, name: this.own },
      created: 0,
      state: 'playing',
      seat: Array.from({ length: position.seats }, (_, seat) =>
        seat === this.puzzle.seat ? { person: YOU, name: this.own } : { level: 'expert' as const, name: rivals[seat]! },
      ),
      seed_hash: '',
      seed: null,
      rematch: null,
      rated: false,
      v: 0,
    };
  }

  /** Shows the puzzle, with nothing played. */
  async lay(): Promise<void> {
    const opened: Opened = await this.core.open(this.game, this.puzzle);
    this.answered = false;
    this.push({
      ...this.moment(opened),
      legal: opened.legal,
      open: opened.open,
      push: 'table',
      v: 0,
      info: this.tableInfo,
      you: this.puzzle.seat,
      may_sit: [],
      online: Array.from({ length: this.puzzle.position.seats }, () => true),
      spectators: 0,
      chat: [],
      muted: [],
    });
    this.startedAt = performance.now();
  }

  private moment(moment: PuzzleMoment) {
    return { ...moment, table: this.id, legal: [], open: [], left: null, running: [], result: null };
  }

  /** Tries an answer. Rejects with a Refusal: the move is not legal, or not the answer. */
  override async play(move: string): Promise<void> {
    this.sending = true;
    try {
      const { solved, loss, after } = await this.core.judge(this.game, this.puzzle, move);
      const first = !this.isOver;
      if (first) this.save({ tries: this.done.tries + 1, ...(solved ? { on: today() } : {}) });
      if (!solved) throw new Refusal({ code: 'wrong', rule: null, text: this.wrongWords(loss) });
      this.hint = null;
      this.answered = true;
      forgetRefusals();
      /* Nobody plays on. */
      this.push({ ...this.moment(after!), awaited: [], push: 'step', kind: 'move', by: 'person', v: this.version + 1, seat: this.puzzle.seat, events: after!.events ?? [] });
    } catch (error) {
      if (error instanceof Refusal && this.words) error.trouble.text = this.words.named(error.trouble.text);
      throw error;
    } finally {
      this.sending = false;
    }
  }

  private wrongWords(loss: number): Both {
    const text = inBoth(`${this.game}.puzzle_wrong`);
    const values = (language: 'en' | 'fr') => ({
      percent: Math.round(loss / PER_CENT),
      number: (Math.round((loss / ONE) * 10) / 10).toString().replace('.', language === 'fr' ? ',' : '.'),
    });
    return { en: fill(text.en, values('en'), 'en'), fr: fill(text.fr, values('fr'), 'fr') };
  }

  /** Why the solution is good. */
  async askHint(): Promise<Both | null> {
    if (!this.isOver) this.save({ hinted: true });
    return (await this.core.solution(this.game, this.puzzle)).why;
  }

  /** Lights the solution up on the table. An unsolved puzzle then no longer counts. */
  async showSolution(): Promise<string> {
    const { move } = await this.core.solution(this.game, this.puzzle);
    if (!this.isOver) this.save({ shown: true, on: today() });
    if (this.answered) await this.lay();
    this.hint = move;
    return move;
  }

  override stop(): void {
    if (!this.isOver) this.save({});
    document.removeEventListener('visibilitychange', this.watch);
    removeEventListener('pagehide', this.watch);
  }
}
