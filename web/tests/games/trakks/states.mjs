/* What a table of Trakks looks like in the course of a match. */
import { AT_END } from '../../scenes.mjs';
import { at, ends, sitDown, type } from '../../sitting.mjs';
import { moment, momentOfRounds } from './scenes.mjs';

const hint = async (page) => {
  await page.click('.bar .ask:not([aria-disabled=true])');
  await page.waitForSelector('.proposal');
};

export default [
  at('trakks', moment, 'placing'),
  at('trakks', moment, 'arrow', async (page) => page.click('.rack [data-piece]')),
  { name: 'trakks-proposal', open: async (page) => at('trakks', moment, 'placing', hint).open(page) },
  {
    name: 'trakks-help',
    open: at('trakks', moment, 'placing', async (page) => {
      await page.click('.zoom .tool:nth-child(4)');
      await page.waitForSelector('dialog[open]');
    }).open,
  },
  {
    name: 'trakks-broken',
    open: at('trakks', moment, 'placing', async (page) => {
      for (let count = 0; count < 2; count++) {
        await page.locator('.rack [data-piece][tabindex="0"]').focus();
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.activeElement.dataset.square);
        for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
      }
      await page.dispatchEvent('.actions .lay', 'click');
      await page.waitForSelector('.actions .warn');
    }).open,
  },
  {
    name: 'trakks-held',
    open: at('trakks', moment, 'placing', async (page) => {
      await page.locator('[role="gridcell"][tabindex="0"]').focus();
      await page.keyboard.press('Shift+Enter');
    }).open,
  },
  {
    name: 'trakks-round',
    open: async (page) => {
      const { position, move } = await momentOfRounds(AT_END);
      await sitDown(page, position);
      await type(page, move);
      await page.waitForSelector('.board .panel');
    },
  },
  ...ends('trakks', moment),
];

const TRAKKS = ['.trakks .board', '.players li', '.pool', '.rack [data-piece]', '.actions .button', '.zoom'];
/** What must be visible for a turn, by state. */
export const turns = {
  'trakks-placing': TRAKKS,
  'trakks-arrow': TRAKKS,
};

/** What fills at least this share of a large screen's height. */
export const large = { 'trakks-placing': ['.trakks .board', 0.5] };

/** The main part of the table; whether all of it is always in sight, and whether it stays where it is. */
export const board = { part: '.trakks .board', whole: false, still: false };
