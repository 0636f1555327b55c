/* Moments of On a Scale of One to T-Rex, laid out by hand: nothing there waits to be found. */
import { Referee } from '../../hands.mjs';

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

/* Exchanges a player's card with one from the pile, so that none is missing. */
function hold(position, seat, card) {
  const player = position.players[seat];
  if (player.card === card) return;
  const at = position.number_pile.indexOf(card);
  [player.card, position.number_pile[at]] = [card, player.card];
}

/** A match with these cards, tokens (`[good, bad]` each) and other values of the position. */
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

/** Mid-game: someone offers us a card, and others offer theirs to each other. */
export const middle = {
  cards: ['o6', 'b6', 'y2', 'o9'],
  tokens: [
    [3, 1],
    [4, 0],
    [1, 2],
    [2, 1],
  ],
  players: [{}, { offer: 0 }, {}, { offer: 2 }],
};
