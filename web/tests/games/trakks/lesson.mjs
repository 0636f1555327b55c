/* The lesson of Trakks. */
import { meetCoach, playLesson } from '../../learn.mjs';

/* Laying tiles is left to the one who shows it: table.mjs lays them by hand. */
async function make(page, move) {
  const [kind, tile] = move.split(' ');
  if (kind === 'place') return false;
  if (kind === 'draw') await page.click('.actions .button:not(.main)');
  else {
    await page.click(kind === 'plus' ? '.rack [aria-label="+3"]' : `[data-pool="${tile}"]`);
    await page.click('.actions .button.main');
  }
}

export default {
  'Trakks: the lesson, to its end': async (context) => meetCoach(await playLesson(context, { game: 'trakks', language: 'fr', make, wrong: 'draw' })),
};
