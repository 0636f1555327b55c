/* The one connection to the server. It reconnects by itself. Then each
 * table is watched again from where it was, and sends again what was not acknowledged.
 *
 * A page that finds no server at all talks to the hall of this device instead (worker/): the same
 * requests, over another kind of socket. */
import type { Person, Push, Trouble } from './protocol';
import { Refusal } from './protocol';
import type { Socket } from './worker/socket';

const SECRET = 'ludosaure.secret';
const SECRET_HERE = 'ludosaure.secret.here';
const NAME = 'ludosaure.name';
const WAIT_FIRST_MS = 250;
const WAIT_MOST_MS = 5000;
/* A network can fall silent without a word. What is asked is answered by now, or a ping is soon after;
 * so it is for who waits at a table and hears nothing. A connection that is not made by now will not be. */
const ANSWER_MS = 5000;
const PING_MS = 4000;
const IDLE_MS = 20_000;
const OPEN_MS = 10_000;

type Answer = Record<string, unknown>;

interface Pending {
  resolve(answer: Answer): void;
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
  push(push: Push & { table: string }): void;
}

/** Receives the pushes of all tables. */
interface Listener {
  known(tables: string[]): void;
  hear(push: Push & { table: string }): void;
}

function dialServer(): Socket {
  return new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`) as unknown as Socket;
}

class Connection {
  person = $state<Person | null>(null);
  online = $state(false);
  /** Offline for long enough to show it. */
  missing = $state(false);
  /** Not registered, and not registering. */
  stranger = $state(!localStorage.getItem(SECRET));
  /** This device was logged out from elsewhere: to be told until one is logged in again, or has seen it. */
  ended = $state(false);

  /** There is no server: this is the hall of this device. */
  here = $state(false);

  /** The server knows on this connection who we are. */
  ready = false;

  private socket: Socket | null = null;
  private dial: () => Socket = dialServer;
  /* The first socket has not been closed or opened yet. */
  private searching = true;
  private pending = new Map<number, Pending>();
  private watchers = new Map<string, Watcher>();
  private listeners: Listener[] = [];
  private greeting: Promise<void> | null = null;
  private next = 1;
  private wait = WAIT_FIRST_MS;
  private timer = 0;
  /* Until when something has to be heard. */
  private doubt = 0;

  get name(): string {
    return localStorage.getItem(NAME) ?? '';
  }

  private get secretKey(): string {
    return this.here ? SECRET_HERE : SECRET;
  }

  private get secret(): string | null {
    return localStorage.getItem(this.secretKey);
  }

  start(): void {
    this.open();
    /* A phone that wakes up, maybe in another network, should not wait for the timers. */
    addEventListener('online', () => this.hurry());
    addEventListener('offline', () => this.here || this.giveUp());
    document.addEventListener('visibilitychange', () => !document.hidden && this.hurry());
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
    this.expect(OPEN_MS, () => this.giveUp());
    socket.onopen = () => {
      this.searching = false;
      this.trust();
      this.wait = WAIT_FIRST_MS;
      this.online = true;
      this.missing = false;
      if (this.secret) void this.hello({ secret: this.secret }).catch((error) => this.unknown(error));
    };
    socket.onmessage = (message) => this.receive(JSON.parse(message.data as string));
    socket.onclose = () => this.closed(socket);
  }

  /** Goes on with the hall of this device, if it can have one. */
  private async moveHere(): Promise<void> {
    const { canRunHall, HallSocket } = await import('./worker/socket');
    if (!canRunHall() || this.online) return;
    this.here = true;
    this.stranger = !this.secret;
    this.dial = () => new HallSocket();
    this.giveUp();
    this.hurry();
  }

  private closed(socket: Socket): void {
    if (socket !== this.socket) return;
    if (this.searching) void this.moveHere();
    this.searching = false;
    this.socket = null;
    this.online = false;
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

  private receive(message: Record<string, unknown>): void {
    const id = message.id as number | undefined;
    const pending = id === undefined ? undefined : this.pending.get(id);
    if (pending && id !== undefined) {
      this.pending.delete(id);
      if (message.ok) pending.resolve(message);
      else pending.reject(new Refusal(message.error as Trouble));
    }
    this.trust();
    if (message.push === 'who') this.unknown();
    else if (message.push && message.table) {
      const push = message as unknown as Push & { table: string };
      this.watchers.get(push.table)?.push(push);
      for (const listener of this.listeners) listener.hear(push);
    }
  }

  /** Asks, and gets the answer; rejects with a Refusal, or with Lost. */
  ask(cmd: string, values: Record<string, unknown> = {}): Promise<Answer> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Lost());
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      socket.send(JSON.stringify({ id, cmd, ...values }));
      if (!this.doubt) this.trust();
    });
  }

  /** Without an answer: for gestures. */
  tell(cmd: string, values: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ cmd, ...values }));
  }

  private hello(who: { secret: string } | { name: string }): Promise<void> {
    this.greeting = this.ask('hello', who).then((answer) => this.known(answer));
    return this.greeting;
  }

  private known(answer: Answer): void {
    if (typeof answer.secret === 'string') localStorage.setItem(this.secretKey, answer.secret);
    this.called(answer.person as Person);
    this.ready = true;
    for (const watcher of this.watchers.values()) watcher.rewatch();
    for (const listener of this.listeners) listener.known((answer.tables as string[] | undefined) ?? []);
  }

  private called(person: Person): void {
    this.person = person;
    this.stranger = false;
    if (person.login) this.ended = false;
    localStorage.setItem(NAME, person.name);
  }

  /* The server does not know our secret (any more). It stays until there is another one: so this is
   * noticed after a reload, too, and one that another tab has just got is not lost. */
  private unknown(error?: unknown): void {
    if (error && !(error instanceof Refusal && error.trouble.code === 'who')) return;
    this.ended = true;
    this.forget();
  }

  private forget(): void {
    localStorage.removeItem(NAME);
    this.person = null;
    this.ready = false;
    this.stranger = true;
    for (const listener of this.listeners) listener.known([]);
  }

  /** Registers a person with this name, or renames the one who is registered already. */
  async introduce(name: string): Promise<void> {
    /* A tap may be quicker than the answer to our secret. */
    if (!this.person && this.secret) await this.greeting?.catch(() => undefined);
    if (!this.person) await this.hello({ name });
    else if (name && name !== this.person.name) this.called((await this.ask('rename', { name })).person as Person);
  }

  async login(login: string, password: string): Promise<void> {
    this.known(await this.ask('login', { login, password }));
  }

  async account(login: string, password: string): Promise<void> {
    this.called((await this.ask('account', { login, password })).person as Person);
  }

  /** Other devices have to log in again with the new one. */
  async changePassword(password: string, wanted: string): Promise<void> {
    this.called((await this.ask('password', { password, new: wanted })).person as Person);
  }

  async logout(): Promise<void> {
    await this.ask('logout');
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

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }
}

export const connection = new Connection();
