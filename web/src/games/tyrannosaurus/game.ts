/* How the page displays Tyrannosaurus Rex. */
import icon from 'icon:t-rex-skull';
import type { GameDisplay } from '../../lib/table/games';

const display: GameDisplay = {
  icon,
  colour: 'fern',
  quickSeats: 4,
  table: () => import('./TyrannosaurusTable.svelte'),
  ending: () => import('./Ending.svelte'),
  review: () => import('./Review.svelte'),
  figure: () => import('./Figure.svelte'),
  moves: () => import('./moves'),
};
export default display;
