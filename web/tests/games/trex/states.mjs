/* What a table of T-Rex looks like in the course of a match. */
import { ask, introduce } from '../../harness.mjs';
import { at, ends, READY, sitDown, type } from '../../sitting.mjs';
import { moment, momentOfFive } from './scenes.mjs';

export default [
  at('trex', moment, 'lap'),
  at('trex', moment, 'egg'),
  at('trex', moment, 'remove'),
  at('trex', moment, 'trump'),
  {
    name: 'trex-no-memory',
    open: async (page) => {
      await sitDown(page, (await moment('lap')).position);
      await page.click('.memory label input');
      await page.waitForSelector('.memory p.soft');
    },
  },
  { name: 'trex-five', open: async (page) => sitDown(page, (await momentOfFive('middle')).position) },
  {
    name: 'trex-spectator',
    open: async (page, context) => {
      const { position } = await moment('lap');
      const secret = (await ask(context.server, '/api/people', { name: 'Zoé' })).secret;
      const { table } = await ask(
        context.server,
        '/api/tables',
        { game: 'trex', seats: 4, position, public: true, autostart: true, bots: [null, 'easy', 'strong', 'expert'] },
        secret,
      );
      await introduce(page);
      await page.goto(`/t/${table}`);
      await page.waitForSelector(READY);
      await page.click('#tab-people');
    },
  },
  {
    name: 'trex-hint',
    open: async (page) => {
      await sitDown(page, (await moment('lap')).position);
      await page.click('.bar .ask:not([aria-disabled=true])');
      await page.waitForSelector('.bar .hint');
    },
  },
  {
    name: 'trex-refused',
    open: async (page) => {
      await sitDown(page, (await moment('lap')).position);
      await type(page, 'play y1');
      await page.waitForSelector('.notice');
    },
  },
  ...ends('trex', moment),
];

const HAND = ['.prompt', '.hand button', '.seat .top', '.cross', '.round .eggs li'];
const ASKED = ['.prompt', '.choice', '.hand', '.seat .top', '.cross'];
/** What must be visible for a turn, by state. */
export const turns = {
  'trex-lap': HAND,
  'trex-five': HAND,
  'trex-egg': ASKED,
  'trex-remove': ASKED,
  'trex-trump': ASKED,
};

/** What fills at least this share of a large screen's height. */
export const large = { 'trex-lap': ['.seat .top', 0.2] };

/** The main part of the table; whether all of it is always in sight, and whether it stays where it is, whatever these sentences say. */
export const board = { part: '.seats', whole: false, still: true, sentences: ['.track .news'] };
