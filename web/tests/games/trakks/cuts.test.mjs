import { cuts } from '../../cuts.mjs';

const request = { game: 'trakks', pace: 'normal', seats: 3, bots: [null, 'easy', 'easy'] };

export default { 'trakks: a connection cut while something is played out': (context) => cuts(context, request) };
