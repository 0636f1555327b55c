/* The card of Fossils, the template game: see docs/adding-a-game.md. */
import icon from 'icon:dinosaur-bones';
import type { GameCard } from '../../lib/games';

const card: GameCard = {
  icon,
  colour: 'fern',
  quickSeats: 2,
  table: () => import('./TemplateTable.svelte'),
  ending: () => import('./Ending.svelte'),
  moves: () => import('./moves'),
};
export default card;
