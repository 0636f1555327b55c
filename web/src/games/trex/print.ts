/* What one cuts out to play T-Rex: a deck of seventeen cards for each player, eggs and trumps. */
import type { PieceKind, Order } from '../../lib/printing/sheets';
import { printed } from './logic';
import { COLOURS, type Colour } from './view';

export { default as Face } from './Printed.svelte';

const CARD = { width: 63, height: 88 };
const SMALL = { width: 44, height: 63 };

export function kinds({ components, seats }: Order): PieceKind[] {
  const { symbols, eggs } = components as { symbols: Record<string, string>; eggs: Record<Colour, number> };
  printed(symbols);
  const deck = [...Object.keys(symbols), 'ch', 'ms'];
  const players = Array.from({ length: seats }, (_, seat) => seat);
  return [
    { name: 'cards', ...CARD, pieces: players.flatMap((seat) => deck.map((face) => ({ face, back: `deck ${seat}`, count: 1 }))) },
    { name: 'reminders', ...CARD, pieces: [{ face: 'reminder', back: 'reminder', count: seats }] },
    { name: 'eggs', ...SMALL, pieces: COLOURS.map((colour) => ({ face: `egg ${colour}`, back: 'eggs', count: eggs[colour] })) },
    { name: 'trumps', ...SMALL, pieces: COLOURS.map((colour) => ({ face: `trump ${colour}`, back: 'trumps', count: 1 })) },
    { name: 'score', width: 180, height: 76, pieces: [{ face: 'score', count: 1 }] },
  ];
}
