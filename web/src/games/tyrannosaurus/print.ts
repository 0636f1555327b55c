/* What one cuts out to play Tyrannosaurus Rex. As in the box, everything is there for each dinosaur: action cards, a reminder with its
 * trees; and cards for the eight directions, which the box has a dial for. */
import type { PieceKind, Order, PrintedPiece } from '../../lib/printing/sheets';
import { ANGLES, SIZE } from './logic';
import { DINO_PICTURES } from './pictures';
import { CARDS, type CardKind, type Dino, type Direction } from './view';

export { default as Face } from './Printed.svelte';

const SMALL = { width: 44, height: 63 };
const DINOS = Object.keys(DINO_PICTURES) as Dino[];
const WAYS = Object.keys(ANGLES) as Direction[];

/* In three the stegosaurus stays in the box; two choose between two pairs (Y2). */
const inGame = (seats: number): Dino[] => (seats === 3 ? DINOS.filter((dino) => dino !== 'stegosaurus') : DINOS);

export function kinds({ components, seats }: Order): PieceKind[] {
  const { cards, trees } = components as { cards: Record<Dino, Record<CardKind, number>>; trees: Record<Dino, number> };
  const dinos = inGame(seats);
  const both = (face: string, count = 1): PrintedPiece => ({ face, back: face, count });
  const each = <Made>(make: (dino: Dino) => Made[]): Made[] => dinos.flatMap(make);
  /* One on every square, should all be free but the den, the Lake and the Volcano; and those of the players. */
  const most = SIZE * SIZE - 3 + dinos.reduce((sum, dino) => sum + trees[dino], 0);
  return [
    { name: 'board', width: 190, height: 190, pieces: [{ face: 'board', count: 1 }] },
    {
      name: 'cards',
      ...SMALL,
      pieces: each((dino) => CARDS.map((card) => ({ face: `${card} ${dino}`, back: `cards ${dino}`, count: cards[dino][card] }))),
    },
    { name: 'ways', ...SMALL, pieces: each((dino) => WAYS.map((way) => ({ face: `way ${dino} ${way}`, back: `ways ${dino}`, count: 1 }))) },
    { name: 'reminders', width: 63, height: 88, pieces: dinos.map((dino) => both(`reminder ${dino}`)) },
    { name: 'tokens', width: 36, height: 36, pieces: ['tyrex', 'lake', 'volcano', 'bone', ...dinos].map((face) => both(`token ${face}`)) },
    { name: 'trees', width: 20, height: 20, pieces: [both('tree', most)] },
    { name: 'score', width: 180, height: 50, pieces: [{ face: 'score', count: 1 }] },
  ];
}
