/* Moments of T-Rex. */
import { mine, seek } from '../../scenes.mjs';

export const moment = seek(
  { game: 'trex', seats: 4 },
  {
    /* With cards for two rows. */
    lap: ({ players, meteor, round, ...position }) =>
      mine(position, 'play') && meteor && meteor.seat !== 0 && round >= 3 && players[0].hand.length > 8,
    egg: (position) => mine(position, 'egg') && position.round >= 4,
    same_eggs: (position) => mine(position, 'egg') && position.eggs[0] === position.eggs[1],
    remove: (position) => mine(position, 'remove') && position.round >= 3 && position.players[0].deck.length > 0,
    trump: (position) => mine(position, 'trump') && position.round >= 2,
  },
  'random',
);

/** With five players. */
export const momentOfFive = seek(
  { game: 'trex', seats: 5 },
  { middle: (position) => mine(position, 'play') && position.round >= 5 && position.plays.length > 6 },
  'random',
);
