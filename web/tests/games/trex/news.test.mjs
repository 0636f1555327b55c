/* What the table says about the final lap and about the moves of others. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { positionWhere } from '../../hands.mjs';
import { person } from '../../harness.mjs';
import { lessonOf } from '../../learn.mjs';
import { sitDown, sitTogether } from '../../sitting.mjs';

const {
  page: { table: says },
} = JSON.parse(readFileSync(new URL('../../../../data/texts/trex.json', import.meta.url), 'utf8'));
const reads = (page, selector, text) =>
  page.waitForFunction(([where, part]) => document.querySelector(where)?.textContent.includes(part), [selector, text]);

export default {
  async 'trex: whoever plays the last card reads that no meteor matters any more'({ browser, server }) {
    const page = await person(browser, server, { size: 'phone' });
    const [ofAnother, ofOneself] = lessonOf('trex')
      .scenes.slice(1, 3)
      .map(({ position }) => position);
    await sitDown(page, ofAnother);
    await reads(page, '.track', 'A meteor of 7 or more restarts the lap.');
    await reads(page, '.prompt', says.you_play_last.en);
    await sitDown(page, ofOneself);
    await reads(page, '.track', 'You play the last card of the round.');
    await reads(page, '.prompt', says.you_play_end.en);
    assert.equal((await page.textContent('.track')).includes('restarts'), false);
    assert.deepEqual(page.troubles, []);
  },

  async 'trex: what another player did stays in words until one’s own move'(context) {
    const page = await person(context.browser, context.server, { size: 'phone' });
    const position = await positionWhere(
      { game: 'trex', seats: 2 },
      ({ phase, turn, round, players }) => phase === 'trump' && turn === 1 && round > 1 && players.every(({ hand }) => hand.length > 0),
    );
    const others = await sitTogether(page, context, position, ['Bob']);
    const [colour] = position.aside;
    await others.play(0, `trump strong ${colour}`);
    await reads(page, '.news', `Bob makes ${colour} the strong colour.`);
    await page.waitForSelector('.cross .strong.fresh');
    await others.play(0, `play ${position.players[1].hand[0]}`);
    await page.waitForSelector('.hand .can');
    await reads(page, '.news', `Bob makes ${colour} the strong colour.`);
    await page.click('.hand .can');
    await page.waitForSelector('.news:empty', { state: 'attached' });
    await page.waitForSelector('.cross .strong:not(.fresh)');
    assert.deepEqual(page.troubles, []);
  },
};
