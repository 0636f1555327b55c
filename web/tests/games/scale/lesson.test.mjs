/* The lesson of Scale. */
import { meetCoach, playLesson } from '../../learn.mjs';

const CONTROLS = {
  answer: '.duo .button:first-child',
  change: '.change',
  swap: '.actions .blue .choice',
  offer: '.below .button',
  withdraw: '.below .button',
};

async function make(page, move) {
  const [kind, seat] = move.split(' ');
  const at = kind === 'offer' ? `.seat[data-seat="${seat}"] ` : kind === 'withdraw' ? '.seat[data-seat="1"] ' : '';
  await page.click(`${at}${CONTROLS[kind]}:enabled`);
}

export default {
  'Scale: the lesson, to its end': async (context) =>
    meetCoach(await playLesson(context, { game: 'scale', language: 'en', make, wrong: 'offer 2', off: '.below .button' }), {
      steady: true,
    }),
};
