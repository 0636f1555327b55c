/* How the page displays Nim: docs/adding-a-game.md describes this file. */
import icon from 'icon:dinosaur-bones';
import type { GameDisplay } from '../../lib/table/games';

const display: GameDisplay = {
  icon,
  colour: 'amber',
  quickSeats: 2,
  table: () => import('./NimTable.svelte'),
  ending: () => import('../../table/Scores.svelte'),
};
export default display;
