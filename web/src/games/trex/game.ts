/* How the page displays T-Rex. */
import icon from 'icon:dinosaur-rex';
import { componentsOf } from '../../lib/connection/components';
import type { GameDisplay } from '../../lib/table/games';

const display: GameDisplay = {
  icon,
  colour: 'ember',
  quickSeats: 4,
  /* Both are on their way at the same time. */
  table: (hall) => {
    const components = componentsOf('trex', hall);
    return import('./open').then(({ open }) => open(components));
  },
  ending: () => import('./Ending.svelte'),
  figure: () => {
    const components = componentsOf('trex');
    return import('./open').then(({ openFigure }) => openFigure(components));
  },
  moves: () => import('./moves'),
};
export default display;
