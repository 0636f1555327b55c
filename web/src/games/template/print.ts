/* What one cuts out to play Fossils: a card for each fossil. docs/adding-a-game.md describes this file. */
import type { PieceKind, Order } from '../../lib/printing/sheets';

export { default as Face } from './Printed.svelte';

export function kinds({ components }: Order): PieceKind[] {
  const pieces = Array.from({ length: components.fossils as number }, (_, index) => ({ face: `${index + 1}`, back: 'back', count: 1 }));
  return [{ name: 'fossils', width: 44, height: 63, pieces }];
}
