/* Moments of Trakks. */
import { Referee } from '../../hands.mjs';
import { mine, seek } from '../../scenes.mjs';

const laid = (position) => position.table.flat().length;

export const moment = seek(
  { game: 'trakks', seats: 4 },
  {
    /* A hint at the table would say so too. */
    placing: async (position, { move }, referee) =>
      mine(position, 'turn') &&
      laid(position) > 28 &&
      move.startsWith('place') &&
      (await referee.ask('suggest', { seat: 0, level: 'strong' })).move.startsWith('place'),
    arrow: (position, { seat }) => position.phase === 'arrow' && seat === 0 && position.players[0].rack.length > 5,
  },
  'easy',
);

/** Of a match of several rounds. */
export const momentOfRounds = seek({ game: 'trakks', seats: 2, options: { rounds: 3 } }, {}, 'easy');

/** A match for two that is soon over if one plays well: ten tiles each. */
export async function shortMatch(seed) {
  const referee = new Referee();
  try {
    await referee.ask('new', { game: 'trakks', seats: 2, seed });
    const { position } = await referee.ask('position');
    for (const { rack } of position.players) position.bag.push(...rack.splice(10));
    return position;
  } finally {
    referee.end();
  }
}

/* Seat 0 has opened, and may lay the red 8, but not the green 2. */
const position = {
  game: 'trakks',
  seats: 2,
  options: { rounds: 1, penalty: 'face' },
  round: 1,
  rounds: 1,
  starter: 0,
  phase: 'turn',
  turn: 0,
  table: [['r5@0,0', 'r6@1,0', 'r7@2,0']],
};

/** A position of a whole set of tiles. */
export function whole(rack, opened) {
  const all = ['y', 'r', 'b', 'g'].flatMap((colour) => Array.from({ length: 14 }, (_, i) => `${colour}${i + 1}`)).concat('plus', 'arrow');
  const left = [...all, ...all];
  for (const tile of ['r5', 'r6', 'r7', ...rack]) left.splice(left.indexOf(tile), 1);
  const [pool, other, bag] = [left.splice(0, 6), left.splice(0, 5), left];
  return {
    ...position,
    pool,
    bag,
    players: [
      { rack, opened, penalty: 0 },
      { rack: other, opened: true, penalty: 0 },
    ],
    giving: [null, null],
    passes: 0,
  };
}

/** What is moved to show another part of the table. */
export const WORLD = '.world';

/** Waits until two frames in a row show the table at the same place: a tap's click comes after the tap
 * itself, and what it changes may move the table. */
export const atRest = (page) =>
  page.evaluate(
    (world) =>
      new Promise((done) => {
        let before = null;
        requestAnimationFrame(function look() {
          const { top, left } = document.querySelector('.surface').getBoundingClientRect();
          const now = [top, left, document.querySelector(world).style.transform].join();
          if (now === before) return done();
          before = now;
          requestAnimationFrame(() => setTimeout(look));
        });
      }),
    WORLD,
  );
