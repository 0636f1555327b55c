/* How the page displays Fossils: docs/adding-a-game.md describes this file. */
import icon from 'icon:dinosaur-bones';
import type { GameDisplay } from '../../lib/table/games';

const display: GameDisplay = {
  icon,
  colour: 'fern',
  quickSeats: 2,
  table: () => import('./TemplateTable.svelte'),
  ending: () => import('./Ending.svelte'),
  moves: () => import('./moves'),
};
export default display;
