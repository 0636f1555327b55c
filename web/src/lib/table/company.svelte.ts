/* Several people who share this device at one of its tables. Each has a connection of their own to the hall
 * of this device, so the hall keeps what they know apart, as it does for people far away. A curtain
 * (table/Curtain.svelte) hides the table until the person who has to act says that they are looking. The page then
 * shows their table, until they send a move. Then everyone watches, until somebody here has to act again: the page shows
 * the table of a spectator, who knows only what all of them may know. */
import { audience, connectionFor, device, type Connection, type PushToTable } from '../connection/connection.svelte';
import { nameOrGuest } from './begin';
import { namesOf } from '../people/names';
import type { Info, Seat, StepPush, Values } from '../connection/protocol';
import { go, tablePath } from '../browser/route.svelte';
import { MySeat } from './seat.svelte';
import { Table } from './table.svelte';
import { forget } from '../words/troubles.svelte';
import { cleanName } from '../device/names';

const guests = new Map<string, Connection>();

function guest(name: string): Connection {
  const theirs = guests.get(name) ?? connectionFor(name);
  guests.set(name, theirs);
  return theirs;
}

/** The connection of a person of this device, once the hall knows on it who they are. */
async function connectionOf(seat: Seat): Promise<Connection> {
  if (seat.person === device.person?.id) return device;
  const hall = guest(seat.name);
  await hall.untilSettled();
  await hall.introduce(seat.name);
  return hall;
}

const peopleAt = (info: Info): Seat[] => info.seat.filter((seat): seat is Seat => seat?.person !== undefined);

/** A name as the hall keeps it; '' for one that it refuses. */
export function tidyName(name: string): string {
  const clean = cleanName(name);
  return typeof clean === 'object' ? clean.name : '';
}

/** Creates a table on this device and goes there. `names` has one name per seat: null for the seats of the
 * page's owner and of computer players. */
export async function beginTogether(request: Values<'create'>, name: string, names: (string | null)[]): Promise<void> {
  await device.untilSettled();
  await device.introduce(nameOrGuest(name));
  const { table, invite } = await device.ask('create', { ...request, chat: false, open_hands_after: true, autostart: true });
  for (const [seat, other] of names.entries()) {
    if (other === null) continue;
    const hall = guest(other);
    await hall.untilSettled();
    await hall.introduce(other);
    await hall.ask('watch', { table, invite, views: false });
    await hall.ask('sit', { table, seat });
  }
  go(tablePath(table, true));
}

/** Everyone at this device leaves the match; the page's owner is the last. */
export async function leaveTogether(table: string): Promise<void> {
  const { info } = await device.ask('info', { table });
  const halls = await Promise.all(peopleAt(info).map(connectionOf));
  for (const hall of [...halls.filter((one) => one !== device), device]) {
    await hall.ask('watch', { table, views: false });
    await hall.ask('stand', { table });
  }
}

/** One of the people, and the table that only they may see. */
class Looker {
  readonly table: Table;
  /** Their move has been sent, and was not refused so far. */
  hasMoved = $state(false);

  constructor(id: string, hall: Connection, takes: (push: PushToTable) => boolean) {
    this.table = new Table(id, {}, hall, takes);
    const { playback, deeds } = this.table;
    playback.shared = true;
    const move = async (text: string): Promise<void> => {
      this.hasMoved = true;
      try {
        await deeds.move(text);
      } catch (error) {
        this.hasMoved = false;
        throw error;
      }
    };
    this.table.seat = new MySeat(playback, { ...deeds, move });
  }

  start(): void {
    this.hasMoved = false;
    this.table.start(true); /* everyone has seen how it came to this */
  }
}

/** Everyone, and the table as a spectator sees it. */
class Everyone {
  readonly table: Table;
  /* The steps that they have still to see; null while they watch. */
  private unseen: StepPush[] | null = [];

  constructor(id: string) {
    this.table = new Table(id, { spectator: true }, audience, (push) => this.takes(push));
    this.table.playback.shared = true;
  }

  private takes(push: PushToTable): boolean {
    if (!this.unseen || push.push !== 'step') return true;
    this.unseen.push(push);
    return false;
  }

  goOn(): void {
    const { unseen } = this;
    this.unseen = null;
    for (const step of unseen ?? []) this.table.push(step);
  }

  wait(): void {
    this.unseen ??= [];
  }
}

export class Company {
  /* The person who is looking, until their move is made. */
  private looking = $state.raw<Looker | null>(null);
  private common = $state.raw<Everyone | null>(null);
  /* Somebody has to look before anything is shown. */
  private closed = $state(true);

  /* As the connections have heard it, which shows no more than everyone may know. */
  private info = $state.raw<Info | null>(null);
  private awaited = $state.raw<number[]>([]);
  private version = $state(-1);
  private lookers = new Map<string, Looker>();
  private endings: (() => void)[] = [];
  /* The people who are known to be here. */
  private present = new Set<string>();
  /* The seat of the person who looks, or looked last. */
  private latest = -1;

  constructor(private owner: Table) {}

  start(): void {
    this.owner.start();
    this.endings.push(device.listen({ noteTables: () => undefined, hear: (push) => this.hear(push) }));
    /* The person who unlocks a phone, or comes back to this tab, may be another one. */
    const hide = (): void => {
      if (!document.hidden || !this.secret) return;
      this.closed = true;
      this.endLook();
    };
    document.addEventListener('visibilitychange', hide);
    this.endings.push(() => document.removeEventListener('visibilitychange', hide));
  }

  stop(): void {
    for (const end of this.endings.splice(0)) end();
    this.looking?.table.stop();
    this.common?.table.stop();
    this.owner.stop();
  }

  /** Whether other people at this device sit at the table. */
  get isShared(): boolean {
    return this.info !== null && this.info.state !== 'waiting' && peopleAt(this.info).some(({ person }) => person !== device.person?.id);
  }

  get names(): string[] {
    return namesOf(this.info?.seat ?? []);
  }

  get isCovered(): boolean {
    return this.isShared && !this.viewer;
  }

  /* The table that only the person who is looking may see. It is gone as soon as their move is sent. */
  private get secret(): Table | null {
    return this.looking?.hasMoved ? null : (this.looking?.table ?? null);
  }

  /** Everyone watches. At the end they always do: all hands are open then. */
  get isWatched(): boolean {
    return this.common !== null && !this.secret && (!this.closed || this.isOver);
  }

  /** The table to show; null behind the curtain, and where nobody shares the device. */
  get viewer(): Table | null {
    return this.secret ?? (this.isWatched ? this.common!.table : null);
  }

  /** The seat of the person who has to look; null if nobody here has to act. The one after the person who
   * looked last, if several have to. */
  get next(): number | null {
    const seats = this.awaited.filter((seat) => this.isHere(seat));
    return seats.find((seat) => seat > this.latest) ?? seats[0] ?? null;
  }

  /** Everyone has seen everything, and somebody here has to act. */
  get isDone(): boolean {
    if (!this.isWatched || this.looking || this.isOver || this.next === null) return false;
    const { atRest, version } = this.common!.table.playback;
    return atRest && version >= this.version;
  }

  private isHere(seat: number): boolean {
    return this.info?.seat[seat]?.person !== undefined;
  }

  /** Everyone watches, and the table that they watch is drawn. */
  watch(): void {
    this.common?.goOn();
  }

  /** They do not, and will see later what happens meanwhile. */
  unwatch(): void {
    this.common?.wait();
  }

  cover(): void {
    this.closed = true;
    forget();
  }

  /** The person of this seat is looking. */
  async show(seat: number): Promise<void> {
    const { person, name } = this.info!.seat[seat]!;
    const hall = await connectionOf({ person, name });
    if (this.looking) return;
    const looker = this.lookers.get(name) ?? new Looker(this.owner.id, hall, (push) => this.isForLooker(push));
    this.lookers.set(name, looker);
    forget();
    this.latest = seat;
    this.closed = false;
    this.looking = looker;
    looker.start();
  }

  private isForLooker(push: PushToTable): boolean {
    this.hear(push);
    return this.looking !== null;
  }

  private endLook(): void {
    const { looking } = this;
    if (!looking) return;
    this.looking = null;
    looking.table.stop();
    forget();
    this.attend(looking.table.hall);
  }

  private get isOver(): boolean {
    return this.info?.state === 'over' && this.info.open_hands_after;
  }

  private hear(push: PushToTable): void {
    if (push.table !== this.owner.id || (push.push !== 'table' && push.push !== 'step')) return;
    /* The others have heard it, too. */
    if (push.push === 'step' && push.v <= this.version) return;
    if (push.info) this.info = push.info;
    this.awaited = push.awaited ?? [];
    this.version = push.v;
    if (!this.isShared) return;
    if (!this.looking) this.gather();
    else if (push.push === 'step' && (push.seat === this.latest || this.isOver)) this.endLook();
  }

  /* Everyone here is at the table, though only one of them is looking. */
  private gather(): void {
    this.owner.playback.shared = true;
    this.owner.stop();
    if (!this.common) {
      this.common = new Everyone(this.owner.id);
      this.common.table.start();
      audience.start();
    }
    for (const seat of peopleAt(this.info!)) {
      if (this.present.has(seat.person!)) continue;
      this.present.add(seat.person!);
      void connectionOf(seat)
        .then((hall) => this.attend(hall))
        .catch(() => this.present.delete(seat.person!));
    }
  }

  /* Watches without views. */
  private attend(hall: Connection): void {
    const { id } = this.owner;
    if (hall.isShown(id)) return;
    const rewatch = (): void => void hall.ask('watch', { table: id, views: false }).catch(() => undefined);
    hall.watch(id, { rewatch, lost: () => undefined, push: () => undefined });
    this.endings.push(() => hall.unwatch(id));
    rewatch();
  }
}
