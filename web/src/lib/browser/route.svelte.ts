/* Which screen is shown: the path of the address. On a plain web host, which has one page, the path follows a #. */
import { isServed } from './host';
import { onTravel, visit } from './layers';

export type Route =
  | { screen: 'home' }
  | { screen: 'new'; game: string }
  /** While a table is being created, it has no id, and its game is known. */
  | { screen: 'table'; table: string; here: boolean; game?: string }
  | { screen: 'replay'; table: string | null; here: boolean; file?: string }
  | { screen: 'join'; invite: string }
  | { screen: 'rules'; game: string | null; rule: string | null }
  | { screen: 'learn'; game: string }
  | { screen: 'print'; game: string }
  | { screen: 'person'; name: string }
  | { screen: 'puzzle'; game: string; date: string | null }
  | { screen: (typeof ALONE)[number] }
  /** Nothing has this path. */
  | { screen: 'missing' };

/* Screens whose name is their whole path. */
const ALONE = ['puzzles', 'me', 'stats', 'study', 'about'] as const;

/* Records from files are numbered, and have no other address. */
const FILE = 'file-';

/* Games, tables and invitations are named by plain letters and digits. */
export function parse(path: string): Route {
  const [first = '', second = '', third = ''] = path.split('/').filter(Boolean);
  if (first === 'new' && second) return { screen: 'new', game: second };
  if ((first === 't' || first === 'here') && second) return { screen: 'table', table: second, here: first === 'here' };
  if (first === 'r' && second === 'here' && third) return { screen: 'replay', table: third, here: true };
  if (first === 'r' && second === 'link') return { screen: 'replay', table: null, here: false, file: third || second };
  if (first === 'r' && second.startsWith(FILE)) return { screen: 'replay', table: null, here: false, file: second };
  if (first === 'r' && second) return { screen: 'replay', table: second, here: false };
  if (first === 'j' && second) return { screen: 'join', invite: second };
  if (first === 'rules') return { screen: 'rules', game: second || null, rule: third || null };
  if (first === 'learn' && second) return { screen: 'learn', game: second };
  if (first === 'people' && second && !third) return { screen: 'person', name: second };
  if (first === 'print' && second) return { screen: 'print', game: second };
  if (first === 'puzzle' && second) return { screen: 'puzzle', game: second, date: third || null };
  const alone = ALONE.find((name) => name === first);
  if (alone && !second) return { screen: alone };
  return { screen: first === '' || first === 'index.html' ? 'home' : 'missing' };
}

/** The path of a table on the server, or on this device. */
export const tablePath = (table: string, here: boolean): string => `/${here ? 'here' : 't'}/${table}`;

/** The path of a rulebook, or of a rule in it. */
export const rulesPath = (game: string, rule: string | null = null): string => `/rules/${game}${rule ? `/${rule}` : ''}`;

/** The path of what one needs to play at a real table. */
export const printPath = (game: string): string => `/print/${game}`;

/** The path of the replay of a finished match. */
export const replayPath = (table: string, here: boolean): string => `/r/${here ? 'here/' : ''}${table}`;
/** The path of a record from a file. */
export const filePath = (number: number): string => `/r/${FILE}${number}`;

/** The path of a puzzle; without a date, of today's. */
export const puzzlePath = (game: string, date?: string): string => `/puzzle/${game}${date ? `/${date}` : ''}`;

/** The invitation in what a person typed or pasted: a link, or a code in any spelling. */
export function invitationIn(typed: string): string {
  return /\/j\/([\w-]+)/.exec(typed)?.[1] ?? typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** The address of a path of the page. */
export const to = (path: string): string => (isServed ? path : `#${path}`);
const pathIn = ({ pathname, hash }: { pathname: string; hash: string }): string => (isServed ? pathname : hash.slice(1));
export const herePath = (): string => pathIn(location);

const current = $state({ path: herePath(), route: parse(herePath()) });

/* Layers have entries with the same path. */
function arrive(): void {
  if (current.path === herePath()) return;
  current.path = herePath();
  current.route = parse(current.path);
}

export function route(): Route {
  return current.route;
}

export function go(path: string, replace = false): void {
  visit(to(path), replace);
  arrive();
  scrollTo(0, 0);
}

onTravel(arrive);

/** For links: a plain click does not reload the page. */
export function link(node: HTMLAnchorElement): { destroy(): void } {
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(pathIn(node));
  };
  node.addEventListener('click', click);
  return { destroy: () => node.removeEventListener('click', click) };
}
