/* Several people who share this device at one of its tables. Each has a connection of their own to the hall
 * of this device, so the hall keeps what they know apart, as it does for people far away. The page shows the
 * table of one of them, the viewer. When another person here has to act, it shows a curtain instead
 * (table/Curtain.svelte), until that person says that they are looking. */
import { connectionFor, device, type Connection } from './connection.svelte';
import { nameOrGuest } from './begin';
import { namesOf } from './names';
import type { Info, Push, Seat } from './protocol';
import { go, tablePath } from './route.svelte';
import { settings } from './settings.svelte';
import { Table } from './table.svelte';
import { forget } from './troubles.svelte';
import { cleanName } from './worker/names';

const guests = new Map<string, Connection>();

function guest(name: string): Connection {
  const known = guests.get(name) ?? connectionFor(name);
  guests.set(name, known);
  return known;
}

/** The connection of a person of this device, once the hall knows on it who they are. */
async function connectionOf(seat: Seat): Promise<Connection> {
  if (seat.person === device.person?.id) return device;
  const hall = guest(seat.name);
  await hall.opened();
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
export async function beginTogether(request: Record<string, unknown> & { game: string }, name: string, names: (string | null)[]): Promise<void> {
  await device.opened();
  await device.introduce(nameOrGuest(name));
  const { table, invite } = await device.ask('create', { ...request, chat: false, open_hands_after: true, autostart: true });
  for (const [seat, other] of names.entries()) {
    if (other === null) continue;
    const hall = guest(other);
    await hall.opened();
    await hall.introduce(other);
    await hall.ask('watch', { table, invite, views: false });
    await hall.ask('sit', { table, seat });
  }
  go(tablePath(table as string, true));
}

/** Everyone at this device leaves the match; the page's owner is the last. */
export async function leaveTogether(table: string): Promise<void> {
  const { info } = (await device.ask('info', { table })) as { info: Info };
  const halls = await Promise.all(peopleAt(info).map(connectionOf));
  for (const hall of [...halls.filter((one) => one !== device), device]) {
    await hall.ask('watch', { table, views: false });
    await hall.ask('stand', { table });
  }
}

export class Company {
  /** The table of the person who is looking; null while nobody may. */
  viewer = $state.raw<Table | null>(null);

  /* As the owner's connection has heard it, which shows no more than everyone may know. */
  private info = $state.raw<Info | null>(null);
  private awaited = $state.raw<number[]>([]);
  private version = $state(-1);
  private tables = new Map<string, Table>();
  private endings: (() => void)[] = [];
  /* The people who are known to be here. */
  private present = new Set<string>();
  private latest = -1;

  constructor(private owner: Table) {}

  start(): void {
    this.owner.start();
    this.endings.push(device.listen({ known: () => undefined, hear: (push) => this.hear(push) }));
    /* The person who unlocks a phone, or comes back to this tab, may be another one. */
    const hide = (): void => void (document.hidden && this.cover());
    document.addEventListener('visibilitychange', hide);
    this.endings.push(() => document.removeEventListener('visibilitychange', hide));
  }

  stop(): void {
    for (const end of this.endings.splice(0)) end();
    this.viewer?.stop();
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
    return this.isShared && this.viewer === null;
  }

  /** The seat of the person who has to look; null if nobody here has to act. The one after the person who
   * looked last, if several have to. */
  get next(): number | null {
    const seats = this.awaited.filter((seat) => this.isHere(seat));
    return seats.find((seat) => seat > this.latest) ?? seats[0] ?? null;
  }

  /** The viewer has seen everything, and another person here has to act. */
  get isDone(): boolean {
    const { viewer, awaited } = this;
    if (!viewer || !this.isShared || !viewer.atRest || viewer.sending || viewer.version < this.version) return false;
    return this.next !== null && !awaited.includes(viewer.you ?? -1);
  }

  private isHere(seat: number): boolean {
    return this.info?.seat[seat]?.person !== undefined;
  }

  /** Lets the viewer look at the last step, and covers the table. Returns a function that cancels it. */
  coverSoon(): () => void {
    const timer = setTimeout(() => this.cover(), settings.stepMs(true));
    return () => clearTimeout(timer);
  }

  private cover(): void {
    const { viewer } = this;
    if (!this.isShared || this.isOver || !viewer) return;
    viewer.stop();
    this.viewer = null;
    forget();
    this.attend(viewer.hall);
  }

  /** The person of this seat is looking. */
  async show(seat: number): Promise<void> {
    const { person, name } = this.info!.seat[seat]!;
    const hall = await connectionOf({ person, name });
    if (this.viewer) return;
    const table = hall === device ? this.owner : (this.tables.get(name) ?? new Table(this.owner.id, {}, hall));
    this.tables.set(name, table);
    table.shared = true;
    forget();
    this.latest = seat;
    this.viewer = table;
    table.start();
  }

  /* At the end all hands are open. */
  private get isOver(): boolean {
    return this.info?.state === 'over' && this.info.open_hands_after;
  }

  private hear(push: Push & { table: string }): void {
    if (push.table !== this.owner.id || (push.push !== 'table' && push.push !== 'step')) return;
    if (push.info) this.info = push.info;
    this.awaited = push.awaited ?? [];
    this.version = push.v;
    if (!this.isShared || this.viewer) return;
    this.owner.shared = true;
    if (this.isOver) {
      this.viewer = this.owner;
      this.owner.start();
    } else this.gather();
  }

  /* Everyone here is at the table, though only one of them is looking. */
  private gather(): void {
    this.owner.stop();
    for (const seat of peopleAt(this.info!)) {
      if (this.present.has(seat.person!)) continue;
      this.present.add(seat.person!);
      void connectionOf(seat).then((hall) => this.attend(hall)).catch(() => this.present.delete(seat.person!));
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
