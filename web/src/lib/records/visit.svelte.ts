/* A look at another moment of a replay, from which one returns to where one was: the move, the viewpoint, and what one read. The browser's
 * own Back returns there too. */
import { openLayer } from '../browser/layers';
import type { Numbered } from './analysis';
import type { Viewpoint } from './record';
import type { ReplayRun } from './replay.svelte';

export class Visit {
  /** The decision that is looked at, if it is one. */
  decision = $state.raw<Numbered | null>(null);
  private from = $state.raw<{ at: number; viewpoint: Viewpoint; top: number } | null>(null);
  private closed: (() => void) | null = null;

  constructor(
    private replay: ReplayRun,
    /** What is scrolled to see the table. */
    private scrolled: () => HTMLElement | undefined,
  ) {}

  get away(): boolean {
    return this.from !== null;
  }

  /** Shows a decision as its seat saw it, with this move lit up on the table. */
  decide(decision: Numbered, move: string | null): void {
    this.leave();
    this.decision = decision;
    void this.replay.propose(decision.at, decision.seat, move);
  }

  /** Shows what a move brought. */
  see(move: number): void {
    this.leave();
    this.decision = null;
    void this.replay.look(move + 1);
  }

  private leave(): void {
    const { at, viewpoint } = this.replay;
    const place = this.scrolled();
    this.replay.halt();
    this.from ??= { at, viewpoint, top: place?.scrollTop ?? 0 };
    this.closed ??= openLayer(() => void this.back());
    if (place) place.scrollTop = 0;
  }

  /** The replay is left. */
  end(): void {
    this.closed?.();
    this.closed = null;
  }

  async back(): Promise<void> {
    const { from } = this;
    this.end();
    if (!from) return;
    this.from = null;
    this.decision = null;
    await this.replay.look(from.at, from.viewpoint);
    this.scrolled()?.scrollTo(0, from.top);
  }
}
