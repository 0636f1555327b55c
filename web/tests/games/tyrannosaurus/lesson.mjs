/* The lesson of Tyrannosaurus Rex. */
import { meetCoach, playLesson } from '../../learn.mjs';

async function make(page, move) {
  const [card, direction] = move.split(' ');
  if (card !== 'steer') await page.click(`label.card:has([value="${card}"])`);
  if (direction) await page.click(`.pad [data-direction="${direction}"]`);
  await page.click('form .button.main:enabled');
}

export default {
  'Tyrannosaurus Rex: the lesson, to its end': async (context) => meetCoach(await playLesson(context, { game: 'tyrannosaurus', language: 'fr', make, wrong: 'rest' }), { steady: true }),
};
