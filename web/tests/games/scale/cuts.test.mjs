import { cuts } from '../../cuts.mjs';
import { any } from '../../chance.mjs';

/* There are no turns here, so computer players would never stop moving. */
const request = {
  game: 'scale',
  pace: 'normal',
  seats: 3,
  people: 3,
  options: { mode: 'room' },
  choose: (mine) => any(mine.filter(({ client }) => client > 0)) ?? mine[0],
};

export default { 'scale: a connection cut while something is played out': (context) => cuts(context, request) };
