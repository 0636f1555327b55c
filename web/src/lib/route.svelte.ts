/* Which screen is shown: the path of the address. */
export type Route =
  | { screen: 'home' }
  | { screen: 'new'; game: string }
  | { screen: 'table'; table: string; here: boolean }
  | { screen: 'join'; invite: string }
  | { screen: 'rules'; game: string }
  | { screen: 'me' }
  | { screen: 'about' };

/* Games, tables and invitations are named by plain letters and digits. */
export function parse(path: string): Route {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  if (first === 'new' && second) return { screen: 'new', game: second };
  if ((first === 't' || first === 'here') && second) return { screen: 'table', table: second, here: first === 'here' };
  if (first === 'j' && second) return { screen: 'join', invite: second };
  if (first === 'rules' && second) return { screen: 'rules', game: second };
  if (first === 'me') return { screen: 'me' };
  if (first === 'about') return { screen: 'about' };
  return { screen: 'home' };
}

/** The path of a table on the server, or on this device. */
export const tablePath = (table: string, here: boolean): string => `/${here ? 'here' : 't'}/${table}`;

/** The invitation in what somebody typed or pasted: a link, or a code however it is written. */
export function invitationIn(typed: string): string {
  return /\/j\/([\w-]+)/.exec(typed)?.[1] ?? typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

const current = $state({ route: parse(location.pathname) });

export function route(): Route {
  return current.route;
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  current.route = parse(location.pathname);
  scrollTo(0, 0);
}

addEventListener('popstate', () => (current.route = parse(location.pathname)));

/** For links: a plain click does not reload the page. */
export function link(node: HTMLAnchorElement): { destroy(): void } {
  const click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(node.pathname);
  };
  node.addEventListener('click', click);
  return { destroy: () => node.removeEventListener('click', click) };
}
