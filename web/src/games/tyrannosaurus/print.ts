/* What one cuts out to play Tyrannosaurus Rex. As in the box, everything is there for each dinosaur, as two choose which they play and three
 * do without another one (Y2): action cards, a reminder with its trees; and cards for the eight directions, which the box has a dial for. */
import type { PieceKind, Order, PrintedPiece } from '../../lib/printing/sheets';
import { ANGLES, SIZE } from './logic';
import { DINO_PICTURES } from './pictures';
import { CARDS, type CardKind, type Dino, type Direction } from './view';

export { default as Face } from './Printed.svelte';

const SMALL = { width: 44, height: 63 };
const DINOS = Object.keys(DINO_PICTURES) as Dino[];
const WAYS = Object.keys(ANGLES) as Direction[];

/* In a game of four, trees grow everywhere but on the den, on the Lake and the Volcano with their dinosaurs, and under the two others (Y9). */
const FREE = SIZE * SIZE - 5;

export function kinds({ components }: Order): PieceKind[] {
  const { cards, trees } = components as { cards: Record<Dino, Record<CardKind, number>>; trees: Record<Dino, number> };
  const both = (face: string, count = 1): PrintedPiece => ({ face, back: face, count });
  const each = <Made>(make: (dino: Dino) => Made[]): Made[] => DINOS.flatMap(make);
  const allTrees = FREE + DINOS.reduce((sum, dino) => sum + trees[dino], 0);
  return [
    { name: 'board', width: 190, height: 190, pieces: [{ face: 'board', count: 1 }] },
    {
      name: 'cards',
      ...SMALL,
      pieces: each((dino) => CARDS.map((card) => ({ face: `${card} ${dino}`, back: `cards ${dino}`, count: cards[dino][card] }))),
    },
    { name: 'ways', ...SMALL, pieces: each((dino) => WAYS.map((way) => ({ face: `way ${dino} ${way}`, back: `ways ${dino}`, count: 1 }))) },
    { name: 'reminders', width: 63, height: 88, pieces: DINOS.map((dino) => both(`reminder ${dino}`)) },
    { name: 'tokens', width: 36, height: 36, pieces: ['tyrex', 'lake', 'volcano', 'bone', ...DINOS].map((face) => both(`token ${face}`)) },
    { name: 'trees', width: 20, height: 20, pieces: [both('tree', allTrees)] },
    { name: 'score', width: 180, height: 50, pieces: [{ face: 'score', count: 1 }] },
  ];
}
