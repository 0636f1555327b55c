/* What a table of On a Scale of One to T-Rex looks like in the course of a match. */
import { lookAtTable, sitDown, sitTogether } from '../../sitting.mjs';
import { layDown, middle, scaleScene } from './scenes.mjs';

const tokensAtTie = [
  [2, 1],
  [8, 2],
  [8, 2],
  [2, 1],
];
const tie = { cards: ['o6', 'b6', 'y2', 'o9'], tokens: tokensAtTie };
const voting = { ...tie, phase: 'vote', picked: ['orange', 'yellow'] };
const friends = ['Bob', 'Cléo', 'Zoé'];
/* People on the other seats of a stage do not move, so that screenshots stay the same. */
const onStage = (name, scene, then = () => undefined) => ({
  name: `scale-${name}`,
  open: async (page, context) => then(page, await sitTogether(page, context, await scene(), friends)),
});
const inRoom = (name, seats, scene, then = () => undefined) => ({
  name: `scale-${name}`,
  open: async (page, context) =>
    then(page, await sitTogether(page, context, await scaleScene(seats, 'room', scene), friends.slice(0, seats - 1))),
});
const nearEnd = {
  cards: ['o6', 'b2', 'y2', 'o9'],
  tokens: [
    [3, 2],
    [4, 2],
    [1, 3],
    [3, 1],
  ],
  players: [{}, { offer: 0 }, {}, {}],
};
const turnBoth = async (page) => {
  await page.click('.seats .button.main:enabled');
  await page.waitForSelector('dialog[open]');
};

export default [
  {
    name: 'scale-performing',
    open: async (page) => {
      await sitDown(page, await scaleScene(4, 'stage', { ...middle, players: [] }));
      await page.locator('.pad').focus();
      /* Once the puppet has been moved, the guide says what comes next. */
      for (let swings = 0; !(await page.$('.guide p:text("Offer them")')); swings++) {
        if (swings > 1000) throw new Error('the puppet does not move');
        await page.keyboard.press(swings % 2 ? 'ArrowLeft' : 'ArrowRight', { delay: 60 });
      }
      await page.keyboard.down('ArrowUp');
      await page.click('.describe');
    },
  },
  onStage('offers', () => scaleScene(4, 'stage', middle)),
  onStage('swap', () => scaleScene(4, 'stage', { cards: ['xs', 'b6', 'y2', 'o9'], tokens: middle.tokens, players: [{ swapping: true }] })),
  onStage('pick', async () => layDown(await scaleScene(4, 'stage', { ...tie, phase: 'pick' }), [1, 2])),
  onStage('vote', async () => layDown(await scaleScene(4, 'stage', voting), [1, 2])),
  onStage('vote-tied', async () =>
    layDown(
      await scaleScene(4, 'stage', {
        ...voting,
        tokens: [
          [8, 2],
          [2, 1],
          [8, 2],
          [2, 1],
        ],
      }),
      [0, 2],
    ),
  ),
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
  onStage(
    'turned',
    () => scaleScene(4, 'stage', middle),
    async (page) => {
      await page.click('.seats .button.main:enabled');
      await page.waitForSelector('.reveal');
    },
  ),
  onStage('end', () => scaleScene(4, 'stage', nearEnd), turnBoth),
  inRoom(
    'shared',
    3,
    {
      cards: ['o6', 'b6', 'y2'],
      tokens: [
        [4, 0],
        [4, 0],
        [6, 0],
      ],
      players: [{}, { offer: 0 }, {}],
    },
    turnBoth,
  ),
  onStage(
    'ended',
    () => scaleScene(4, 'stage', nearEnd),
    async (page) => turnBoth(page).then(() => lookAtTable(page)),
  ),
];

/** What must be visible for a turn, by state. */
export const turns = {
  'scale-offers': ['.actions li', '.seat .scene', '.seats .button', '.dock .secret', '.change', '.pad'],
  'scale-room': ['.actions li', '.seats .button', '.dock .secret', '.change'],
  'scale-duo': ['.actions li', '.seat .scene', '.dock .secret', '.duo .button', '.pad'],
};

/** What fills at least this share of a large screen's height. */
export const large = { 'scale-offers': ['.seat .scene', 0.2] };

/** The main part of the table; whether all of it is always in sight, and whether it stays where it is, whatever these sentences say. */
export const board = { part: '.seats', whole: false, still: true, sentences: [] };
