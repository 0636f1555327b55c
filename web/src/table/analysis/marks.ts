/* How seats are told apart in a picture: by colour (analysis.css), by dashes, and by the shape of their marks. */

const DASHES = ['', '9 4', '2 3', '12 3 2 3', '5 5', '1 5', '14 4 5 4', '3 7'];

/* Each fits in a circle with a radius of 1. */
const SHAPES = [
  'M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0Z',
  'M-.85-.85h1.7v1.7h-1.7Z',
  'M0-1 1 .8H-1Z',
  'M0-1.1 1.1 0 0 1.1-1.1 0Z',
  'M-.4-1h.8v.6h.6v.8h-.6v.6h-.8v-.6h-.6v-.8h.6Z',
  'M0 1 1-.8H-1Z',
  'M-1-.6-.6-1 0-.4.6-1 1-.6.4 0 1 .6.6 1 0 .4-.6 1-1 .6-.4 0Z',
  'M-1 0-.5-.9h1L1 0 .5.9h-1Z',
];

export const dashOf = (seat: number): string => DASHES[seat % DASHES.length]!;
export const shapeOf = (seat: number): string => SHAPES[seat % SHAPES.length]!;
export const seatColour = (seat: number): string => `var(--seat-${seat % SHAPES.length})`;
