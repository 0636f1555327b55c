/* The person's own tables, and at which of them they are awaited. Tables that are not on the screen are
 * watched without their views, unless the game needs these. A call from such a table shows as a dot in
 * the head of the page, and as a notification if the person wants these and looks elsewhere.
 *
 * A match that they have left is kept as long as its seat can be taken again. It is not watched: computer
 * players move only where someone watches, so a match against them alone stays as it was left. */
import { connection, device, Lost, type Connection, type PushToTable } from '../connection/connection.svelte';
import type { Clocks, Info } from '../connection/protocol';
import { callTo, type Call } from './call';
import { factsOf } from '../connection/facts.svelte';
import { announce } from './notify';
import { takesOver } from './seats';

const KEY = 'ludosaure.tables';
const LEFT_KEY = 'ludosaure.left';
/* The server lets a connection watch 50. */
const TABLES_MAX = 40;

export interface Mine {
  id: string;
  /** On this device, not on the server. */
  here: boolean;
  game: string;
  state: Info['state'];
  seat: Info['seat'];
  /** The person’s own, or the first of them. */
  own: number;
  /** Other people at this device sit there too. */
  shared: boolean;
  /** A computer player would take over the seat. */
  takeover: boolean;
  call: Call | null;
  /** Of a match over days: whose turn it is, and until when (ms since 1970; 0: nobody's); until when one of them is on holiday, or 0. */
  days?: { awaited: number[]; until: number; holiday: number };
}

class MyTables {
  /* Shows the list of last time until the server answers, so that nothing jumps. */
  list = $state<Mine[]>(readTables(KEY));
  /** Matches that were left, and whose seat may be taken again. */
  left = $state<Mine[]>(readTables(LEFT_KEY));
  private seats = new Map<string, number[]>();

  constructor() {
    for (const hall of [connection, device])
      hall.listen({
        noteTables: (tables) => this.noteTables(hall, tables),
        hear: (push) => this.hear(hall, push),
      });
  }

  get turns(): number {
    return this.list.filter((table) => table.call && !hallOf(table).isShown(table.id)).length;
  }

  /** The other matches over days in which it is the person’s turn, by their deadlines. */
  awaiting(except: string): Mine[] {
    return this.list.filter(({ id, call, days }) => id !== except && call && days).sort(byUrgency);
  }

  private noteTables(hall: Connection, tables: string[]): void {
    this.list = this.list.filter((table) => hallOf(table) !== hall || tables.includes(table.id));
    if (!hall.person) this.left = this.left.filter((table) => hallOf(table) !== hall);
    this.keep();
    this.look(hall);
    for (const id of tables.slice(-TABLES_MAX)) if (!hall.isShown(id)) this.watch(hall, id);
  }

  /** Looks which matches that were left one can still come back to. */
  look(hall?: Connection): void {
    for (const table of this.left) {
      const its = hallOf(table);
      if (!its.ready || (hall && hall !== its)) continue;
      its.ask('info', { table: table.id }).then(
        ({ info, may_sit }) => this.learn(its, table.id, info, may_sit),
        (error: unknown) => error instanceof Lost || this.forget(table),
      );
    }
  }

  /** Takes the seat again that was left. */
  async comeBack({ id, here }: Mine): Promise<void> {
    const hall = hallOf({ here });
    await hall.greeted();
    const watching = hall.ask('watch', { table: id, views: false });
    await Promise.all([watching, hall.ask('sit', { table: id })]);
  }

  /** A match that was left is not listed any more. */
  forget({ id }: Mine): void {
    this.left = this.left.filter((table) => table.id !== id);
    this.keep();
  }

  /** Gives up the seat; the step that follows takes the table off the list. */
  async quit({ id, here }: Mine): Promise<void> {
    await hallOf({ here }).ask('stand', { table: id });
  }

  /** A table is no longer on the screen. */
  leave(hall: Connection, id: string): void {
    if (!hall.ready) return;
    if (this.list.some((table) => table.id === id)) this.watch(hall, id);
    else void hall.ask('unwatch', { table: id }).catch(() => undefined);
  }

  private watch(hall: Connection, id: string): void {
    const views = factsOf(this.list.find((table) => table.id === id)?.game).real_time;
    hall.ask('watch', { table: id, views }).catch(() => undefined);
  }

  private hear(hall: Connection, push: PushToTable): void {
    if (push.push === 'clocks') this.noteClocks(push.table, push);
    if (push.push !== 'table' && push.push !== 'step') return;
    if (push.info) this.learn(hall, push.table, push.info, push.may_sit ?? []);
    const mine = this.list.find((table) => table.id === push.table);
    if (!mine) return;
    /* Its views are needed after all. */
    if (push.view === undefined && factsOf(mine.game).real_time && push.push === 'table') this.watch(hall, mine.id);
    const calls = (this.seats.get(mine.id) ?? []).map((seat) => callTo(seat, mine.game, push));
    const call = mine.state === 'playing' ? (calls.find((one) => one) ?? null) : null;
    if (call && call !== mine.call) void announce(mine, call);
    mine.call = call;
    if (mine.days) mine.days.awaited = push.awaited ?? [];
    this.noteClocks(mine.id, push);
  }

  private noteClocks(id: string, { left, running, holidays }: Clocks): void {
    const days = this.list.find((table) => table.id === id)?.days;
    if (!days) return;
    const away = days.awaited.filter((seat) => holidays?.[seat]);
    const ends = [
      ...(running ?? []).map((seat) => Date.now() + (left?.[seat] ?? 0)),
      ...away.map((seat) => holidays![seat]! + (left?.[seat] ?? 0)),
    ];
    days.until = ends.length > 0 ? Math.min(...ends) : 0;
    days.holiday = Math.max(0, ...away.map((seat) => holidays![seat]!));
    this.keep();
  }

  private learn(hall: Connection, id: string, info: Info, maySit: number[]): void {
    /* All people in the hall of this device are at this device. */
    const seats = info.seat.flatMap((one, seat) => (one?.person && (hall.isDevice || one.person === hall.person?.id) ? [seat] : []));
    this.seats.set(id, seats);
    const at = this.list.findIndex((table) => table.id === id);
    const isExercise = info.origin !== undefined && 'lesson' in info.origin;
    const goesOn = seats.length > 0 && !isExercise && (info.state === 'waiting' || info.state === 'playing');
    const wasLeft = this.left.some((table) => table.id === id);
    const own = seats[0] ?? maySit[0] ?? 0;
    const shared = seats.length > 1 || this.list[at]?.shared === true;
    const mine = {
      id,
      here: hall.isDevice,
      game: info.game,
      state: info.state,
      seat: info.seat,
      own,
      shared,
      takeover: takesOver(info),
      call: this.list[at]?.call ?? null,
      ...(info.clock.kind === 'days' && { days: this.list[at]?.days ?? { awaited: [], until: 0, holiday: 0 } }),
    };
    /* Of those who share a device, nobody comes back alone. */
    const isLeft = !goesOn && (at >= 0 || wasLeft) && !isExercise && info.state === 'playing' && maySit.length > 0 && !shared;
    if (!goesOn && at >= 0) this.list.splice(at, 1);
    else if (goesOn && at >= 0) this.list[at] = mine;
    else if (goesOn) this.list.push(mine);
    if (wasLeft || isLeft) this.left = [...this.left.filter((table) => table.id !== id), ...(isLeft ? [mine] : [])];
    this.keep();
    const isQuit = at >= 0 && !goesOn && (isLeft || info.state === 'waiting');
    if (!hall.isShown(id) && isQuit) void hall.ask('unwatch', { table: id }).catch(() => undefined);
    else if (!hall.isShown(id) && goesOn && wasLeft) this.watch(hall, id);
  }

  private keep(): void {
    localStorage.setItem(KEY, JSON.stringify(this.list));
    localStorage.setItem(LEFT_KEY, JSON.stringify(this.left));
  }
}

/** First those where one is awaited, then by deadlines. */
export const byUrgency = (a: Mine, b: Mine): number =>
  Number(!!b.call) - Number(!!a.call) || (a.days?.until || Infinity) - (b.days?.until || Infinity) || 0;

const hallOf = ({ here }: Pick<Mine, 'here'>): Connection => (here ? device : connection);

function readTables(key: string): Mine[] {
  try {
    const list = JSON.parse(localStorage.getItem(key) ?? '[]') as Mine[];
    return list.filter((table) => typeof table.id === 'string' && Array.isArray(table.seat));
  } catch {
    return [];
  }
}

export const mine = new MyTables();
