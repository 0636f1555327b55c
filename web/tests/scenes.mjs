/* Moments of matches to begin a table from: found by letting computer players play, or laid out by
 * hand. The same ones every time. */
import { Referee } from './hands.mjs';

const SEEDS = 30;
export const AT_END = 'at_end';

/** Plays matches until every moment that is looked for has come: `wanted` names what to look for in a
 * position, in the move that somebody is about to make, and in what the referee says to it. `at_end` is the last moment of a match, or
 * of a round, that ends with a move of seat 0. */
async function search(begin, wanted, level) {
  const referee = new Referee();
  const found = {};
  const names = [...Object.keys(wanted), AT_END];
  const matches = (begin.options?.rounds ?? 1) === 1;
  try {
    for (let seed = 1; seed < SEEDS && names.some((name) => !found[name]); seed++) {
      await referee.ask('new', { ...begin, seed: String(seed) });
      for (let before = null; ; ) {
        const { position } = await referee.ask('position');
        const { seats } = await referee.ask('to_act');
        const ended = seats.length === 0 || position.round > (before?.position.round ?? position.round);
        if (ended && before.seat === 0 && matches === (seats.length === 0)) found[AT_END] ??= before;
        if (seats.length === 0) break;
        /* Seat 0 comes last: where all choose, the others have chosen. */
        const seat = seats.at(-1);
        const { move } = await referee.ask('suggest', { seat, level });
        const now = { position, seat, move };
        for (const [name, isIt] of Object.entries(wanted)) if (!found[name] && (await isIt(position, now, referee))) found[name] = now;
        before = now;
        await referee.ask('play', { seat, move });
      }
    }
  } finally {
    referee.end();
  }
  for (const name of names) if (!found[name]) throw new Error(`no such moment in ${begin.game}: ${name}`);
  return found;
}

const mine = (position, phase) => position.phase === phase && position.turn === 0;
const laid = (position) => position.table.flat().length;

const SEARCHES = {
  trex: [
    { game: 'trex', seats: 4 },
    {
      lap: (position) => mine(position, 'play') && position.meteor && position.meteor.seat !== 0 && position.round >= 3,
      egg: (position) => mine(position, 'egg') && position.round >= 4,
      remove: (position) => mine(position, 'remove') && position.round >= 3 && position.players[0].deck.length > 0,
      trump: (position) => mine(position, 'trump') && position.round >= 2,
    },
    'random',
  ],
  five: [{ game: 'trex', seats: 5 }, { middle: (position) => mine(position, 'play') && position.round >= 5 && position.plays.length > 6 }, 'random'],
  tyrannosaurus: [
    { game: 'tyrannosaurus', seats: 4 },
    {
      alone: (position) => position.phase === 'act' && position.turn === 3 && position.chosen.every((choice) => choice === null),
      last: (position, { seat }) => position.phase === 'act' && position.turn === 4 && seat === 0,
      panic: (position, { seat }) => position.phase === 'panic' && seat === 0,
      tyrex: (position, { seat }) => position.phase === 'tyrex' && seat === 0,
    },
    'random',
  ],
  trakks: [
    { game: 'trakks', seats: 4 },
    {
      /* The table's hints are those of `hard`. */
      placing: async (position, { move }, referee) =>
        mine(position, 'turn') && laid(position) > 28 && move.startsWith('place') &&
        (await referee.ask('suggest', { seat: 0, level: 'hard' })).move.startsWith('place'),
      arrow: (position, { seat }) => position.phase === 'arrow' && seat === 0 && position.players[0].rack.length > 5,
    },
    'easy',
  ],
  rounds: [{ game: 'trakks', seats: 2, options: { rounds: 3 } }, {}, 'easy'],
};

const searched = {};
/** A moment of one of the searches: `{ position, seat, move }`. */
export async function moment(search_, name) {
  searched[search_] ??= search(...SEARCHES[search_]);
  return (await searched[search_])[name];
}

/* ---- On a Scale of One to T-Rex, by hand: nothing there waits to be found ---- */

const TOKENS = { 2: [15, 0], 3: [16, 8], 4: [20, 10], 8: [36, 18] };

/** A match just dealt. */
async function dealt(seats, mode) {
  const referee = new Referee();
  try {
    await referee.ask('new', { game: 'scale', seats, options: { mode, first_game: true }, seed: '7' });
    return (await referee.ask('position')).position;
  } finally {
    referee.end();
  }
}

/* Exchanges somebody's card with one of the pile, so that all are still there. */
function hold(position, seat, card) {
  const player = position.players[seat];
  if (player.card === card) return;
  const at = position.number_pile.indexOf(card);
  [player.card, position.number_pile[at]] = [card, player.card];
}

/** A match with these cards, tokens (`[good, bad]` each) and whatever else is said of the position. */
export async function scaleScene(seats, mode, { cards = [], tokens = [], players = [], ...rest }) {
  const position = await dealt(seats, mode);
  cards.forEach((card, seat) => card && hold(position, seat, card));
  tokens.forEach(([good, bad], seat) => Object.assign(position.players[seat], { good, bad }));
  players.forEach((changes, seat) => Object.assign(position.players[seat], changes));
  const [good, bad] = TOKENS[seats];
  position.good = good - position.players.reduce((sum, player) => sum + player.good, 0) - (rest.lid ?? 0);
  position.bad = bad - position.players.reduce((sum, player) => sum + player.bad, 0);
  return Object.assign(position, rest);
}

/** Those who are tied have laid their cards down. */
export function layDown(position, tied) {
  for (const seat of tied) {
    position.number_discards.push(position.players[seat].card);
    position.players[seat].card = null;
  }
  return { ...position, tied };
}
