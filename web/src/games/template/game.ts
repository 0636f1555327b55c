/* How the page displays Fossils, the template game: see docs/adding-a-game.md. */
import icon from 'icon:dinosaur-bones';
import type { GameDisplay } from '../../lib/games';

const display: GameDisplay = {
  icon,
  colour: 'fern',
  quickSeats: 2,
  table: () => import('./TemplateTable.svelte'),
  ending: () => import('./Ending.svelte'),
  moves: () => import('./moves'),
};
export default display;
