/* Moments of Tyrannosaurus Rex. */
import { seek } from '../../scenes.mjs';

/* Tests let seat 0 rest. */
const mayRest = (position) => position.players[0].cards.rest > 0;

export const moment = seek(
  { game: 'tyrannosaurus', seats: 4 },
  {
    alone: (position) =>
      position.phase === 'act' && position.turn === 3 && position.chosen.every((choice) => choice === null) && mayRest(position),
    last: (position, { seat }) => position.phase === 'act' && position.turn === 4 && seat === 0 && mayRest(position),
    panic: (position, { seat }) => position.phase === 'panic' && seat === 0,
    tyrex: (position, { seat }) => position.phase === 'tyrex' && seat === 0,
  },
  'random',
);

/** Of a match of several rounds. */
export const momentOfRounds = seek(
  { game: 'tyrannosaurus', seats: 4, options: { rounds: 2 } },
  {
    ending: (position, { seat }) => position.round === 2 && position.phase === 'tyrex' && seat === 0 && position.turn === 8,
    afterOut: (position, { seat }) =>
      position.round === 2 &&
      position.phase === 'tyrex' &&
      seat === 0 &&
      position.turn === 8 &&
      position.players.some(({ earlier }) => earlier.includes(0)),
  },
  'random',
);
