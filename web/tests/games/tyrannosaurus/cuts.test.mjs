import { cuts } from '../../cuts.mjs';

const request = { game: 'tyrannosaurus', pace: 'quick', seats: 2, bots: [null, 'easy'] };

/* With the reason. */
export const onlyAll = { 'tyrannosaurus: a connection cut while something is played out': 'cut in the same way as in the other games' };

export default { 'tyrannosaurus: a connection cut while something is played out': (context) => cuts(context, request) };
