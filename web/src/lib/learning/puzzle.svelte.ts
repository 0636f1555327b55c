/* A puzzle being solved, on the table of its game: a playback of one moment, and a seat with one move to find. */
import computerNames from 'texts:names';
import { fill, inBoth, type Both } from '../words/language.svelte';
import { Playback, type Match } from '../table/playback.svelte';
import { Refusal, type Why } from '../connection/protocol';
import { today, type Opened, type Puzzle, type PuzzleCore } from './puzzles';
import { keepResult, resultOf, type PuzzleResult } from './results';
import { MySeat } from '../table/seat.svelte';

const PER_CENT = 10;
const ONE = 1000;

export class PuzzleRun {
  readonly playback = new Playback();
  readonly seat = new MySeat(this.playback, { move: (move) => this.answer(move) });
  done = $state.raw<PuzzleResult>({ tries: 0, seconds: 0, hinted: false, shown: false, on: null });

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
    this.done = resultOf(game, day);
    document.addEventListener('visibilitychange', this.watch);
    addEventListener('pagehide', this.watch);
  }

  /** Solved, or looked up. */
  get isOver(): boolean {
    return this.done.on !== null;
  }

  /** A right answer lies on the table. */
  get answered(): boolean {
    return this.seat.isSpent;
  }

  /* Only the time in which the puzzle was in sight counts. */
  private watch = (): void => {
    this.count();
    this.watches = document.visibilityState === 'visible';
    this.startedAt = performance.now();
    if (!this.isOver) this.save({});
  };

  private count(): void {
    if (this.watches && !this.isOver)
      this.done = { ...this.done, seconds: this.done.seconds + (performance.now() - this.startedAt) / 1000 };
    this.startedAt = performance.now();
  }

  private save(changes: Partial<PuzzleResult>): void {
    this.count();
    this.done = { ...this.done, ...changes };
    keepResult(this.game, this.day, this.done);
  }

  private get info(): Match {
    const { position, seat } = this.puzzle;
    const rivals = computerNames.filter((name) => name !== this.own);
    const names = Array.from({ length: position.seats }, (_, index) => (index === seat ? this.own : rivals[index]!));
    return { id: `puzzle-${this.game}-${this.day}`, game: this.game, seat: names.map((name) => ({ name })) };
  }

  /** Shows the puzzle, with nothing played. */
  async lay(): Promise<void> {
    const position: Opened = await this.core.open(this.game, this.puzzle);
    this.seat.isSpent = false;
    this.playback.show({ ...position, v: 0, info: this.info, you: this.puzzle.seat });
    this.startedAt = performance.now();
  }

  /* Tries an answer. Rejects with a Refusal: the move is not legal, or not the answer. */
  private async answer(move: string): Promise<void> {
    const { solved, loss, after } = await this.core.judge(this.game, this.puzzle, move);
    if (!this.isOver) this.save({ tries: this.done.tries + 1, ...(solved ? { on: today() } : {}) });
    if (!solved) throw new Refusal({ code: 'wrong', rule: null, text: this.wrongWords(loss) });
    this.playback.hint = null;
    this.seat.isSpent = true;
    /* Nobody plays on. */
    this.playback.add({ ...after!, awaited: [], kind: 'move', by: 'person', v: this.playback.version + 1, seat: this.puzzle.seat });
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
  async askHint(): Promise<Why | null> {
    if (!this.isOver) this.save({ hinted: true });
    return (await this.core.solution(this.game, this.puzzle)).why;
  }

  /** The same, once the puzzle is over. */
  async explain(): Promise<Why | null> {
    return this.isOver ? (await this.core.solution(this.game, this.puzzle)).why : null;
  }

  /** Lights the solution up on the table. An unsolved puzzle then no longer counts. */
  async showSolution(): Promise<string> {
    const { move } = await this.core.solution(this.game, this.puzzle);
    if (!this.isOver) this.save({ shown: true, on: today() });
    if (this.answered) await this.lay();
    this.playback.hint = move;
    return move;
  }

  stop(): void {
    if (!this.isOver) this.save({});
    document.removeEventListener('visibilitychange', this.watch);
    removeEventListener('pagehide', this.watch);
  }
}
