/* The card of Trakks. */
import icon from 'icon:dinosaur-bones';
import type { GameCard } from '../../lib/games';

const card: GameCard = {
  icon,
  colour: 'lake',
  quickSeats: 2,
  table: () => import('./TrakksTable.svelte'),
  ending: () => import('./Ending.svelte'),
  moves: () => import('./moves'),
};
export default card;
