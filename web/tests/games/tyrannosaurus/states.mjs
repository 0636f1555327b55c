/* What a table of Tyrannosaurus Rex looks like in the course of a match. */
import { at, ends, sitDown, sitTogether, type } from '../../sitting.mjs';
import { AT_END } from '../../scenes.mjs';
import { moment, momentOfRounds } from './scenes.mjs';

/** The valley after a turn that this page has played. */
async function playTurn(page) {
  const { position, move } = await moment('last');
  await sitDown(page, position);
  await type(page, move);
}

export default [
  at('tyrannosaurus', moment, 'last'),
  at('tyrannosaurus', moment, 'panic'),
  at('tyrannosaurus', moment, 'tyrex'),
  {
    name: 'tyrannosaurus-chosen',
    open: async (page, context) => {
      const { position, move } = await moment('alone');
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
  {
    name: 'tyrannosaurus-reminders',
    open: async (page) => {
      await sitDown(page, (await moment('last')).position);
      await page.click('.reminders');
      await page.waitForSelector('dialog .cards');
    },
  },
  { name: 'tyrannosaurus-account', open: async (page) => playTurn(page).then(() => page.click('.account summary')) },
  {
    name: 'tyrannosaurus-round',
    open: async (page) => {
      const { position, move } = await momentOfRounds(AT_END);
      await sitDown(page, position);
      await type(page, move);
      await page.waitForSelector('.valley .panel');
    },
  },
  ...ends('tyrannosaurus', moment),
];

const VALLEY = ['.valley .board', '.act h2', '.act .button.main', '.act [role=radio]'];
/** What must be visible for a turn, by state. */
export const turns = {
  'tyrannosaurus-last': [...VALLEY, '.act .card'],
  'tyrannosaurus-panic': VALLEY,
  'tyrannosaurus-tyrex': VALLEY,
};

/** What fills at least this share of a large screen's height. */
export const large = { 'tyrannosaurus-last': ['.valley', 0.75] };

/** The main part of the table; whether all of it is always in sight, and whether it stays where it is, whatever these sentences say. */
export const board = { part: '.valley', whole: true, still: true, sentences: ['header .phase'] };
