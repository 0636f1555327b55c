/* The card of Tyrannosaurus Rex. */
import icon from 'icon:t-rex-skull';
import type { GameCard } from '../../lib/games';

const card: GameCard = {
  icon,
  colour: 'fern',
  quickSeats: 4,
  table: () => import('./TyrannosaurusTable.svelte'),
  ending: () => import('./Ending.svelte'),
  moves: () => import('./moves'),
};
export default card;
