/* What one cuts out to play Trakks: 112 number tiles, two of each, and four action tiles (K1). */
import type { PieceKind, Order } from '../../lib/printing/sheets';
import { COLOURS } from './logic';

export { default as Face } from './Printed.svelte';

const HIGHEST = 14;
const BACK = '?';

export function kinds({ seats }: Order): PieceKind[] {
  const numbers = COLOURS.flatMap((colour) => Array.from({ length: HIGHEST }, (_, index) => `${colour}${index + 1}`));
  const tiles = [...numbers, 'plus', 'arrow'].map((face) => ({ face, back: BACK, count: 2 }));
  return [
    { name: 'tiles', width: 24, height: 24, pieces: tiles },
    { name: 'reminders', width: 63, height: 88, pieces: [{ face: 'reminder', back: 'reminder', count: seats }] },
    { name: 'score', width: 180, height: 110, pieces: [{ face: 'score', count: 1 }] },
  ];
}
