/* What is shown of a match: moments (views, aids, events) in their order, at a pace that people can follow. A live table, a
 * replay, a lesson and a puzzle are its sources; it knows no network.
 *
 * Steps are queued and shown one after the other; `view` and what belongs to it are those of the
 * step being shown. A game's table may play the events of a step out one by one (`hold`): until it has
 * (`release`), nothing around it is ahead of it. */
import { callTo } from '../people/call';
import { factsOf } from '../connection/facts.svelte';
import { gameDisplay } from './games';
import {
  WAIT,
  type Aids,
  type Clocks,
  type Facts,
  type GameEvent,
  type Info,
  type LogLine as SentLine,
  type Moment,
  type Result,
  type StepPush,
  type View,
} from '../connection/protocol';
import type { TakenBack } from '../schema/module';
import { say, type Name } from '../words/language.svelte';
import { namesOf } from '../people/names';
import { changeSentence, isChange, isInMatch } from './changes';
import { Words, type MoveContext } from '../words/words';

/** What has to be known about a match to show it. */
export type Match = Pick<Info, 'id' | 'game' | 'seat'>;

/** A step to be shown. */
export type Step<M extends Match = Match> = Omit<StepPush, 'push' | 'table' | 'info'> & { info?: M; taken_back?: TakenBack[] };

/** A step as the log keeps it. */
export interface ShownLine extends Pick<StepPush, 'v' | 'seat' | 'by' | 'kind' | 'before' | 'after' | 'of' | 'became'> {
  events: GameEvent[];
  /** In a replay: what was taken back before this move was made instead. */
  taken_back?: TakenBack[];
}

/** What a source tells a playback once. */
interface Manner {
  /** The id of the person who looks. */
  reader?: () => string | undefined;
  /** How many milliseconds a step is looked at before the next one. */
  patience?: (step: Step) => number;
  /** The lines of the log before this one, as many as are sent at once. */
  earlier?: (before: number) => Promise<(SentLine & { taken_back?: TakenBack[] })[]>;
  /** Whether sentences say "you" to a seat, if not to the one whose view is shown. */
  addresses?: (seat: number) => boolean;
  /** What to call a seat without a name. */
  nameless?: (seat: number) => string;
}

/* A step that has still to be shown, and when it came. */
type Queued<M extends Match> = Step<M> & { cameAt: number };

type Listener = (step: Step, before: View | null) => void;
type GestureListener = (seat: number, x: number, y: number, power: number) => void;

const LOG_LINES_MAX = 400;
/* With more steps than this waiting, they are no longer shown one by one. */
const QUEUE_MAX = 12;
/* How often to look whether a table still holds the next step back. */
const HOLD_MS = 80;

export class Playback<M extends Match = Match> {
  info = $state.raw<M | null>(null);
  /** The seat whose view is shown. */
  you = $state<number | null>(null);
  /** Whose person is connected, by seat; empty where nobody is. */
  online = $state.raw<boolean[]>([]);
  view = $state.raw<View | null>(null);
  /** What follows from the view; there whenever it is. */
  aids = $state.raw<Aids | null>(null);
  phase = $state<string | null>(null);
  toAct = $state.raw<number[]>([]);
  awaited = $state.raw<number[]>([]);
  legal = $state.raw<string[]>([]);
  open = $state.raw<string[]>([]);
  left = $state.raw<number[] | null>(null);
  /* When `left` was true. */
  private leftAt = $state(0);
  running = $state.raw<number[]>([]);
  /** By seat, until when its person is on holiday; 0 or missing: they are not. */
  holidays = $state.raw<number[]>([]);
  /** What the reader's seat needs to take back its latest move; null: it cannot. */
  mayTakeBack = $state<Moment['may_take_back']>(null);
  proposal = $state.raw<Moment['proposal']>(null);
  /** The seats whose people this one may propose to remove, and a vote about one of them. */
  mayVote = $state.raw<number[]>([]);
  vote = $state.raw<Moment['vote']>();
  result = $state.raw<Result | null>(null);
  /** Everything, where nothing is secret any more: at the end, or in a replay with all hands open. */
  position = $state.raw<View | null>(null);
  log = $state.raw<ShownLine[]>([]);
  /* The lines in which a seat changed hands, or the first hint was given. */
  private changes = $state.raw<ShownLine[]>([]);
  /** Earlier lines of the log are being read. */
  reading = $state(false);
  /** The step being shown. */
  step = $state.raw<Step | null>(null);
  words = $state.raw<Words | null>(null);
  private describe = $state.raw<((move: string, context: MoveContext) => string) | null>(null);
  /** A move that a computer player would make now, or WAIT; the table may light it up. */
  hint = $state<string | null>(null);
  /** How many events of the step shown the game's table has played out; null: it plays nothing out. */
  played = $state<number | null>(null);
  /** Every step has been shown, and there was time to look at it. */
  atRest = $state(true);
  /** Other people look at this table on this device: nothing of what a seat knows may be stored. */
  shared = $state(false);

  /** Of the latest step that was received. */
  version = $state(-1);
  /* How often the whole match was shown. */
  private wholes = 0;
  private queue = $state.raw<Queued<M>[]>([]);
  /* 0 while no step is shown: the next one is then shown at once. */
  private timer = 0;
  private listeners = new Set<Listener>();
  private resets = new Set<(isSkipped: boolean) => void>();
  private gestures = new Set<GestureListener>();

  constructor(private manner: Manner = {}) {}

  /** Shows a moment, without what came before it. */
  show(whole: Moment & { v: number; info: M; you: number | null }): void {
    this.pause();
    this.queue = [];
    this.atRest = true;
    this.version = whole.v;
    this.learn(whole.info);
    this.you = whole.you;
    this.step = null;
    this.wholes++;
    this.keep([]);
    this.present(whole);
    /* It can be asked for again. */
    if (whole.v > 0) this.readEarlier().catch(() => undefined);
  }

  /** Shows a step, after those before it. */
  add(step: Step<M>): void {
    this.version = step.v;
    this.atRest = false;
    this.queue = [...this.queue, { ...step, cameAt: performance.now() }];
    if (!this.timer) this.advance();
  }

  /** Shows a gesture of a performer. */
  gesture(seat: number, x: number, y: number, power: number): void {
    for (const listener of this.gestures) listener(seat, x, y, power);
  }

  /** Ends what is being played out; the next step waits for `resume`. */
  pause(): void {
    this.halt();
    this.reset();
  }

  resume(): void {
    this.advance();
  }

  /** The log goes further back than what was read of it. */
  get hasEarlier(): boolean {
    return this.logBegins > 1;
  }

  private get logBegins(): number {
    return this.log[0]?.v ?? this.queue[0]?.v ?? this.version + 1;
  }

  /** Reads what happened before the log begins: some of it, as much as the source sends at once. */
  async readEarlier(): Promise<void> {
    const first = this.logBegins;
    const { wholes } = this;
    this.reading = true;
    try {
      const log = (await this.manner.earlier?.(first)) ?? [];
      if (this.wholes !== wholes || (this.log[0]?.v ?? first) !== first) return; /* the log was replaced meanwhile */
      this.keep([...log.map((line) => ({ ...line, events: line.events ?? [] })), ...this.log]);
    } finally {
      if (this.wholes === wholes) this.reading = false;
    }
  }

  private keep(log: ShownLine[]): void {
    const changes = log.filter((line) => isChange(line) && isInMatch(line, log));
    if (changes.length !== this.changes.length || changes[0] !== this.changes[0]) this.changes = changes;
    this.log = log;
  }

  /** The lines of the log about the match. */
  get story(): ShownLine[] {
    const { changes } = this;
    return this.log.filter((line) => line.kind === 'move' || changes.includes(line));
  }

  private halt(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  private reset(isSkipped = false): void {
    this.played = null;
    for (const listener of this.resets) listener(isSkipped);
  }

  private learn(info: M): void {
    this.info = info;
    if (!this.words) void Words.load(info.game).then((words) => (this.words = words));
    if (!this.describe)
      void gameDisplay(info.game)
        ?.moves?.()
        .then(({ moveWords }) => (this.describe = moveWords));
    const { reader } = this;
    const seat = info.seat.findIndex((seat) => seat?.person !== undefined && seat.person === reader);
    this.you = seat < 0 ? null : seat;
  }

  private get reader(): string | undefined {
    return this.manner.reader?.();
  }

  private present(moment: Moment, cameAt = performance.now()): void {
    const { choices } = this;
    this.view = moment.view ?? null;
    this.aids = moment.aids ?? null;
    this.phase = moment.phase ?? null;
    this.toAct = moment.to_act ?? [];
    this.awaited = moment.awaited ?? [];
    this.legal = moment.legal ?? [];
    this.open = moment.open ?? [];
    this.setClocks(moment, cameAt);
    this.mayTakeBack = moment.may_take_back ?? null;
    this.proposal = moment.proposal ?? null;
    this.mayVote = moment.may_vote ?? [];
    this.vote = moment.vote;
    this.result = moment.result ?? null;
    this.position = moment.position ?? null;
    if (this.hint !== null && !this.stands(this.hint, choices)) this.hint = null;
  }

  private setClocks({ left, running, holidays }: Clocks, cameAt: number): void {
    this.left = left ?? null;
    this.leftAt = cameAt;
    this.running = running ?? [];
    this.holidays = holidays ?? [];
  }

  /** The clocks have changed without a step: those after all steps that wait to be shown. */
  tellClocks({ left, running, holidays }: Clocks): void {
    const cameAt = performance.now();
    const last = this.queue.at(-1);
    if (last) this.queue = [...this.queue.slice(0, -1), { ...last, left, running, holidays, cameAt }];
    else this.setClocks({ left, running, holidays }, cameAt);
  }

  /** What this person may do, and what is wanted from them. */
  get choices(): unknown[] {
    return [this.legal, this.open, callTo(this.you, this.info?.game ?? '', this)];
  }

  /** Whether a hint still holds. What others do meanwhile does not make it worse, as long as it can be followed; one to wait, as
   * long as the person has the same choices as when it was given. */
  stands(hint: string, choices: unknown[]): boolean {
    if (hint === WAIT) return JSON.stringify(choices) === JSON.stringify(this.choices);
    return this.legal.includes(hint) || this.open.includes(hint.split(' ')[0]!);
  }

  /* Shows the next step, and then the one after it when there was time to see this one. */
  private advance(): void {
    this.halt();
    const many = this.queue.length > QUEUE_MAX;
    if (this.holding && !many) {
      this.timer = window.setTimeout(() => this.advance(), HOLD_MS);
      return;
    }
    const [step] = this.queue;
    this.atRest = !step;
    if (!step) return;
    if (this.holding) this.reset();
    const patience = many ? 0 : (this.manner.patience?.(step) ?? 0);
    this.timer = window.setTimeout(() => this.advance(), patience);
    this.showNext();
  }

  private showNext(): void {
    const [step, ...others] = this.queue;
    if (!step) return;
    this.queue = others;
    const before = this.view;
    if (step.info) this.learn(step.info);
    this.step = step;
    this.present(step, step.cameAt);
    if (step.seat === this.you) this.hint = null;
    const { v, seat, by, kind, events = [], before: had, after: has, of, became, taken_back } = step;
    this.keep([...this.log, { v, seat, by, kind, events, before: had, after: has, of, became, taken_back }].slice(-LOG_LINES_MAX));
    for (const listener of this.listeners) listener(step, before);
  }

  /** Shows everything that has come, and ends what is being played out: nobody has to look on before they act. */
  catchUp(): void {
    this.halt();
    this.reset(true);
    while (this.queue.length > 0) {
      this.showNext();
      this.reset(true);
    }
    this.atRest = true;
  }

  /** What has come last, even if it still waits to be shown: whose turn it is, and their moves. In real time nothing waits. */
  get latest(): Pick<Playback, 'toAct' | 'legal' | 'open'> {
    const step = this.realTime ? undefined : this.queue.at(-1);
    return step ? { toAct: step.to_act ?? [], legal: step.legal ?? [], open: step.open ?? [] } : this;
  }

  /** How many milliseconds a seat has left. A clock runs from the moment its message came, and stops when the message came that
   * stopped it, however long the steps before are shown. */
  timeLeft(seat: number, now: number): number {
    const left = this.left?.[seat] ?? 0;
    if (!this.running.includes(seat)) return left;
    const until = this.queue.find((step) => !step.running?.includes(seat))?.cameAt ?? now;
    return Math.max(0, left - Math.max(0, until - this.leftAt));
  }

  /** The game's table has shown this many events of the step; the log waits with the others. */
  hold(step: Step, played: number): void {
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

  /** Nothing that waits to be shown changes what this seat is asked. */
  isUpToDate(seat: number): boolean {
    return !this.holding && this.queue.every((step) => step.seat !== seat && step.to_act?.includes(seat));
  }

  get facts(): Facts {
    return factsOf(this.info?.game);
  }

  get realTime(): boolean {
    return this.facts.real_time;
  }

  get names(): string[] {
    return namesOf(this.info?.seat ?? [], this.manner.nameless);
  }

  /** The name of a seat in a sentence; null for the reader's own. */
  nameToYou = (seat: number): Name => ((this.manner.addresses?.(seat) ?? seat === this.you) ? null : (this.names[seat] ?? ''));
  get namesToYou(): Name[] {
    return this.names.map((_, seat) => this.nameToYou(seat));
  }

  /** Calls `listener` for every step as it is shown, for animations. Returns a function that stops it. */
  onStep(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Calls `listener` when what is being played out must end; `isSkipped`: only because somebody does not want to see it. */
  onReset(listener: (isSkipped: boolean) => void): () => void {
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
  sentences(line: ShownLine): string[] {
    if (this.changes.includes(line)) return [changeSentence(line, this.reader, this.namesAt(line))].filter((sentence) => sentence !== '');
    const { played } = this;
    const events = played !== null && line.v === this.step?.v ? line.events.slice(0, played) : line.events;
    const names = this.namesAt(line);
    return [...this.takenBack(line, names), ...events.map((event) => this.sentence(event, names))].filter((sentence) => sentence !== '');
  }

  private takenBack({ taken_back = [] }: ShownLine, names: Name[]): string[] {
    return taken_back.flatMap(({ seat, moves }) => [
      ...moves.flatMap(({ events }) => events.map((event) => this.sentence(event, names))),
      say('seats.take_back_taken', { has: names[seat] ?? null }),
    ]);
  }

  /* People who have left since are called by their names. */
  private namesAt(line: ShownLine): Name[] {
    const later = this.changes.filter((change) => change.v > line.v);
    if (later.length === 0) return this.namesToYou;
    const left = later.filter(({ before }) => before !== undefined);
    const seats = (this.info?.seat ?? []).map((seat, index) => left.find((change) => change.seat === index)?.before ?? seat);
    const { reader } = this;
    return namesOf(seats).map((name, index) => (reader !== undefined && seats[index]?.person === reader ? null : name));
  }
}
