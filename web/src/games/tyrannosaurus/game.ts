/* How the page displays Tyrannosaurus Rex. */
import icon from 'icon:t-rex-skull';
import type { GameDisplay } from '../../lib/table/games';
import type { ValleyView } from './view';

const display: GameDisplay = {
  icon,
  colour: 'fern',
  quickSeats: 4,
  table: () => import('./TyrannosaurusTable.svelte'),
  ending: () => import('./Ending.svelte'),
  seatColours: (view) => (view as ValleyView).players.map(({ dino }) => `var(--${dino}-line)`),
  review: () => import('./Review.svelte'),
  figure: () => import('./Figure.svelte'),
  moves: () => import('./moves'),
};
export default display;
