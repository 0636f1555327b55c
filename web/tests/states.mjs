/* What a table looks like in the course of a match: each state, and how to get there. */
import { ask, fastTable, introduce, person } from './harness.mjs';
import { AT_END, layDown, moment, scaleScene } from './scenes.mjs';

const READY = '.table-screen .side'; /* the last part that is drawn */

/** A table from a position: seat 0 is this page's; the others are computer players. */
export async function sitDown(page, position, request = {}) {
  const { game, seats, options } = position;
  const bots = Array.from({ length: seats }, (_, seat) => (seat ? 'easy' : null));
  const table = await fastTable(page, { game, seats, options, position, bots, ...request });
  await page.waitForSelector(request.autostart === false ? '.two' : READY);
  return table;
}

/** People who have no page, only a connection; they take the free seats of a public table in this
 * order, and make moves when told to. */
export async function company({ browser, server }, table, names) {
  const page = await person(browser, server);
  await page.goto('/healthz');
  const secrets = [];
  for (const name of names) secrets.push((await ask(server, '/api/people', { name })).secret);
  await page.evaluate(async ([id, people]) => {
    const answers = new Map();
    const connect = (secret) =>
      new Promise((done) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        let count = 0;
        const say = (cmd, values = {}) =>
          new Promise((resolve, reject) => {
            answers.set(`${secret} ${++count}`, { resolve, reject });
            socket.send(JSON.stringify({ id: `${secret} ${count}`, cmd, ...values }));
          });
        socket.onmessage = ({ data }) => {
          const told = JSON.parse(data);
          const waiting = answers.get(told.id);
          if (waiting) (told.ok ? waiting.resolve : (one) => waiting.reject(new Error(JSON.stringify(one))))(told.error ?? told);
        };
        socket.onopen = () => done({ say: (cmd, values) => say(cmd, { table: id, ...values }), hello: () => say('hello', { secret }) });
      });
    window.people = [];
    for (const secret of people) {
      const one = await connect(secret);
      await one.hello();
      await one.say('watch');
      await one.say('sit');
      window.people.push(one);
    }
  }, [table, secrets]);
  return { play: (index, move) => page.evaluate(([at, text]) => window.people[at].say('move', { move: text }), [index, move]) };
}

/** The same with people on the other seats. */
export async function sitTogether(page, context, position, names) {
  const table = await sitDown(page, position, { bots: undefined, public: true, autostart: false });
  const others = await company(context, table, names);
  await page.click('.two .start:enabled');
  await page.waitForSelector(READY);
  return others;
}

async function type(page, move) {
  await page.click('#tab-type');
  await page.fill('#typed', move);
  await page.press('#typed', 'Enter');
}

async function finish(page, { position, move }) {
  await sitDown(page, position);
  await type(page, move);
  await page.waitForSelector('dialog[open]', { timeout: 30_000 });
}
const lookAtTable = (page) => page.keyboard.press('Escape').then(() => page.waitForSelector('dialog[open]', { state: 'detached' }));

/* Both ends of a match: the dialog, and the table after it. */
const ends = (game) => [
  { name: `${game}-end`, open: async (page) => finish(page, await moment(game, AT_END)) },
  { name: `${game}-ended`, open: async (page) => finish(page, await moment(game, AT_END)).then(() => lookAtTable(page)) },
];
const at = (game, name, then = () => undefined) => ({
  name: `${game}-${name}`,
  open: async (page) => sitDown(page, (await moment(game, name)).position).then(() => then(page)),
});

const trex = [
  at('trex', 'lap'),
  at('trex', 'egg'),
  at('trex', 'remove'),
  at('trex', 'trump'),
  {
    name: 'trex-no-memory',
    open: async (page) => {
      await sitDown(page, (await moment('trex', 'lap')).position);
      await page.click('.memory label input');
      await page.waitForSelector('.memory p.soft');
    },
  },
  { name: 'trex-five', open: async (page) => sitDown(page, (await moment('five', 'middle')).position) },
  {
    name: 'trex-spectator',
    open: async (page, context) => {
      const { position } = await moment('trex', 'lap');
      const secret = (await ask(context.server, '/api/people', { name: 'Zoé' })).secret;
      const { table } = await ask(context.server, '/api/tables', { game: 'trex', seats: 4, position, public: true, autostart: true, bots: [null, 'easy', 'hard', 'expert'] }, secret);
      await introduce(page);
      await page.goto(`/t/${table}`);
      await page.waitForSelector(READY);
      await page.click('#tab-people');
    },
  },
  {
    name: 'trex-hint',
    open: async (page) => {
      await sitDown(page, (await moment('trex', 'lap')).position);
      await page.click('.bar .ask:not([aria-disabled=true])');
      await page.waitForSelector('.bar .hint');
    },
  },
  {
    name: 'trex-refused',
    open: async (page) => {
      await sitDown(page, (await moment('trex', 'lap')).position);
      await type(page, 'play y1');
      await page.waitForSelector('.notice');
    },
  },
  ...ends('trex'),
];

/** The valley after a turn that this page has played. */
async function playTurn(page) {
  const { position, move } = await moment('tyrannosaurus', 'last');
  await sitDown(page, position);
  await type(page, move);
}
const valley = [
  at('tyrannosaurus', 'last'),
  at('tyrannosaurus', 'panic'),
  at('tyrannosaurus', 'tyrex'),
  {
    name: 'tyrannosaurus-chosen',
    open: async (page, context) => {
      const { position, move } = await moment('tyrannosaurus', 'alone');
      const others = await sitTogether(page, context, position, ['Bob', 'Cléo', 'Zoé']);
      await others.play(0, move.startsWith('rest') ? move : 'rest').catch(() => undefined);
      await type(page, 'rest');
      await page.waitForSelector('.act .waiting');
    },
  },
  {
    name: 'tyrannosaurus-reveal',
    open: async (page) => {
      await playTurn(page);
      await page.click('.account .head .button');
      /* To the first beat and no further: the cards are turned over. */
      await page.click('.controls .button:nth-child(3)');
    },
  },
  { name: 'tyrannosaurus-account', open: async (page) => playTurn(page).then(() => page.click('.account summary')) },
  ...ends('tyrannosaurus'),
];

/* Mid-game: somebody has laid a card before us, others between themselves. */
export const middle = { cards: ['o6', 'b6', 'y2', 'o9'], tokens: [[3, 1], [4, 0], [1, 2], [2, 1]], players: [{}, { offer: 0 }, {}, { offer: 2 }] };
const tokensAtTie = [[2, 1], [8, 2], [8, 2], [2, 1]];
const tie = { cards: ['o6', 'b6', 'y2', 'o9'], tokens: tokensAtTie };
const voting = { ...tie, phase: 'vote', picked: ['orange', 'yellow'] };
const friends = ['Bob', 'Cléo', 'Zoé'];
/* People on the other seats of a stage stand still: what is looked at does not change. */
const onStage = (name, scene, then = () => undefined) => ({
  name: `scale-${name}`,
  open: async (page, context) => then(page, await sitTogether(page, context, await scene(), friends)),
});
const inRoom = (name, seats, scene, then = () => undefined) => ({
  name: `scale-${name}`,
  open: async (page, context) => then(page, await sitTogether(page, context, await scaleScene(seats, 'room', scene), friends.slice(0, seats - 1))),
});
const nearEnd = { cards: ['o6', 'b2', 'y2', 'o9'], tokens: [[3, 2], [4, 2], [1, 3], [3, 1]], players: [{}, { offer: 0 }, {}, {}] };
const turnBoth = async (page) => {
  await page.click('.seats .button.main:enabled');
  await page.waitForSelector('dialog[open]');
};

const scale = [
  {
    name: 'scale-performing',
    open: async (page) => {
      await sitDown(page, await scaleScene(4, 'stage', { ...middle, players: [] }));
      await page.locator('.pad').focus();
      /* Once the puppet has been moved, the guide says what comes next. */
      for (let swings = 0; !(await page.$('.guide p:text("Offer them")')); swings++) {
        if (swings > 100) throw new Error('the puppet does not move');
        await page.keyboard.press(swings % 2 ? 'ArrowLeft' : 'ArrowRight', { delay: 60 });
      }
      await page.keyboard.down('ArrowUp');
      await page.click('.asked .button');
    },
  },
  onStage('offers', () => scaleScene(4, 'stage', middle)),
  onStage('swap', () => scaleScene(4, 'stage', { cards: ['xs', 'b6', 'y2', 'o9'], tokens: middle.tokens, players: [{ swapping: true }] })),
  onStage('pick', async () => layDown(await scaleScene(4, 'stage', { ...tie, phase: 'pick' }), [1, 2])),
  onStage('vote', async () => layDown(await scaleScene(4, 'stage', voting), [1, 2])),
  onStage('vote-tied', async () => layDown(await scaleScene(4, 'stage', { ...voting, tokens: [[8, 2], [2, 1], [8, 2], [2, 1]] }), [0, 2])),
  {
    name: 'scale-eight',
    open: async (page) => sitDown(page, await scaleScene(8, 'stage', {})),
  },
  { name: 'scale-duo', open: async (page) => sitDown(page, await scaleScene(2, 'stage', { cards: ['o6', 'b3'], lid: 4 })) },
  inRoom('duo-room', 2, { cards: ['o6', 'b3'], lid: 4 }),
  inRoom('room', 4, middle),
  inRoom('held', 4, middle, async (page) => {
    await page.locator('.secret').focus();
    await page.keyboard.down(' ');
    await page.waitForSelector('.secret.held');
  }),
  onStage('turned', () => scaleScene(4, 'stage', middle), async (page) => {
    await page.click('.seats .button.main:enabled');
    await page.waitForSelector('.reveal');
  }),
  onStage('end', () => scaleScene(4, 'stage', nearEnd), turnBoth),
  inRoom('shared', 3, { cards: ['o6', 'b6', 'y2'], tokens: [[4, 0], [4, 0], [6, 0]], players: [{}, { offer: 0 }, {}] }, turnBoth),
  onStage('ended', () => scaleScene(4, 'stage', nearEnd), async (page) => turnBoth(page).then(() => lookAtTable(page))),
];

const hint = async (page) => {
  await page.click('.bar .ask:not([aria-disabled=true])');
  await page.waitForSelector('.proposal');
};
const trakks = [
  at('trakks', 'placing'),
  at('trakks', 'arrow', async (page) => page.click('.rack [data-piece]')),
  { name: 'trakks-proposal', open: async (page) => at('trakks', 'placing', hint).open(page) },
  {
    name: 'trakks-help',
    open: at('trakks', 'placing', async (page) => {
      await page.click('.zoom .tool:nth-child(4)');
      await page.waitForSelector('dialog[open]');
    }).open,
  },
  {
    name: 'trakks-broken',
    open: at('trakks', 'placing', async (page) => {
      for (let count = 0; count < 2; count++) {
        await page.locator('.rack [data-piece][tabindex="0"]').focus();
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.activeElement.dataset.square);
        for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
      }
      await page.waitForSelector('.actions .warn');
    }).open,
  },
  {
    name: 'trakks-held',
    open: at('trakks', 'placing', async (page) => {
      await page.locator('[role="gridcell"][tabindex="0"]').focus();
      await page.keyboard.press('Shift+Enter');
    }).open,
  },
  {
    name: 'trakks-round',
    open: async (page) => {
      const { position, move } = await moment('rounds', AT_END);
      await sitDown(page, position);
      await type(page, move);
      await page.waitForSelector('.board .panel');
    },
  },
  ...ends('trakks'),
];

export const STATES = [...trex, ...valley, ...scale, ...trakks];
