/* The lesson of T-Rex. */
import { playLesson } from '../../learn.mjs';

async function make(page, move) {
  await page.click(`[data-move="${move}"]`);
}

export default {
  'T-Rex: the lesson, to its end': (context) => playLesson(context, 'trex', 'en', { size: 'phone' }, make, 'play n3'),
};
