/* Animates a turn: the events of one step are shown beat by beat, automatically when they arrive and
 * again on request. The rest of the table waits only for the first showing, even while it is paused. */
import { settings, type ShowSpeed } from '../../lib/browser/settings.svelte';
import type { GameEvent, View } from '../../lib/connection/protocol';
import type { Playback, Step } from '../../lib/table/playback.svelte';
import { booked, openLedger, reconciled, type Ledger } from './ledger';
import { beatsOf, endsTurn, sceneOf, type Beat, type Scene } from './scene';
import type { ValleyView } from './view';

const BEAT_MS: Record<ShowSpeed, number> = { calm: 1300, normal: 750, quick: 350, instant: 350 };
/* For each character there is to read. People who have seen a few turns know the sentences. */
const READ_MS: Record<ShowSpeed, number> = { calm: 90, normal: 60, quick: 20, instant: 20 };
const PRACTISED_READ_MS: Record<ShowSpeed, number> = { ...READ_MS, normal: 25 };
/* Where nobody wins or loses anything, there is less to understand. */
const QUIET_SHARE = 0.5;
/* All that came with one move is shown in this time at most, in two thirds of it if nobody wins or loses anything: nobody likes to
 * wait longer, and one can stop and go back. */
const MOST_MS: Record<ShowSpeed, number> = { calm: 20_000, normal: 12_000, quick: 5000, instant: 5000 };
const PRACTISED_TURNS = 3;
const TURNS_SEEN = 'ludosaure.tyrannosaurus.turns';

interface Kept {
  round?: number | undefined;
  ledger: Ledger;
  complete: boolean;
}

export class Theatre {
  /** The turn so far, or the previous one if none has begun: the turn that can be shown again. */
  beats = $state.raw<Beat[]>([]);
  /** The beat on the stage. */
  at = $state(-1);
  /** Something other than the present is on the stage. */
  active = $state(false);
  paused = $state(false);
  ledger = $state.raw<Ledger>([]);
  /** The ledger knows the match from its beginning. */
  complete = $state(false);

  /* How long each beat is shown. */
  private times: number[] = [];
  private opening: Scene | null = null;
  /* The step that is shown for the first time. */
  private live: Step | null = null;
  private timer = 0;
  private finished = true;

  constructor(private playback: Pick<Playback, 'info' | 'sentence' | 'hold' | 'release'>) {}

  /** What stands where on the stage; null for the present. */
  get scene(): Scene | null {
    if (!this.active) return null;
    return this.beats[this.at]?.after ?? this.opening;
  }

  get beat(): Beat | null {
    return this.active ? (this.beats[this.at] ?? null) : null;
  }

  get events(): GameEvent[] {
    return this.beats.flatMap((beat) => beat.events);
  }

  /** A page that opens in the middle of a match starts counting there. */
  meet(view: ValleyView): void {
    if (this.ledger.length > 0) return;
    const stock = view.players.map((player) => player.trees);
    const kept = JSON.parse(sessionStorage.getItem(this.key) ?? 'null') as Kept | null;
    const ours = kept?.round === view.round ? kept : null;
    this.complete = ours?.complete ?? view.phase === 'lake';
    this.ledger = ours ? reconciled(ours.ledger, stock) : openLedger(stock);
    this.keep(view.round);
  }

  private get key(): string {
    return `ludosaure.trees.${this.playback.info!.id}`;
  }

  private keep(round: number | undefined): void {
    const kept: Kept = { round, ledger: this.ledger, complete: this.complete };
    sessionStorage.setItem(this.key, JSON.stringify(kept));
  }

  /** A step is being shown. */
  hear(step: Step, before: View | null): void {
    const events = step.events ?? [];
    if (!before || !step.view) return;
    const scene = sceneOf(before as ValleyView);
    const beats = beatsOf(scene, events);
    if (beats.length === 0) return;
    this.meet(before as ValleyView);
    this.ledger = booked(reconciled(this.ledger, scene.stock), events);
    if (step.view.round !== before.round) this.complete = true;
    this.keep((step.view as ValleyView).round);
    const from = this.finished ? 0 : this.beats.length;
    if (this.finished) this.opening = scene;
    this.beats = this.finished ? beats : [...this.beats, ...beats];
    this.times = [...(this.finished ? [] : this.times), ...this.planned(beats)];
    this.finished = endsTurn(events);
    this.stop();
    if (settings.reducedMotion || document.hidden) return;
    this.live = step;
    this.active = true;
    this.go(from);
  }

  /** Everything was sent again: parts of this turn may have been missed. */
  forget(): void {
    this.stop();
    this.beats = [];
    this.times = [];
    this.at = -1;
    this.opening = null;
    this.finished = true;
  }

  private get turnsSeen(): number {
    return Number(localStorage.getItem(TURNS_SEEN));
  }

  /** This browser has shown some turns to their end. */
  get practised(): boolean {
    return this.turnsSeen >= PRACTISED_TURNS;
  }

  /** How long these beats of a step are shown, in milliseconds: long enough to read them, unless they are many. */
  planned(beats: readonly Beat[]): number[] {
    const { showSpeed } = settings;
    const readMs = (this.practised ? PRACTISED_READ_MS : READ_MS)[showSpeed];
    const times = beats.map(({ events, gains }) => {
      const characters = events.reduce((sum, event) => sum + this.playback.sentence(event).length, 0);
      return Math.max(BEAT_MS[showSpeed], characters * readMs * (gains.length > 0 ? 1 : QUIET_SHARE));
    });
    const all = times.reduce((sum, ms) => sum + ms, 0);
    const most = MOST_MS[showSpeed] * (beats.some(({ gains }) => gains.length > 0) ? 1 : 2 / 3);
    return times.map((ms) => Math.floor((ms * Math.min(all, most)) / all));
  }

  private go(at: number): void {
    clearTimeout(this.timer);
    if (at >= this.beats.length) {
      if (this.live && this.finished) localStorage.setItem(TURNS_SEEN, String(this.turnsSeen + 1));
      this.stop();
      return;
    }
    this.at = at;
    const beat = this.beats[at];
    const last = beat?.events.at(-1);
    if (this.live) this.playback.hold(this.live, last ? (this.live.events ?? []).lastIndexOf(last) + 1 : 0);
    if (!this.paused) this.timer = window.setTimeout(() => this.go(at + 1), this.times[at] ?? BEAT_MS[settings.showSpeed]);
  }

  /** Back to the present. */
  stop(): void {
    clearTimeout(this.timer);
    this.active = false;
    this.paused = false;
    if (this.live) this.playback.release();
    this.live = null;
  }

  /** Plays the turn again from its beginning. */
  replay(): void {
    if (this.beats.length === 0) return;
    this.stop();
    this.active = true;
    this.go(-1);
  }

  /** Stops at this beat and stays there. */
  look(at: number): void {
    this.active = true;
    this.paused = true;
    this.go(Math.max(-1, at));
  }

  /** Goes on to the next beat at once. */
  hurry(): void {
    this.paused = false;
    this.go(this.at + 1);
  }

  pauseOrGoOn(): void {
    if (!this.paused) this.look(this.at);
    else this.hurry();
  }
}
