/* A table as this page sees it: what the server sent, shown at a pace that people can follow.
 *
 * Steps are queued and shown one after the other; `view` and what belongs to it are those of the
 * step being shown. A game's table may play the events of a step out one by one (`hold`): until it has
 * (`release`), nothing around it is ahead of it. Moves are sent with an id of their own and sent again
 * after a lost connection, so that each is made exactly once. */
import { callTo, type Call } from './call';
import { connection, Lost, type Connection, type PushToTable } from './connection.svelte';
import { factsOf } from './facts.svelte';
import { gameDisplay } from './games';
import {
  given,
  Refusal,
  WAIT,
  type Advice,
  type Aids,
  type Answers,
  type Facts,
  type GameEvent,
  type Given,
  type Info,
  type LogLine as SentLine,
  type Moment,
  type Result,
  type Said,
  type StepPush,
  type TableCommand,
  type TablePush,
  type TableValues,
  type Trouble,
  type Values,
  type View,
} from './protocol';
import { mine } from './mine.svelte';
import type { Name } from './language.svelte';
import { namesOf } from './names';
import { changeSentence, isChange, isInMatch } from '../table/changes';
import { isForPeople } from './seats';
import { settings } from './settings.svelte';
import { forgetRefusals } from './troubles.svelte';
import { Words, type MoveContext } from './words';

/** A step as the log keeps it. */
export interface LogLine extends Pick<StepPush, 'v' | 'seat' | 'by' | 'kind' | 'before' | 'after'> {
  events: GameEvent[];
}

/* A step that has still to be shown, and when it came. */
type Queued = StepPush & { cameAt: number };

type Listener = (step: StepPush, before: View | null) => void;
type GestureListener = (seat: number, x: number, y: number, power: number) => void;

const LOG_LINES_MAX = 400;
/* With more steps than this waiting, they are no longer shown one by one. */
const QUEUE_MAX = 12;
/* How often to look whether a table still holds the next step back. */
const HOLD_MS = 80;

export class Table {
  id: string;
  info = $state.raw<Info | null>(null);
  you = $state<number | null>(null);
  /** The seats that this person may take now. */
  maySit = $state.raw<number[]>([]);
  online = $state.raw<boolean[]>([]);
  spectators = $state(0);
  view = $state.raw<View | null>(null);
  /** What follows from the view; there whenever it is. */
  aids = $state.raw<Aids | null>(null);
  phase = $state<string | null>(null);
  toAct = $state.raw<number[]>([]);
  awaited = $state.raw<number[]>([]);
  legal = $state.raw<string[]>([]);
  asks: 'performance' | 'move' | null = null; /* what a scene of a lesson asks for; null elsewhere */
  isSpent = $state(false); /* the only move that a scene of a lesson allows has been made */
  open = $state.raw<string[]>([]);
  left = $state.raw<number[] | null>(null);
  /* When `left` was true. */
  private leftAt = $state(0);
  running = $state.raw<number[]>([]);
  result = $state.raw<Result | null>(null);
  /** Everything, where nothing is secret any more: at the end, or in a replay with all hands open. */
  position = $state.raw<View | null>(null);
  chat = $state.raw<Said[]>([]);
  unread = $state(0);
  /** People whom this person has muted. */
  muted = $state.raw<TablePush['muted']>([]);
  log = $state.raw<LogLine[]>([]);
  /* The lines in which a seat changed hands, or the first hint was given. */
  private changes = $state.raw<LogLine[]>([]);
  /** Earlier lines of the log are being read. */
  reading = $state(false);
  /** The step being shown. */
  step = $state.raw<StepPush | null>(null);
  words = $state.raw<Words | null>(null);
  private describe = $state.raw<((move: string, context: MoveContext) => string) | null>(null);
  /** A move that a computer player would make now, or WAIT; the table may light it up. */
  hint = $state<string | null>(null);
  isHintShown = $state(false); /* by the bar, with its reason */
  /** How many events of the step shown the game's table has played out; null: it plays nothing out. */
  played = $state<number | null>(null);
  /** Every step has been shown, and there was time to look at it. */
  atRest = $state(true);
  /** Other people look at this table on this device: nothing of what a seat knows may be stored. */
  shared = $state(false);
  /** A move of ours is on its way. */
  sending = $state(false);
  /** Why the table cannot be shown, as the server says. */
  trouble = $state.raw<unknown>(null);

  /** Of the latest step that was received. */
  version = $state(-1);
  /* How often the whole table was sent. */
  private wholes = 0;
  private queue = $state.raw<Queued[]>([]);
  /* 0 while no step is shown: the next one is then shown at once. */
  private timer = 0;
  private started = false;
  /* Whether this connection receives the table's pushes. */
  private watched = false;
  private asking = false;
  private unsent: { cid: string; move: string; done: (error?: unknown) => void }[] = [];
  private listeners = new Set<Listener>();
  private resets = new Set<() => void>();
  private gestures = new Set<GestureListener>();

  constructor(
    /** '' until the hall has created it. */
    id: string,
    /** What it is watched with: an invitation, or as a spectator in spite of a seat. */
    private key: { invite?: string; code?: string; spectator?: boolean } = {},
    /** The connection to the hall that the table is in. */
    readonly hall: Connection = connection,
  ) {
    this.id = id;
  }

  /** Watches the table until `stop`; `anew`: without the steps since the last time. */
  start(anew = false): void {
    if (this.started) return;
    this.started = true;
    if (!this.id) return;
    this.hall.watch(this.id, this);
    if (this.hall.ready) this.rewatch(anew);
    if (!anew) this.advance();
  }

  /** The hall has created it, and sends what happens at it. */
  enter(id: string): void {
    this.id = id;
    this.started = true;
    this.hall.watch(id, this);
  }

  stop(): void {
    if (!this.started) return;
    this.started = false;
    this.watched = false;
    this.pause();
    this.reset();
    if (!this.id) return;
    this.hall.unwatch(this.id);
    mine.leave(this.hall, this.id);
  }

  /** The connection is gone; `rewatch` is called when it is back. */
  lost(): void {
    this.watched = false;
  }

  /** Asks for what happened since, or for everything. */
  rewatch(anew = false): void {
    const since = this.version >= 0 && !anew ? { since: this.version } : {};
    this.asking = true;
    this.hall
      .insist('watch', { table: this.id, ...this.key, ...since }, undefined, () => this.started)
      .finally(() => (this.asking = false))
      .then(() => {
        this.watched = true;
        this.trouble = null;
        for (const move of this.unsent) this.send(move);
      })
      .catch((error: unknown) => {
        if (error instanceof Lost) return;
        this.trouble = error;
        for (const move of this.unsent) move.done(error);
      });
  }

  push(push: PushToTable): void {
    if (push.push === 'table') this.whole(push);
    else if (push.push === 'step') this.take(push);
    else if (push.push === 'online') {
      this.online = push.online;
      this.spectators = push.spectators;
    } else if (push.push === 'chat') {
      this.chat = [...this.chat, push].slice(-100);
      this.unread++;
    } else if (push.push === 'gesture') {
      for (const listener of this.gestures) listener(push.seat, push.x, push.y, push.power);
    }
  }

  private whole(push: TablePush): void {
    this.pause();
    this.queue = [];
    this.atRest = true;
    this.reset();
    this.watched = true;
    this.version = push.v;
    this.information(push.info);
    this.you = push.you;
    this.maySit = push.may_sit;
    this.online = push.online;
    this.spectators = push.spectators;
    this.chat = push.chat ?? [];
    this.muted = push.muted;
    this.step = null;
    this.wholes++;
    this.keep([]);
    this.show(push);
    /* It can be asked for again. */
    if (push.v > 0) this.readEarlier().catch(() => undefined);
  }

  /** The log goes further back than what was read of it. */
  get hasEarlier(): boolean {
    return this.logBegins > 1;
  }

  private get logBegins(): number {
    return this.log[0]?.v ?? this.queue[0]?.v ?? this.version + 1;
  }

  /** Reads what happened before the log begins: some of it, as much as the server sends at once. */
  async readEarlier(): Promise<void> {
    const first = this.logBegins;
    const { wholes } = this;
    this.reading = true;
    try {
      const log = await this.readLog(first);
      if (this.wholes !== wholes || (this.log[0]?.v ?? first) !== first) return; /* the log was replaced meanwhile */
      this.keep([...log.map((line) => ({ ...line, events: line.events ?? [] })), ...this.log]);
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
    } finally {
      if (this.wholes === wholes) this.reading = false;
    }
  }

  /** The lines of the log before this one, as many as are sent at once. */
  protected async readLog(before: number): Promise<SentLine[]> {
    return (await this.ask('log', { before })).log;
  }

  private keep(log: LogLine[]): void {
    const changes = log.filter((line) => isChange(line) && isInMatch(line, log));
    if (changes.length !== this.changes.length || changes[0] !== this.changes[0]) this.changes = changes;
    this.log = log;
  }

  /** The lines of the log about the match. */
  get story(): LogLine[] {
    const { changes } = this;
    return this.log.filter((line) => line.kind === 'move' || changes.includes(line));
  }

  private take(step: StepPush): void {
    if (this.version < 0 || step.v <= this.version) return;
    /* A step that does not follow the latest one, or has no view, makes the page ask for what is missing. */
    if (step.v > this.version + 1 || (step.to_act && step.view === undefined)) {
      if (!this.asking) this.rewatch();
      return;
    }
    this.version = step.v;
    this.atRest = false;
    this.queue = [...this.queue, { ...step, cameAt: performance.now() }];
    if (!this.timer) this.advance();
  }

  private pause(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /* Ends what is being played out. */
  private reset(): void {
    this.played = null;
    for (const listener of this.resets) listener();
  }

  private information(info: Info): void {
    this.info = info;
    if (!this.words) void Words.load(info.game).then((words) => (this.words = words));
    if (!this.describe) void gameDisplay(info.game)?.moves?.().then(({ moveWords }) => (this.describe = moveWords));
    const { me } = this;
    const seat = info.seat.findIndex((seat) => seat?.person !== undefined && seat.person === me);
    this.you = seat < 0 ? null : seat;
  }

  private show(moment: Moment, cameAt = performance.now()): void {
    const { choices } = this;
    this.view = moment.view ?? null;
    this.aids = moment.aids ?? null;
    this.phase = moment.phase ?? null;
    this.toAct = moment.to_act ?? [];
    this.awaited = moment.awaited ?? [];
    this.legal = moment.legal ?? [];
    this.open = moment.open ?? [];
    this.left = moment.left ?? null;
    this.leftAt = cameAt;
    this.running = moment.running ?? [];
    this.result = moment.result ?? null;
    this.position = moment.position ?? null;
    if (this.hint !== null && !this.stands(this.hint, choices)) this.hint = null;
  }

  /* What this person may do, and what is wanted from them. */
  private get choices(): unknown[] {
    return [this.legal, this.open, callTo(this.you, this.info?.game ?? '', this)];
  }

  /* What others do meanwhile does not make a hint worse, as long as it can be followed; one to wait, as long as the person has
   * the same choices as when it was given. */
  private stands(hint: string, choices: unknown[]): boolean {
    return hint === WAIT ? JSON.stringify(choices) === JSON.stringify(this.choices) : this.offers(hint);
  }

  /** Whether a move may be made now. */
  offers(move: string): boolean {
    return this.legal.includes(move) || this.open.includes(move.split(' ')[0]!);
  }

  /* Shows the next step, and then the one after it when there was time to see this one. */
  private advance(): void {
    this.pause();
    const many = this.queue.length > QUEUE_MAX;
    if (this.holding && !many) {
      this.timer = window.setTimeout(() => this.advance(), HOLD_MS);
      return;
    }
    const [step, ...others] = this.queue;
    this.atRest = !step;
    if (!step) return;
    if (this.holding) this.reset();
    this.queue = others;
    const patience = many ? 0 : this.patience(step);
    this.timer = window.setTimeout(() => this.advance(), patience);
    const before = this.view;
    if (step.info) this.information(step.info);
    if (step.may_sit) this.maySit = step.may_sit;
    this.step = step;
    this.show(step, step.cameAt);
    if (step.seat === this.you) this.hint = null;
    const { v, seat, by, kind, events = [], before: had, after: has } = step;
    this.keep([...this.log, { v, seat, by, kind, events, before: had, after: has }].slice(-LOG_LINES_MAX));
    for (const listener of this.listeners) listener(step, before);
  }

  /** How long a step is looked at before the next one. */
  protected patience(step: StepPush): number {
    return this.realTime ? 0 : settings.stepMs(step.kind === 'move' && step.seat !== this.you);
  }

  /** How many milliseconds a seat has left. A clock runs from the moment its message came, and stops when the message came that
   * stopped it, however long the steps before are shown. */
  timeLeft(seat: number, now: number): number {
    const left = this.left?.[seat] ?? 0;
    if (!this.running.includes(seat)) return left;
    const until = this.queue.find((step) => !step.running?.includes(seat))?.cameAt ?? now;
    return Math.max(0, left - Math.max(0, until - this.leftAt));
  }

  /** The id of the person who looks at the table. */
  protected get me(): string | undefined {
    return this.hall.person?.id;
  }

  /** The game's table has shown this many events of the step; the log waits with the others. */
  hold(step: StepPush, played: number): void {
    if (step === this.step) this.played = Math.max(this.played ?? 0, played);
  }

  /** The game's table has played the step out. */
  release(): void {
    this.played = null;
  }

  /** The game's table still plays out the step shown: everything around it waits. */
  get holding(): boolean {
    return this.played !== null;
  }

  /** The match is over, and its last step has been played out. */
  get over(): boolean {
    return this.result !== null && !this.holding;
  }

  get facts(): Facts {
    return factsOf(this.info?.game);
  }

  get realTime(): boolean {
    return this.facts.real_time;
  }

  /** One may move, and has seen all that matters for it. What others choose at the same time does not. */
  get mayMove(): boolean {
    const { you } = this;
    return you !== null && this.toAct.includes(you) && this.isUpToDate(you);
  }

  /* Nothing that waits to be shown changes what this seat is asked. */
  private isUpToDate(seat: number): boolean {
    return !this.sending && !this.holding && this.queue.every((step) => step.seat !== seat && step.to_act?.includes(seat));
  }

  /** What the others wait for from this person. */
  get call(): Call | null {
    const { info, you, aids, awaited } = this;
    return info && you !== null && this.isUpToDate(you) ? callTo(you, info.game, { aids, awaited }) : null;
  }

  get names(): string[] {
    return namesOf(this.info?.seat ?? []);
  }

  /** The player has performed as their card says, in a game with a stage. A lesson may wait for that. */
  performed(): void {}

  /** The name of a seat in a sentence; null for the reader's own. */
  nameToYou = (seat: number): Name => (seat === this.you ? null : (this.names[seat] ?? ''));
  get namesToYou(): Name[] {
    return this.names.map((_, seat) => this.nameToYou(seat));
  }

  /** Whether it only shows a match that is over. */
  get isReplay(): boolean {
    return false;
  }

  get onlyPeople(): boolean {
    return this.info !== null && isForPeople(this.info.game, this.info.options);
  }

  get isHost(): boolean {
    return this.info?.host.person !== undefined && this.info.host.person === this.hall.person?.id;
  }

  /** Makes a move. Rejects with a Refusal, which says in a sentence why not. */
  play(move: string): Promise<void> {
    this.reconsider();
    this.sending = true;
    return new Promise((resolve, reject) => {
      const cid = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
      const entry = {
        cid,
        move,
        done: (error?: unknown) => {
          this.unsent = this.unsent.filter((other) => other !== entry);
          this.sending = this.unsent.length > 0;
          if (error) reject(error);
          else resolve();
        },
      };
      this.unsent.push(entry);
      if (this.watched) this.send(entry);
    });
  }

  /** A composed move is not sent, because the core refuses it. */
  withhold(_move: string, _trouble: Trouble): void {}

  /** The person has another move in mind: what was refused before no longer matters. */
  reconsider(): void {
    forgetRefusals();
  }

  private send(entry: { cid: string; move: string; done: (error?: unknown) => void }): void {
    this.hall.insist('move', { table: this.id, move: entry.move, cid: entry.cid }, ['unavailable'], () => this.started).then(
      () => entry.done(),
      (error: unknown) => {
        if (error instanceof Refusal && this.words) error.trouble.text = this.words.named(error.trouble.text);
        if (!(error instanceof Lost)) entry.done(error);
      },
    );
  }

  ask<C extends TableCommand>(cmd: C, ...[values]: Given<TableValues<C>>): Promise<Answers[C]> {
    return this.hall.ask(cmd, ...given({ table: this.id, ...values } as Values<C>));
  }

  /** What a computer player would do now; null if that has changed before the answer came. */
  async suggest(): Promise<Advice | null> {
    const { choices, info } = this;
    const { move, why } = await this.ask('suggest');
    const advice = { move: move ?? WAIT, why, unrates: info?.rated === true };
    return this.stands(advice.move, choices) ? advice : null;
  }

  /** Mutes a person, or ends that. */
  async mute(person: string, name: string): Promise<void> {
    const on = !this.isMuted(person);
    await this.ask('mute', { person, on });
    this.muted = on ? [...this.muted, { person, name }] : this.muted.filter((other) => other.person !== person);
    if (!on) this.rewatch(true); /* for what they have said meanwhile */
  }
  isMuted = (person: string): boolean => this.muted.some((other) => other.person === person);

  gesture(x: number, y: number, power: number): void {
    this.hall.tell('gesture', { table: this.id, x, y, power });
  }

  /** Calls `listener` for every step as it is shown, for animations. Returns a function that stops it. */
  onStep(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls `listener` when what is being played out must end. */
  onReset(listener: () => void): () => void {
    this.resets.add(listener);
    return () => this.resets.delete(listener);
  }

  onGesture(listener: GestureListener): () => void {
    this.gestures.add(listener);
    return () => this.gestures.delete(listener);
  }

  /** A move in the language that is spoken; `view` is of the moment in which it can be made. */
  moveWords(move: string, view = this.view): string {
    const { words, namesToYou: names } = this;
    return view && words && this.describe ? this.describe(move, { view, words, names }) : move;
  }

  /** The sentence of an event, addressed to the reader; '' for an event without one. */
  sentence(event: GameEvent, names = this.namesToYou): string {
    return this.words?.event(event, names) ?? '';
  }

  /** The sentences of a log line, as far as it has been played out. */
  sentences(line: LogLine): string[] {
    if (this.changes.includes(line)) return [changeSentence(line, this.me)];
    const { played } = this;
    const events = played !== null && line.v === this.step?.v ? line.events.slice(0, played) : line.events;
    const names = this.namesAt(line);
    return events.map((event) => this.sentence(event, names)).filter((sentence) => sentence !== '');
  }

  /* People who have left since are called by their names. */
  private namesAt(line: LogLine): Name[] {
    const later = this.changes.filter((change) => change.v > line.v);
    if (later.length === 0) return this.namesToYou;
    const seats = (this.info?.seat ?? []).map((seat, index) => later.find((change) => change.seat === index)?.before ?? seat);
    const { me } = this;
    return namesOf(seats).map((name, index) => (me !== undefined && seats[index]?.person === me ? null : name));
  }
}
