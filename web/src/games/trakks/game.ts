/* How the page displays Trakks. */
import icon from 'icon:dinosaur-bones';
import type { GameDisplay } from '../../lib/table/games';

const display: GameDisplay = {
  icon,
  colour: 'lake',
  quickSeats: 2,
  table: () => import('./TrakksTable.svelte'),
  ending: () => import('./Ending.svelte'),
  review: () => import('./Review.svelte'),
  figure: () => import('./Figure.svelte'),
  moves: () => import('./moves'),
};
export default display;
