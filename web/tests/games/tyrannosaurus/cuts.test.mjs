import { cuts } from '../../cuts.mjs';

const request = { game: 'tyrannosaurus', pace: 'quick', seats: 2, bots: [null, 'easy'] };

export default { 'tyrannosaurus: a connection cut while something is played out': (context) => cuts(context, request) };
