import { cuts } from '../../cuts.mjs';

const request = { game: 'trex', pace: 'normal', seats: 3, bots: [null, 'easy', 'easy'] };

export default { 'trex: a connection cut while something is played out': (context) => cuts(context, request) };
