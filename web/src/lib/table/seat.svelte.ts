/* What one may do at a table: make the moves of one's seat, ask what a computer player would do, perform. What becomes of that is
 * up to those who made the seat: a hall, a lesson, a puzzle. In a replay there is none. */
import { flushSync } from 'svelte';
import { callTo, type Call } from '../people/call';
import type { Playback } from './playback.svelte';
import { Refusal, type Advice, type Trouble } from '../connection/protocol';
import { forgetRefusals } from '../words/troubles.svelte';

/** What is done for a seat. */
export interface Deeds {
  /** Makes a move. Rejects with a Refusal. */
  move: (move: string) => Promise<void>;
  /** Asks what a computer player would do now. */
  suggest?: () => Promise<Advice>;
  gesture?: (x: number, y: number, power: number) => void;
  /** A move was made, or refused. */
  judge?: (move: string, refusal: Refusal | null) => void;
  /** The person has another move in mind. */
  reconsider?: () => void;
  /** The player has performed as their card says. */
  praise?: () => void;
}

export class MySeat {
  /** The only move that is wanted here has been made. */
  isSpent = $state(false);
  private unanswered = $state(0);

  constructor(
    private playback: Playback,
    private deeds: Deeds,
    /** What a scene of a lesson asks for. */
    readonly asks: 'performance' | 'move' | null = null,
  ) {}

  get legal(): string[] {
    return this.playback.latest.legal;
  }

  /** Kinds of moves that are too many to list. */
  get open(): string[] {
    return this.playback.latest.open;
  }

  /** A move of ours is on its way. */
  get sending(): boolean {
    return this.unanswered > 0;
  }

  /** One may move, and has seen all that matters for it. What others choose at the same time does not. */
  get mayMove(): boolean {
    const { you, toAct } = this.playback;
    return !this.isSpent && you !== null && toAct.includes(you) && this.isUpToDate(you);
  }

  /** One may move, though what led to that may still be shown: then `play` skips it. */
  get mayAct(): boolean {
    const { you, latest } = this.playback;
    return !this.isSpent && !this.sending && you !== null && latest.toAct.includes(you);
  }

  /** The person wants to act: shows and draws at once what led to their turn. Does nothing while it is not their turn. */
  skip(): void {
    if (!this.mayAct || this.mayMove) return;
    this.playback.catchUp();
    flushSync();
  }

  /** What the others wait for from this person. */
  get call(): Call | null {
    const { playback } = this;
    const { info, you } = playback;
    return info && you !== null && this.isUpToDate(you) ? callTo(you, info.game, playback) : null;
  }

  private isUpToDate(seat: number): boolean {
    return !this.sending && this.playback.isUpToDate(seat);
  }

  /** Makes a move. Rejects with a Refusal, which says in a sentence why not. */
  async play(move: string): Promise<void> {
    if (this.isSpent) return;
    if (this.mayAct && !this.mayMove) this.playback.catchUp();
    this.reconsider();
    this.unanswered++;
    try {
      await this.deeds.move(move);
      this.deeds.judge?.(move, null);
    } catch (error) {
      if (error instanceof Refusal) this.refuse(move, error);
      throw error;
    } finally {
      this.unanswered--;
    }
  }

  /** A composed move is not sent, because the core refuses it. */
  withhold(move: string, trouble: Trouble): void {
    this.refuse(move, new Refusal({ ...trouble }));
  }

  private refuse(move: string, refusal: Refusal): void {
    const { words } = this.playback;
    if (words) refusal.trouble.text = words.named(refusal.trouble.text);
    this.deeds.judge?.(move, refusal);
  }

  /** The person has another move in mind: what was refused before no longer matters. */
  reconsider(): void {
    (this.deeds.reconsider ?? forgetRefusals)();
  }

  /** What a computer player would do now; null if that has changed before the answer came. */
  async suggest(): Promise<Advice | null> {
    this.skip();
    const { choices } = this.playback;
    const advice = await this.deeds.suggest?.();
    return advice && this.playback.stands(advice.move, choices) ? advice : null;
  }

  /** The player has performed as their card says, in a game with a stage. A lesson may wait for that. */
  performed(): void {
    if (!this.isSpent) this.deeds.praise?.();
  }

  gesture(x: number, y: number, power: number): void {
    this.deeds.gesture?.(x, y, power);
  }
}
