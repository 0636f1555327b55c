/* How the page displays On a Scale of One to T-Rex. */
import icon from 'icon:drama-masks';
import type { GameDisplay } from '../../lib/table/games';

const display: GameDisplay = {
  icon,
  colour: 'amber',
  quickSeats: 4,
  table: (hall) => import('./open').then(({ open }) => open(hall)),
  ending: () => import('./Ending.svelte'),
  figure: () => import('./Figure.svelte'),
  moves: () => import('./moves'),
};
export default display;
