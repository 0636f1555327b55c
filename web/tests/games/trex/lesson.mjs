/* The lesson of T-Rex. */
import { meetCoach, playLesson } from '../../learn.mjs';

const make = (page, move) => page.click(`[data-move="${move}"]`);

export default {
  'T-Rex: the lesson, to its end': async (context) => meetCoach(await playLesson(context, { game: 'trex', language: 'en', make, wrong: 'play n3' })),
};
