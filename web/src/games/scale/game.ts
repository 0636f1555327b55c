/* The card of On a Scale of One to T-Rex. */
import icon from 'icon:drama-masks';
import type { GameCard } from '../../lib/games';

const card: GameCard = {
  icon,
  colour: 'amber',
  quickSeats: 4,
  table: () => import('./ScaleTable.svelte'),
  ending: () => import('./Ending.svelte'),
  moves: () => import('./moves'),
};
export default card;
