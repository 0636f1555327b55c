/* The connections of the page: one to the server, and one to the hall of this device (worker/). They take
 * the same requests, over two kinds of sockets, and both may be open at once.
 *
 * A connection reconnects by itself. Then each table is watched again from where it was, and sends again
 * what was not acknowledged. If the server cannot do that yet, because its database is away, the page asks
 * again until it can, or connects to another server if that takes long. */
import { isServed } from '../browser/host';
import {
  giveValues,
  Refusal,
  type Answers,
  type Command,
  type Given,
  type Person,
  type Push,
  type Requests,
  type Trouble,
  type Values,
} from './protocol';
import { canRunHall, HallSocket, type Socket } from '../device/socket';

const SECRET = 'ludosaure.secret';
const SECRET_HERE = 'ludosaure.secret.here';
const NAME = 'ludosaure.name';
const WAIT_FIRST_MS = 250;
const WAIT_MOST_MS = 5000;
/* Refusals that may not be repeated a moment later. */
const UNAVAILABLE = 'unavailable';
const PASSING = [UNAVAILABLE, 'limit'];
/* A server that cannot reach its database says so, also to a ping, after it has waited for the database itself. If it says so for
 * longer than this, the page connects again: of several servers behind one address, another one may be well. Each time it stays
 * twice as long, in case none is. */
const STAY_FIRST_MS = 3000;
const STAY_MOST_MS = 60_000;
/* A dead network gives no error. If an answer takes longer than ANSWER_MS, or a connection hears nothing for
 * IDLE_MS while a table waits, we ping; without a reply in PING_MS we reconnect. OPEN_MS limits connecting. */
const ANSWER_MS = 5000;
const PING_MS = 4000;
const IDLE_MS = 20_000;
const OPEN_MS = 10_000;

/** A push about a table. */
export type PushToTable = Extract<Push, { table: string }>;

/* A message of the server: an answer, a refusal, a push, or a push that is an answer. */
type Message = { id?: number; error?: Trouble } & Partial<Push>;

interface Pending {
  resolve(answer: never): void;
  reject(error: Error): void;
}

/** The connection went away before the answer came. */
export class Lost extends Error {}

/** Shows a table. */
interface Watcher {
  /** Called after every (re)connection, when the server knows who we are. */
  rewatch(): void;
  /** The connection is gone. */
  lost(): void;
  push(push: PushToTable): void;
}

/** Receives the pushes of all tables. */
interface Listener {
  noteTables(tables: string[]): void;
  hear(push: PushToTable): void;
}

function dialServer(): Socket {
  return new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
}

export class Connection {
  person = $state<Person | null>(null);
  online = $state(false);
  /** Offline for long enough to show it. */
  missing = $state(false);
  /** The server refuses to let us in for the moment; the page keeps asking. */
  refused = $state(false);
  /** Not registered, and not registering. */
  stranger = $state(true);
  /** This device was logged out from elsewhere: shown until one is logged in again, or has seen it. */
  ended = $state(false);

  /** The last attempt to connect has failed. */
  private failed = $state(false);
  /** The hall of this device cannot keep its matches. */
  unkept = $state(false);

  /** How often a friend has invited this person, or somebody followed them. */
  friended = $state(0);

  /** The server knows on this connection who we are. */
  ready = false;

  private socket: Socket | null = null;
  private started = false;
  private wasOpen = false;
  private opening: (() => void)[] = [];
  private pending = new Map<number, Pending>();
  private watchers = new Map<string, Watcher>();
  private listeners: Listener[] = [];
  private greeting: Promise<void> | null = null;
  private next = 1;
  private wait = WAIT_FIRST_MS;
  private timer = 0;
  /* Until when something has to be heard. */
  private doubt = 0;
  /* Since when this server has answered nothing but that its database is away; 0: it is not. */
  private awaySince = 0;
  private stay = STAY_FIRST_MS;

  constructor(
    private dial: () => Socket,
    private secretKey: string,
    /** Whether it is of the person to whom the page belongs. */
    private own = true,
  ) {
    this.stranger = !this.secret;
  }

  /** The person's name, the same on both connections. */
  get name(): string {
    return localStorage.getItem(NAME) ?? '';
  }

  /** Whether this person has been registered on it from this browser. */
  get wasUsed(): boolean {
    return this.secret !== null;
  }

  private get secret(): string | null {
    return localStorage.getItem(this.secretKey);
  }

  /** This is the hall of this device. */
  get isDevice(): boolean {
    return this.secretKey.startsWith(SECRET_HERE);
  }

  /** There is no server, but this device has a hall: playing with others has to wait. */
  get here(): boolean {
    return this.missing && device.usable;
  }

  /** Whether one can play on it: it is open, or can be opened. */
  get usable(): boolean {
    return this.online || (this.isDevice && canRunHall() && !this.failed);
  }

  /** Connects, and stays connected. */
  start(): void {
    if (this.started) return;
    this.started = true;
    if (!isServed && !this.isDevice) {
      this.missing = true;
      this.settle(true);
      return;
    }
    this.open();
    /* In flight mode, the browser may keep a socket waiting for seconds before it says that it failed. */
    if (!this.isDevice && !navigator.onLine) this.giveUp();
    /* A phone that wakes up, maybe in another network, should not wait for the timers. */
    addEventListener('online', () => this.hurry());
    addEventListener('offline', () => this.isDevice || this.giveUp());
    document.addEventListener('visibilitychange', () => !document.hidden && this.hurry());
  }

  /** Resolves when the connection is open, or the first attempt has failed. */
  untilSettled(): Promise<void> {
    this.start();
    return this.online || this.failed ? Promise.resolve() : new Promise((resolve) => this.opening.push(resolve));
  }

  /** Resolves when the hall has said whether it knows this person, or cannot be asked. */
  async greeted(): Promise<void> {
    await this.untilSettled();
    await this.greeting?.catch(() => undefined);
  }

  private settle(failed: boolean): void {
    this.failed = failed;
    for (const resolve of this.opening.splice(0)) resolve();
  }

  private hurry(): void {
    if (this.online) this.probe();
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.open();
  }

  /** Gives the connection up unless something is heard soon. */
  private probe(): void {
    this.expect(PING_MS, () => this.giveUp());
    this.ask('ping').catch(() => undefined);
  }

  private expect(ms: number, otherwise: () => void): void {
    clearTimeout(this.doubt);
    this.doubt = window.setTimeout(otherwise, ms);
  }

  /** Something was heard: what is asked has its time from now on. */
  private trust(): void {
    clearTimeout(this.doubt);
    this.doubt = 0;
    if (this.pending.size > 0) this.expect(ANSWER_MS, () => this.probe());
    else if (this.online && this.watchers.size > 0) this.expect(IDLE_MS, () => this.probe());
  }

  private giveUp(): void {
    const socket = this.socket;
    if (!socket) return;
    this.closed(socket);
    socket.close();
  }

  private open(): void {
    this.timer = 0;
    const socket = this.dial();
    this.socket = socket;
    this.awaySince = 0;
    this.expect(OPEN_MS, () => this.giveUp());
    socket.onopen = () => {
      this.trust();
      this.wait = WAIT_FIRST_MS;
      this.online = true;
      this.missing = false;
      this.wasOpen = true;
      this.settle(false);
      if (this.secret) void this.hello({ secret: this.secret }, PASSING).catch((error) => this.unknown(error));
    };
    socket.onmessage = ({ data }: { data: string }) => this.receive(JSON.parse(data));
    socket.onclose = () => this.closed(socket);
  }

  private closed(socket: Socket): void {
    if (socket !== this.socket) return;
    if (!this.online) this.settle(true);
    if (!this.wasOpen) this.missing = true;
    this.socket = null;
    this.online = false;
    this.refused = false;
    this.ready = false;
    const lost = [...this.pending.values()];
    this.pending.clear();
    this.trust();
    for (const pending of lost) pending.reject(new Lost());
    for (const watcher of this.watchers.values()) watcher.lost();
    setTimeout(() => (this.missing = !this.online), 2000);
    this.timer = window.setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, WAIT_MOST_MS);
  }

  private receive(message: Message): void {
    const { id, error } = message;
    const pending = id === undefined ? undefined : this.pending.get(id);
    if (pending && id !== undefined) {
      this.pending.delete(id);
      if (error) pending.reject(new Refusal(error));
      else pending.resolve(message as never);
    }
    this.trust();
    if (pending) this.judge(error?.code ?? null);
    if (message.push) this.hear(message as Push);
  }

  private hear(push: Push): void {
    if ('table' in push) {
      this.watchers.get(push.table)?.push(push);
      for (const listener of this.listeners) listener.hear(push);
      return;
    }
    switch (push.push) {
      case 'who':
        return this.unknown();
      case 'invited':
      case 'followed':
        return void this.friended++;
      case 'stop':
        return; /* it closes the connection now */
      default:
        push satisfies never;
    }
  }

  /** Leaves a server whose database is away. What was asked there is asked again at the next one. */
  private judge(refusal: string | null): void {
    if (refusal !== UNAVAILABLE) {
      if (!refusal) this.awaySince = 0;
      return;
    }
    const now = performance.now();
    this.awaySince ||= now;
    if (this.isDevice || now - this.awaySince < this.stay) return;
    this.stay = Math.min(this.stay * 2, STAY_MOST_MS);
    this.giveUp();
  }

  /** Asks, and gets the answer; rejects with a Refusal, or with Lost. */
  ask<C extends Command>(cmd: C, ...[values]: Given<Values<C>>): Promise<Answers[C]> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Lost());
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, cmd, ...values }));
      if (!this.doubt) this.trust();
    });
  }

  /** Asks until the answer is not one of these refusals, as long as this connection lasts and the answer is wanted. */
  async insist<C extends Command>(cmd: C, values: Values<C>, refusals = PASSING, isWanted = () => true): Promise<Answers[C]> {
    const { socket } = this;
    for (let wait = WAIT_FIRST_MS; ; wait = Math.min(wait * 2, WAIT_MOST_MS)) {
      try {
        const answer = await this.ask(cmd, ...giveValues(values));
        /* Who is greeted while tables are shown is let in once these are watched. */
        if (cmd !== 'hello' || !this.watchers.size) {
          this.refused = false;
          this.stay = STAY_FIRST_MS;
        }
        return answer;
      } catch (error) {
        this.refused = error instanceof Refusal && refusals.includes(error.trouble.code);
        if (!this.refused) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, wait * (0.75 + Math.random() / 2)));
      if (socket === this.socket && isWanted()) continue;
      this.refused = false;
      throw new Lost();
    }
  }

  /** Without an answer: for gestures. */
  tell<C extends keyof Requests>(cmd: C, values: Values<C>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ cmd, ...values }));
  }

  private hello(who: { secret: string } | { name: string }, refusals = [UNAVAILABLE]): Promise<void> {
    this.greeting = this.insist('hello', who, refusals).then((answer) => this.greet(answer));
    return this.greeting;
  }

  private greet(answer: Answers['hello']): void {
    if (answer.secret) localStorage.setItem(this.secretKey, answer.secret);
    this.setPerson(answer.person, this.own && (!this.isDevice || !this.name));
    this.ready = true;
    for (const watcher of this.watchers.values()) watcher.rewatch();
    for (const listener of this.listeners) listener.noteTables(answer.tables);
  }

  private setPerson(person: Person, keep = true): void {
    this.person = person;
    this.stranger = false;
    if (person.login) this.ended = false;
    if (keep) localStorage.setItem(NAME, person.name);
  }

  /* The server does not know our secret (any more). It stays until there is another one: so this is
   * noticed after a reload, too, and one that another tab has just got is not lost. */
  private unknown(error?: unknown): void {
    if (error && !(error instanceof Refusal && error.trouble.code === 'who')) return;
    this.ended = true;
    this.forget();
  }

  private forget(): void {
    if (!this.isDevice) localStorage.removeItem(NAME);
    this.person = null;
    this.ready = false;
    this.stranger = true;
    for (const listener of this.listeners) listener.noteTables([]);
  }

  /** Registers a person with this name, or renames the one who is registered already. */
  async introduce(name: string): Promise<void> {
    /* A tap may be quicker than the answer to our secret. */
    if (!this.person && this.secret) await this.greeting?.catch(() => undefined);
    if (!this.person) await this.hello({ name });
    else if (name && name !== this.person.name) this.setPerson((await this.ask('rename', { name })).person);
  }

  async login(login: string, password: string): Promise<void> {
    this.greet(await this.ask('login', { login, password }));
  }

  /** Creates an account, changes its password, or only its recovery code: returns the new code. */
  async account<C extends 'account' | 'password' | 'recovery'>(cmd: C, values: Values<C>): Promise<string> {
    const { person, recovery } = await this.ask(cmd, ...giveValues(values));
    this.setPerson(person);
    return recovery;
  }

  /** 0: the one that follows from the name. */
  async chooseFace(face: number): Promise<void> {
    this.setPerson((await this.ask('face', { face })).person);
  }

  /** null: no public page. */
  async setPage(name: string | null): Promise<void> {
    this.setPerson((await this.ask('page', name === null ? { on: false } : { on: true, name })).person);
  }

  /** Returns the code that replaces the one used here. */
  async recover(login: string, recovery: string, wanted: string): Promise<string> {
    const answer = await this.ask('recover', { login, recovery, new: wanted });
    this.greet(answer);
    return answer.recovery;
  }

  /** On this device; or everywhere and for good, with the password. */
  async logout(deleteWith?: Values<'delete'>): Promise<void> {
    if (deleteWith) await this.ask('delete', deleteWith);
    else await this.ask('logout');
    localStorage.removeItem(this.secretKey);
    this.forget();
  }

  watch(table: string, watcher: Watcher): void {
    this.watchers.set(table, watcher);
  }

  unwatch(table: string): void {
    this.watchers.delete(table);
  }

  isShown(table: string): boolean {
    return this.watchers.has(table);
  }

  /** Returns a function that ends it. */
  listen(listener: Listener): () => void {
    this.listeners.push(listener);
    return () => (this.listeners = this.listeners.filter((other) => other !== listener));
  }
}

/** To the server. */
export const connection = new Connection(dialServer, SECRET);
const unkept = (): void => void (device.unkept = true);
/** To the hall of this device. It is started when it is needed, or when the page has nothing else to do. */
export const device: Connection = new Connection(() => new HallSocket(unkept), SECRET_HERE);
/** To the same hall, for what all the people at this device watch together. */
export const audience = new Connection(() => new HallSocket(unkept), SECRET_HERE, false);
/** For another person at this device, to its hall. */
export const connectionFor = (name: string): Connection => new Connection(() => new HallSocket(unkept), `${SECRET_HERE}.${name}`, false);
