/* Moments of Trakks. */
import { mine, seek } from '../../scenes.mjs';

const laid = (position) => position.table.flat().length;

export const moment = seek(
  { game: 'trakks', seats: 4 },
  {
    /* The table's hints are those of `hard`. */
    placing: async (position, { move }, referee) =>
      mine(position, 'turn') && laid(position) > 28 && move.startsWith('place') &&
      (await referee.ask('suggest', { seat: 0, level: 'hard' })).move.startsWith('place'),
    arrow: (position, { seat }) => position.phase === 'arrow' && seat === 0 && position.players[0].rack.length > 5,
  },
  'easy',
);

/** Of a match of several rounds. */
export const momentOfRounds = seek({ game: 'trakks', seats: 2, options: { rounds: 3 } }, {}, 'easy');
