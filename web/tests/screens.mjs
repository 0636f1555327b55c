/* All screens and how to get there. Each is opened once; language, theme and size change while it is
 * open. */
import { ask, fastTable, games, introduce, person, quickGame, setTable, shareTable } from './harness.mjs';
import { playMatch } from './sitting.mjs';

export const SCREENS = [
  { name: 'home', open: async (page) => page.goto('/').then(() => page.waitForSelector('.games button:enabled')) },
  { name: 'new', open: async (page) => page.goto('/new/trex').then(() => page.click('details.panel > summary')) },
  {
    name: 'new-seats',
    open: async (page) => {
      await page.goto('/new/tyrannosaurus');
      await page.click('details.panel > summary');
      await page.selectOption('#dinos-1', 'diplodocus');
    },
  },
  { name: 'new-asked', open: async (page) => page.goto('/new/scale').then(() => page.waitForSelector('.asked')) },
  { name: 'new-together', open: async (page) => page.goto('/new/trakks').then(() => page.check('.together .check:nth-of-type(2) input')) },
  {
    name: 'curtain',
    open: async (page) => shareTable(page, 'trex', ['Maximilienne', 'casual']).then(() => page.waitForSelector('.curtain button:enabled')),
  },
  {
    name: 'waiting',
    open: async (page, { browser, server }) => {
      await setTable(page, 'trex', ['person', 'casual', 'person']);
      const guest = await person(browser, server);
      await guest.goto(`/j/${(await page.textContent('.code')).replace(/\s/g, '')}`);
      await guest.click('form button.main:enabled');
      await guest.fill('#say', 'Roar!');
      await guest.press('#say', 'Enter');
      await page.waitForSelector('.chat .mute');
      await guest.context().close();
    },
  },
  {
    name: 'join',
    open: async (page, { browser, server }) => {
      const host = await person(browser, server);
      await setTable(host, 'scale', ['person', 'person'], 'Zoé');
      const code = (await host.textContent('.code')).replace(/\s/g, '');
      await page.goto(`/j/${code}`);
      await page.waitForSelector('#name');
      await host.context().close();
    },
  },
  { name: 'me', open: async (page) => page.goto('/me').then(() => page.waitForSelector('#name')) },
  {
    name: 'me-account',
    open: async (page, { server }) => {
      await introduce(page, 'Zoé');
      await ask(server, '/api/account', { login: `zoe${Date.now()}`, password: 'correct horse' }, page.secret);
      await page.goto('/me');
      await page.click('summary:has-text("Change the password")');
      await page.waitForSelector('#new-password');
    },
  },
  {
    name: 'me-face',
    open: async (page, { server }) => {
      await introduce(page, 'Zoé');
      await ask(server, '/api/account', { login: `face${Date.now()}`, password: 'correct horse' }, page.secret);
      await page.goto('/me');
      await page.click('.faces button');
      await page.waitForSelector('.chooser .portrait svg');
      await page.click('summary:has-text("Public page")');
      await page.waitForSelector('#page-address');
    },
  },
  {
    name: 'me-friends',
    open: async (page, { browser, server }) => {
      const withAccount = async (one, name) => {
        await introduce(one, name);
        const login = `friend${name.length}-${Date.now()}`;
        const { person: account } = await ask(server, '/api/account', { login, password: 'correct horse' }, one.secret);
        await one.goto('/me');
        return account.id;
      };
      const friend = await person(browser, server);
      const zoe = await withAccount(page, 'Zoé');
      const max = await withAccount(friend, 'Maximilienne');
      await ask(server, '/api/follow', { person: max, on: true }, page.secret);
      await ask(server, '/api/follow', { person: zoe, on: true }, friend.secret);
      await setTable(friend, 'scale', ['person', 'person'], 'Maximilienne');
      await friend.click('.friends-here button:has-text("Invite")');
      await page.waitForSelector('.invitation');
      await page.click('summary:has-text("Friends")');
      await page.waitForSelector('.friends li');
    },
  },
  {
    name: 'person',
    open: async (page, { server }) => {
      await introduce(page, 'Maximilienne');
      const address = `max-${Date.now()}`;
      await ask(server, '/api/account', { login: address, password: 'correct horse' }, page.secret);
      await ask(server, '/api/page', { on: true, name: address }, page.secret);
      await page.goto(`/people/${address}`);
      await page.waitForSelector('h1');
      await playMatch(page, { game: 'tyrannosaurus', seats: 3, bots: [null, 'random', 'random'], public: true });
      await page.goto(`/people/${address}`);
      await page.waitForSelector('figure svg polygon');
    },
  },
  {
    name: 'report',
    open: async (page, { browser, server }) => {
      const host = await person(browser, server);
      const table = await fastTable(host, { game: 'trex', seats: 3, public: true });
      const another = await person(browser, server);
      for (const [one, name] of [
        [another, 'Jo'],
        [page, 'Zoé'],
      ]) {
        await introduce(one, name);
        await one.goto(`/t/${table}`);
        await one.waitForSelector('.two li[data-seat="0"]:has-text("Ann")');
      }
      await another.fill('.chat input', 'hello');
      await another.press('.chat input', 'Enter');
      await page.waitForSelector('.chat:has-text("hello")');
      await page.click('button:has-text("Report someone…")');
      await page.waitForSelector('dialog form .main');
    },
  },
  {
    name: 'me-asked',
    open: async (page) => {
      await quickGame(page, 'trex');
      await page.click('header .who');
      await page.fill('#login', 'zoe');
      await page.fill('#password', 'correct horse');
      await page.press('#password', 'Enter');
      await page.waitForSelector('.button:has-text("Log in anyway")');
    },
  },
  {
    name: 'logged-out',
    open: async (page) => {
      await page.addInitScript(() => localStorage.setItem('ludosaure.secret', 'ended'));
      await page.goto('/t/abcdefghijkl');
      await page.waitForSelector('.ended');
      await page.waitForSelector('.lost');
    },
  },
  { name: 'about', open: async (page) => page.goto('/about').then(() => page.waitForSelector('article')) },
  { name: 'missing', open: async (page) => page.goto('/nonsense').then(() => page.waitForSelector('h1')) },
  {
    name: 'rules',
    open: async (page) => {
      await page.goto('/rules/trakks');
      await page.waitForSelector('.rules p');
      await page.waitForLoadState('networkidle'); /* its pictures and examples come later */
    },
  },
  { name: 'print', open: async (page) => page.goto('/print/tyrannosaurus').then(() => page.waitForSelector('.options .main:enabled')) },
  {
    name: 'puzzles',
    open: async (page) => {
      await page.clock.setFixedTime(new Date('2026-11-16T12:00:00Z'));
      await page.goto('/puzzles');
      await page.waitForSelector('.today .stars [role=img]');
    },
  },
  {
    name: 'stats',
    open: async (page) => {
      await introduce(page, 'Statia');
      await page.goto('/stats');
      await playMatch(page, { game: 'tyrannosaurus', seats: 2, bots: [null, 'random'] });
      await page.selectOption('.picker select', 'tyrannosaurus');
      await page.waitForSelector('.board tbody th');
    },
  },
  {
    name: 'study',
    open: async (page) => {
      await page.goto('/study');
      await page.selectOption('.picker select', 'tyrannosaurus');
      await page.waitForSelector('th:has-text("Diplodocus")');
      await page.click('summary');
    },
  },
  {
    name: 'lesson',
    open: async (page) => {
      await page.goto('/learn/trex');
      await page.click('[data-move="play n3"]');
      await page.waitForSelector('.task .again');
    },
  },
  {
    name: 'first-match',
    open: async (page) => {
      await page.goto('/');
      await page.evaluate(() => localStorage.setItem('ludosaure.learned', '{"trex":{"coach":true}}'));
      await quickGame(page, 'trex');
      await page.waitForSelector('.coach .advice strong');
    },
  },
  ...games().map(({ id: game }) => ({ name: `table-${game}`, open: (page) => quickGame(page, game) })),
  {
    name: 'chat',
    open: async (page) => {
      await quickGame(page, 'trex');
      await page.click('#tab-chat');
      await page.fill('#say', 'Roar!');
      await page.press('#say', 'Enter');
      await page.waitForSelector('.list strong');
      await page.evaluate(() => document.querySelector('.talk').click()); /* where there is no place beside the table */
    },
  },
  {
    name: 'phrases',
    open: async (page) => {
      await quickGame(page, 'scale');
      await page.evaluate(() => document.querySelector('.talk').click());
      await page.click('#tab-chat');
      await page.click('.picker');
      await page.waitForSelector('.phrases');
    },
  },
  { name: 'type', open: async (page) => quickGame(page, 'tyrannosaurus').then(() => page.click('#tab-type')) },
  {
    name: 'menu',
    open: async (page) => quickGame(page, 'scale').then(() => page.evaluate(() => document.querySelector('header .opener').click())),
  },
  { name: 'settings', open: async (page) => quickGame(page, 'trex').then(() => page.click('header nav button.icon')) },
  { name: 'rulebook', open: async (page) => quickGame(page, 'trex').then(() => page.click('.bar .rulebook')) },
  {
    name: 'leave',
    open: async (page) => {
      await quickGame(page, 'trex');
      await page.click('#tab-people');
      await page.click('.people > .button');
      await page.waitForSelector('dialog[open] .leave');
    },
  },
  { name: 'no-table', open: async (page) => page.goto('/t/abcdefghijkl').then(() => page.waitForSelector('.error')) },
  { name: 'home-tables', open: async (page) => quickGame(page, 'trex').then(() => page.click('header .home')) },
  {
    name: 'offline',
    open: async (page, { server }) => {
      await page.goto('/');
      await page.waitForSelector('.games button:enabled');
      await server.kill();
      await page.waitForSelector('.alone');
    },
  },
];
