/* Moments of Tyrannosaurus Rex. */
import { seek } from '../../scenes.mjs';

export const moment = seek(
  { game: 'tyrannosaurus', seats: 4 },
  {
    alone: (position) => position.phase === 'act' && position.turn === 3 && position.chosen.every((choice) => choice === null),
    last: (position, { seat }) => position.phase === 'act' && position.turn === 4 && seat === 0,
    panic: (position, { seat }) => position.phase === 'panic' && seat === 0,
    tyrex: (position, { seat }) => position.phase === 'tyrex' && seat === 0,
  },
  'random',
);
