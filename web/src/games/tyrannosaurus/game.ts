/* The card of Tyrannosaurus Rex. */
import icon from 'icon:t-rex-skull';
import type { GameCard } from '../../lib/games';
import { pairFits } from './pairs';

const card: GameCard = {
  icon,
  colour: 'fern',
  quickSeats: 4,
  asks: (option, seats) => option !== 'pair' || seats === 2,
  fits: pairFits,
  table: () => import('./TyrannosaurusTable.svelte'),
  ending: () => import('./Ending.svelte'),
  moves: () => import('./moves'),
};
export default card;
