/* Starts a game: registers the person if necessary, then creates a table. */
import { connection, device, type Connection } from '../connection/connection.svelte';
import { frame } from '../browser/frame.svelte';
import { gameDisplay } from './games';
import { say } from '../words/language.svelte';
import { afterPaint } from '../browser/later.svelte';
import { go, tablePath } from '../browser/route.svelte';
import { fetchScreen } from '../browser/screens';
import type { Values } from '../connection/protocol';
import { settings } from '../browser/settings.svelte';

const INVITES = 'ludosaure.invites';

/** The name to register: the given one, the remembered one, or the word for a guest. */
export function nameOrGuest(name: string): string {
  return name.trim() || connection.name || say('ui.guest');
}

interface Invitation {
  invite: string;
  code: string;
}

/* Only the browser that made a table has its invitation: the server keeps just a hash. */
export function invitation(table: string): Invitation | null {
  const all = JSON.parse(sessionStorage.getItem(INVITES) ?? '{}') as Record<string, Invitation>;
  return all[table] ?? null;
}

export function keepInvitation(table: string, { invite, code }: Invitation): void {
  const all = JSON.parse(sessionStorage.getItem(INVITES) ?? '{}') as Record<string, Invitation>;
  all[table] = { invite, code };
  sessionStorage.setItem(INVITES, JSON.stringify(all));
}

/* Kept: importing a script takes a while even if it is there, as the browser does it between two paintings. */
let prepared: typeof import('./prepared') | null = null;
const fetchPrepared = async (): Promise<void> => void (prepared ??= await import('./prepared'));

/** Fetches the scripts that every table needs, and those of the game's table if it is given. Failures are ignored: the table
 * screen fetches them again. */
export function fetchTable(game = '', hall = connection): void {
  for (const load of [() => gameDisplay(game)?.table(hall), fetchPrepared, () => fetchScreen(hall.isDevice ? 'device_table' : 'table')])
    void load()?.catch(() => undefined);
}

/** Where a table is created: on this device if nobody else takes part and the person has not chosen otherwise. */
function hallFor({ autostart, public: isPublic }: Request): Connection {
  const alone = autostart === true && !isPublic;
  return alone && device.usable && (settings.here || !connection.online) ? device : connection;
}

/** Whether a table against computer players can be created now. */
export const canBegin = (): boolean => connection.online || device.usable;

type Request = Values<'create'>;

/** The pointer is on the button that begins this match. */
export const prepareMatch = (request: Request): void => fetchTable(request.game, hallFor(request));

/** Creates a table and goes there; `replace`: Back then leads to where one was before this screen. Where the hall is open and
 * knows the person, the request is sent before anything is drawn. */
export async function begin(request: Request, name = '', replace = false): Promise<void> {
  let hall = hallFor(request);
  afterPaint(() => prepareMatch(request));
  if (hall.isDevice && !hall.online) await device.untilSettled();
  if (!hall.online) hall = connection;
  const isNew = hall.isDevice && !hall.wasUsed;
  const called = nameOrGuest(name);
  const introduced = hall.person?.name === called ? null : hall.introduce(called);
  /* The hall of this device registers a new person before it reads the next request. */
  if (introduced && !isNew) await introduced;
  const [answer] = await Promise.all([hall.ask('create', request), introduced]);
  const { table } = answer;
  if (hall.isDevice) prepared?.enterTable(table, hall);
  else keepInvitation(table, answer);
  if (hall.isDevice && frame.beginning) frame.begun = table;
  frame.beginning = null;
  go(tablePath(table, hall.isDevice), replace);
}

/** The same, and shows the screen of a table on this device at once. */
export async function beginAtOnce(request: Request): Promise<void> {
  const begun = begin(request);
  if (hallFor(request).isDevice) frame.beginning = { screen: 'table', table: '', here: true, game: request.game };
  try {
    await begun;
  } finally {
    frame.beginning = null;
  }
}
