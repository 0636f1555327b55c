/* A table in a hall: who is there and what they say to each other, and the source of what its playback shows. Moves are sent with an
 * id of their own and sent again after a lost connection, so that each is made exactly once. */
import { connection, Lost, type Connection, type PushToTable } from '../connection/connection.svelte';
import {
  giveValues,
  WAIT,
  type Answers,
  type Given,
  type Info,
  type Said,
  type StepPush,
  type TableCommand,
  type TablePush,
  type TableValues,
  type Values,
} from '../connection/protocol';
import { mine } from '../people/mine.svelte';
import { isMutedHere, keepMuted } from '../people/muted';
import { Playback, type ShownLine } from './playback.svelte';
import { MySeat, type Deeds } from './seat.svelte';
import { isForPeople } from '../people/seats';
import { say } from '../words/language.svelte';
import { forgetNews, tell } from '../words/troubles.svelte';
import { changeSentence, isChange, lobbySentence } from './changes';
import { Presence } from './presence.svelte';
import { settings } from '../browser/settings.svelte';

const PHRASE_MS = 5000;

type Someones = NonNullable<TablePush['named']>;

interface Unsent {
  cid: string;
  move: string;
  done: (error?: unknown) => void;
}

export class Table {
  id: string;
  /** The seats that this person may take now. */
  maySit = $state.raw<number[]>([]);
  /** Those whom the host has removed: all of them for the host, else this person or nobody. */
  removed = $state.raw<Someones>([]);
  spectators = $state(0);
  /** Those of them who want to be named. */
  named = $state.raw<Someones>([]);
  chat = $state.raw<Said[]>([]);
  unread = $state(0);
  /** The chat is drawn, and read aloud. */
  chatShown = $state(false);
  /** The phrases that were said just now, at most one of a person. */
  phrases = $state.raw<Said[]>([]);
  /** People whom this person has muted. */
  muted = $state.raw<TablePush['muted']>([]);
  readonly presence = new Presence((person, isHere) => this.noticePresence(person, isHere));
  isHintShown = $state(false); /* by the bar, with its reason */
  /** Why the table cannot be shown, as the server says. */
  trouble = $state.raw<unknown>(null);

  readonly playback: Playback<Info> = new Playback<Info>({
    reader: () => (this.key.spectator ? undefined : this.hall.person?.id),
    patience: ({ kind, seat }) => (this.playback.realTime ? 0 : settings.stepMs(kind === 'move' && seat !== this.playback.you)),
    earlier: (before) => this.readLog(before),
  });
  /** What the hall does for a seat. */
  readonly deeds: Deeds = {
    move: (move) => this.move(move),
    suggest: async () => {
      const unrates = this.info?.rated === true;
      const { move, why } = await this.ask('suggest');
      return { move: move ?? WAIT, why, unrates };
    },
    gesture: (x, y, power) => this.hall.tell('gesture', { table: this.id, x, y, power }),
  };
  /** May be replaced as soon as the table is made, by one that does more. */
  seat = new MySeat(this.playback, this.deeds);

  private started = false;
  /* Whether this connection receives the table's pushes. */
  private watched = false;
  private asking = false;
  private unsent: Unsent[] = [];
  /* The people who sit there, as of the step that is shown. */
  private seated = new Set<string>();

  constructor(
    /** '' until the hall has created it. */
    id: string,
    /** What it is watched with: an invitation, or as a spectator in spite of a seat. */
    private key: { invite?: string; code?: string; spectator?: boolean } = {},
    /** The connection to the hall that the table is in. */
    readonly hall: Connection = connection,
    /** Hears everything first. Returns false for what is not to be shown now. */
    private takes: (push: PushToTable) => boolean = () => true,
  ) {
    this.id = id;
    this.playback.onStep((step) => {
      const wasRemoved = this.isRemoved;
      if (step.may_sit) this.note(step.may_sit, step.removed);
      if (step.kind !== 'move') this.report({ ...step, events: [] });
      if (wasRemoved && !this.isRemoved) tell(() => say('seats.admitted'));
      if (this.isRemoved && !this.info?.public) this.rewatch(true); /* the server lets them watch no longer, and says why */
    });
  }

  /** As of the step that is shown. */
  get info(): Info | null {
    return this.playback.info;
  }

  /** Watches the table until `stop`; `anew`: without the steps since the last time. */
  start(anew = false): void {
    if (this.started) return;
    this.started = true;
    if (!this.id) return;
    this.hall.watch(this.id, this);
    if (this.hall.ready) this.rewatch(anew);
    if (!anew) this.playback.resume();
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
    this.playback.pause();
    this.presence.forget();
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
    const { version } = this.playback;
    const since = version >= 0 && !anew ? { since: version } : {};
    this.asking = true;
    this.hall
      .insist('watch', { table: this.id, ...this.key, ...since, ...(settings.named ? { named: true } : {}) }, undefined, () => this.started)
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
    if (!this.takes(push)) return;
    switch (push.push) {
      case 'table':
        return this.whole(push);
      case 'step':
        return this.step(push);
      case 'online':
        this.playback.online = push.online;
        this.noteSpectators(push);
        this.presence.note(this.info?.seat ?? [], push.online);
        return;
      case 'clocks':
        return this.playback.tellClocks(push);
      case 'chat':
        return this.said(push);
      case 'gesture':
        return this.playback.gesture(push.seat, push.x, push.y, push.power);
      default:
        push satisfies never;
    }
  }

  private said(line: Said): void {
    if (!this.hears(line)) return;
    this.chat = [...this.chat, line].slice(-100);
    if (!settings.chat) return;
    const { person, phrase } = line;
    if (phrase) {
      this.phrases = [...this.phrases.filter((other) => other.person !== person), line];
      setTimeout(() => (this.phrases = this.phrases.filter((other) => other !== line)), PHRASE_MS);
    }
    /* During the match a phrase is over the name of the seat. */
    if (person !== this.hall.person?.id && (!phrase || this.info?.state === 'waiting')) this.unread++;
  }

  /* Whoever was muted at another table is muted here as soon as they speak. */
  private hears({ person, name }: Said): boolean {
    if (this.isMuted(person)) return false;
    if (!isMutedHere(person)) return true;
    this.muted = [...this.muted, { person, name }];
    this.ask('mute', { person, on: true }).catch(() => undefined);
    return false;
  }

  private whole(push: TablePush): void {
    this.watched = true;
    this.note(push.may_sit, push.removed);
    this.playback.online = push.online;
    this.noteSpectators(push);
    this.muted = push.muted;
    this.chat = (push.chat ?? []).filter((line) => this.hears(line));
    this.playback.show(push);
    this.noteSeated();
    this.presence.note(push.info.seat, push.online);
  }

  private noteSpectators({ spectators, named = [] }: Pick<TablePush, 'spectators' | 'named'>): void {
    this.spectators = spectators;
    this.named = named;
  }

  private note(maySit: number[], removed: Someones = []): void {
    this.maySit = maySit;
    this.removed = removed;
  }

  /** The host has removed this person, who may look on at a public table. */
  get isRemoved(): boolean {
    return this.removed.length > 0 && !this.isHost;
  }

  /* What happens to people is said where everyone looks, not only in the log. Those who share a device see it themselves. */
  private report(line: ShownLine): void {
    const { info } = this;
    const { seated } = this;
    this.noteSeated();
    if (line.kind === 'start') forgetNews();
    if (line.kind === 'sit' && info?.state === 'waiting' && seated.has(line.after?.person ?? '')) return; /* they only moved */
    const me = this.hall.person?.id;
    if (line.became === 'asked' || (line.became && !line.by && line.seat === this.playback.you)) return; /* the bar says it */
    const isOwn = me !== undefined && (line.after ?? line.before)?.person === me && line.by !== 'host';
    if (!info || this.playback.shared || isOwn) return;
    const { seat } = info;
    const news = (): string => {
      if (info.state === 'playing' && isChange(line) && line.kind !== 'hint') return changeSentence(line, me, this.playback.namesToYou);
      return lobbySentence(line, seat, me);
    };
    if (news() !== '') tell(news);
  }

  private noteSeated(): void {
    this.seated = new Set(this.info?.seat.flatMap((seat) => seat?.person ?? []));
  }

  private noticePresence(person: string, isHere: boolean): void {
    const seat = this.info?.seat.findIndex((one) => one?.person === person) ?? -1;
    if (seat < 0 || person === this.hall.person?.id || this.playback.shared || this.info!.state === 'over') return;
    const name = this.playback.names[seat]!;
    tell(() => say(isHere ? 'seats.online' : 'seats.offline', { name }));
  }

  private step(step: StepPush): void {
    const { version } = this.playback;
    if (version < 0 || step.v <= version) return;
    /* A step that does not follow the latest one, or has no view, makes the page ask for what is missing. */
    if (step.v === version + 1 && !(step.to_act && step.view === undefined)) this.playback.add(step);
    else if (!this.asking) this.rewatch();
  }

  private async readLog(before: number): Promise<Answers['log']['log']> {
    try {
      return (await this.ask('log', { before })).log;
    } catch (error) {
      if (error instanceof Lost) return [];
      throw error;
    }
  }

  /** Takes back this person's latest move, proposes that, or answers a proposal. */
  async takeBack(agree = true): Promise<void> {
    const { proposal } = this.playback;
    const wasRated = this.info?.rated === true && this.playback.mayTakeBack === 'alone';
    await this.ask('take_back', proposal ? { proposal: proposal.v, agree } : {});
    if (wasRated) tell(() => say('table.unrated'));
  }

  get onlyPeople(): boolean {
    return this.info !== null && isForPeople(this.info.game, this.info.options);
  }

  get isHost(): boolean {
    return this.info?.host.person !== undefined && this.info.host.person === this.hall.person?.id;
  }

  private move(move: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const cid = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
      const entry: Unsent = {
        cid,
        move,
        done: (error) => {
          this.unsent = this.unsent.filter((other) => other !== entry);
          if (error) reject(error);
          else resolve();
        },
      };
      this.unsent.push(entry);
      if (this.watched) this.send(entry);
    });
  }

  private send({ cid, move, done }: Unsent): void {
    this.hall
      .insist('move', { table: this.id, move, cid }, ['unavailable'], () => this.started)
      .then(
        () => done(),
        (error: unknown) => {
          if (!(error instanceof Lost)) done(error);
        },
      );
  }

  ask<C extends TableCommand>(cmd: C, ...[values]: Given<TableValues<C>>): Promise<Answers[C]> {
    return this.hall.ask(cmd, ...giveValues({ table: this.id, ...values } as Values<C>));
  }

  /** Mutes a person, or ends that. */
  async mute(person: string, name: string): Promise<void> {
    const on = !this.isMuted(person);
    await this.ask('mute', { person, on });
    keepMuted(person, on);
    this.muted = on ? [...this.muted, { person, name }] : this.muted.filter((other) => other.person !== person);
    if (!on) this.rewatch(true); /* for what they have said meanwhile */
  }
  isMuted = (person: string): boolean => this.muted.some((other) => other.person === person);
}
