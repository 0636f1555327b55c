/* Draws faces: dinosaurs from their parts, and computer players of metal. Everything is a path in a square of 64 × 64, from the back to
 * the front. All heads look to the right. */
import { faceOfName, faceParts, type Dinosaur } from '../lib/people/faces';

/** A path: its area, its line, or both; `inside`: only what lies within the head. */
export interface FacePath {
  d: string;
  fill?: string;
  line?: string;
  width?: number;
  inside?: boolean;
}
export interface FacePicture {
  ground: string;
  head: string;
  paths: FacePath[];
}

const INK = '#33261c';
const BONE = '#fffaf0';
const SKINS = [
  '#7fb04f',
  '#4f9d69',
  '#3f9a9a',
  '#5b8fd0',
  '#8577cf',
  '#b573c4',
  '#dc7396',
  '#dd6f52',
  '#e59a3f',
  '#d9bf4a',
  '#a88a63',
  '#8b97a0',
];
const MARKS = [
  '#2f5a33',
  '#1f5f66',
  '#2b4a86',
  '#4b3a8a',
  '#7a2f73',
  '#962f45',
  '#a3441f',
  '#b8801b',
  '#f4d35e',
  '#f7ecd0',
  '#5d4634',
  '#3b4248',
];
const GROUNDS = ['#f6e3b5', '#cfe6c2', '#c4e4e6', '#cdd8f2', '#e3d3ee', '#f5d0d3', '#f3d2b3', '#dfd8cc'];

type Point = [x: number, y: number];
interface Head {
  d: string;
  eye: Point;
  nostril: Point;
  /** Where the mouth begins, in front, its middle, and its corner. */
  mouth: [Point, Point, Point];
  /** Along the back of the head, from the brow to the neck. */
  back: [Point, Point, Point, Point];
  /** The underside, which may have another colour. */
  below: string;
}

const HEADS: Head[] = [
  /* A tyrannosaur. */
  {
    d: 'M8 66C6 50 8 33 16 24C23 16 34 13 42 16C52 18 60 23 60 31C60 38 57 42 51 43L40 45C37 51 38 58 41 66Z',
    eye: [34, 25],
    nostril: [54, 26],
    mouth: [
      [59, 34],
      [46, 38],
      [31, 36],
    ],
    back: [
      [30, 16],
      [20, 21],
      [12, 32],
      [8, 48],
    ],
    below: 'M62 34C52 39 42 39 31 37C26 46 26 56 29 68H44C40 58 38 52 41 46L52 44Z',
  },
  /* A small hunter with a narrow snout. */
  {
    d: 'M12 66C10 52 9 39 15 30C20 22 29 20 36 22C45 24 55 29 60 34C61 38 58 40 53 41L37 43C32 48 31 57 34 66Z',
    eye: [31, 30],
    nostril: [55, 34],
    mouth: [
      [60, 37],
      [46, 39],
      [31, 38],
    ],
    back: [
      [30, 21],
      [21, 24],
      [14, 33],
      [11, 48],
    ],
    below: 'M62 37C50 41 40 40 30 39C24 46 23 56 24 68H37C32 58 33 49 38 44L54 42Z',
  },
  /* A long neck with a small head. */
  {
    d: 'M8 66C14 56 17 46 18 34C18 21 26 13 37 13C48 13 57 19 57 27C57 33 51 36 43 36C36 37 33 42 33 49C33 56 35 61 38 66Z',
    eye: [37, 22],
    nostril: [52, 22],
    mouth: [
      [57, 28],
      [48, 31],
      [38, 29],
    ],
    back: [
      [34, 13],
      [23, 18],
      [18, 30],
      [16, 46],
    ],
    below: 'M60 29C52 33 44 32 38 31C31 34 28 42 27 50C27 58 29 64 31 68H42C36 60 32 50 35 41L48 37Z',
  },
  /* A duckbill. */
  {
    d: 'M8 66C7 51 9 36 17 28C23 21 32 19 38 22C43 26 46 29 51 29C58 29 62 33 60 38C58 42 52 44 45 43C40 44 37 48 37 54C37 59 38 62 40 66Z',
    eye: [30, 28],
    nostril: [50, 33],
    mouth: [
      [60, 38],
      [48, 39],
      [34, 37],
    ],
    back: [
      [29, 20],
      [20, 24],
      [13, 34],
      [9, 50],
    ],
    below: 'M62 38C52 41 43 40 33 39C28 45 26 56 28 68H44C38 60 36 50 41 45L52 44Z',
  },
  /* A beak, and a broad cheek. */
  {
    d: 'M10 66C7 52 8 37 15 28C22 20 33 18 41 21C49 23 55 28 60 38C61 42 58 44 55 41C52 44 47 47 42 49C39 54 40 60 42 66Z',
    eye: [33, 29],
    nostril: [51, 32],
    mouth: [
      [57, 41],
      [46, 44],
      [35, 40],
    ],
    back: [
      [31, 19],
      [21, 23],
      [13, 33],
      [9, 49],
    ],
    below: 'M58 42C48 47 40 44 34 41C28 48 27 58 29 68H45C41 60 40 54 43 50L54 44Z',
  },
];

const at = ([x, y]: Point, dx = 0, dy = 0): string => `${x + dx} ${y + dy}`;
const disc = ([x, y]: Point, r: number, dx = 0, dy = 0): string =>
  `M${x + dx - r} ${y + dy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const solid = (d: string, fill: string, width = 2): FacePath => ({ d, fill, line: INK, width });
const stroke = (d: string, width = 2, line = INK): FacePath => ({ d, line, width });

/* What grows on the head, behind it. */
function crest(index: number, { back: [brow, top, nape, neck] }: Head, skin: string, marks: string): FacePath[] {
  const spike = (p: Point, dx: number, dy: number, wide: Point): string =>
    `M${at(p, -wide[0], -wide[1])}L${at(p, dx, dy)}L${at(p, wide[0], wide[1])}Z`;
  switch (index) {
    case 1 /* spikes down the back */:
      return [brow, top, nape, neck].map((p, i) =>
        solid(spike(p, [-1, -8, -11, -11][i]!, [-11, -8, -2, 1][i]!, i < 2 ? [6, -3] : [2, -6]), marks),
      );
    case 2 /* a frill */:
      return [
        solid(
          `M${at(brow, 4, 3)}C${at(brow, -4, -13)} ${at(top, -16, -14)} ${at(nape, -12, -6)}C${at(nape, -15, 6)} ${at(neck, -8, 0)} ${at(neck, 4, 2)}Z`,
          marks,
        ),
        stroke(`M${at(brow, 0, 3)}L${at(brow, -5, -7)}M${at(top, 3, 5)}L${at(top, -10, -5)}M${at(nape, 4, 3)}L${at(nape, -9, 2)}`, 1.6),
      ];
    case 3 /* two horns */:
      return [
        solid(
          `M${at(brow, -6, 5)}C${at(brow, -9, -4)} ${at(brow, -6, -11)} ${at(brow, 1, -15)}C${at(brow, 0, -8)} ${at(brow, 2, -3)} ${at(brow, 5, 3)}Z`,
          BONE,
        ),
        solid(
          `M${at(brow, 5, 4)}C${at(brow, 4, -3)} ${at(brow, 8, -9)} ${at(brow, 15, -11)}C${at(brow, 12, -5)} ${at(brow, 13, -1)} ${at(brow, 14, 4)}Z`,
          BONE,
        ),
      ];
    case 4 /* a tube to the back */:
      return [
        solid(
          `M${at(brow, 9, 3)}C${at(brow, 2, -9)} ${at(top, -8, -15)} ${at(top, -17, -11)}C${at(top, -20, -6)} ${at(top, -15, -2)} ${at(top, -10, 1)}C${at(top, -6, 4)} ${at(top, -2, 8)} ${at(top, 2, 9)}Z`,
          marks,
        ),
      ];
    case 5 /* a tuft of feathers */:
      return [
        [-16, 1],
        [-10, -9],
        [0, -13],
        [9, -9],
      ].map(([dx, dy]) =>
        solid(
          `M${at(brow, -7, 6)}Q${at(brow, dx! - 4, dy)} ${at(brow, dx, dy! - 1)}Q${at(brow, dx! + 5, dy! + 4)} ${at(brow, 3, 4)}Z`,
          dx! % 3 === 0 ? skin : marks,
          1.6,
        ),
      );
    default:
      return [];
  }
}

/* What is painted on the skin. */
function pattern(index: number, head: Head, marks: string): FacePath[] {
  const { eye, back } = head;
  const [brow, top, nape, neck] = back;
  const inside = (d: string): FacePath => ({ d, fill: marks, inside: true });
  const band = (d: string, width: number): FacePath => ({ d, line: marks, width, inside: true });
  switch (index) {
    case 1 /* spots */:
      return [
        disc(top, 4, 5, 2),
        disc(nape, 4.5, 3, 3),
        disc(neck, 3.6, 5, 1),
        disc(nape, 3, 12, 9),
        disc(brow, 2.6, 4, 2),
        disc(neck, 4, 13, 9),
      ].map(inside);
    case 2 /* stripes */:
      return [
        band(
          `M${at(brow, -2, -2)}q2 5 0 9M${at(top, -3, -3)}q8 3 9 11M${at(nape, -4, -2)}q10 0 13 8M${at(neck, -4, -3)}q10 -1 15 5M${at(neck, -4, 8)}q10 -1 16 4`,
          3.6,
        ),
      ];
    case 3 /* another colour below */:
      return [inside(head.below)];
    case 4 /* a mask */:
      return [inside(`M${at(eye, -22, -6)}Q${at(eye, -2, -10)} ${at(eye, 12, -1)}Q${at(eye, 4, 8)} ${at(eye, -8, 6)}T${at(eye, -24, 8)}Z`)];
    case 5 /* freckles on the cheek */:
      return [
        [-8, 9],
        [-3, 11],
        [-6, 14],
        [-12, 12],
        [-10, 17],
        [-15, 17],
      ].map(([dx, dy]) => inside(disc(eye, 1.3, dx, dy)));
    default:
      return [];
  }
}

function eyes(index: number, { eye }: Head, skin: string): FacePath[] {
  const ball = [solid(disc(eye, 5.6), BONE, 1.8), { d: disc(eye, 2.8, 1, 0.4), fill: INK }, { d: disc(eye, 1, 2, -0.8), fill: BONE }];
  switch (index) {
    case 1 /* glad */:
      return [stroke(`M${at(eye, -5, 2)}Q${at(eye, 0, -6)} ${at(eye, 5, 2)}`, 2.8)];
    case 2 /* sleepy */:
      return [...ball, solid(`M${at(eye, -6, 0)}A6 6 0 0 1 ${at(eye, 6, 0)}Z`, skin, 1.8)];
    case 3 /* fierce */:
      return [...ball, stroke(`M${at(eye, -6, -7)}L${at(eye, 6, -3)}`, 3.2)];
    case 4 /* glasses */:
      return [
        { ...ball[1]! },
        { d: disc(eye, 6.6), fill: 'rgb(255 255 255 / 55%)', line: INK, width: 2 },
        { ...ball[1]! },
        stroke(`M${at(eye, -6.6, -1)}L${at(eye, -15, -4)}M${at(eye, 6, -2)}Q${at(eye, 9, -4)} ${at(eye, 12, -1)}`, 2),
      ];
    default:
      return ball;
  }
}

function mouths(index: number, { mouth: [front, middle, corner] }: Head): FacePath[] {
  const line = stroke(`M${at(front)}Q${at(middle)} ${at(corner)}`, 2.2);
  const along = (t: number): Point => {
    const mix = (a: number, b: number, c: number): number => (1 - t) * (1 - t) * a + 2 * t * (1 - t) * b + t * t * c;
    return [mix(front[0], middle[0], corner[0]), mix(front[1], middle[1], corner[1])];
  };
  switch (index) {
    case 1 /* teeth */:
      return [
        {
          ...solid(
            [0.12, 0.34, 0.56, 0.78].map((t) => `M${at(along(t), 2.2, 0)}L${at(along(t), -0.2, 4.6)}L${at(along(t), -2.4, 0)}Z`).join(''),
            BONE,
            1.2,
          ),
        },
        line,
      ];
    case 2 /* a smile */:
      return [line, stroke(`M${at(corner, 2, 1)}q-4 -2 -5 -6`, 2.2)];
    case 3 /* a tongue */:
      return [solid(`M${at(along(0.2))}q4 5 1 8q-4 2 -6 -3l-1 -4Z`, '#e2607a', 1.6), line];
    default:
      return [line];
  }
}

function dinosaur(face: Dinosaur): FacePicture {
  const head = HEADS[face.head]!;
  const skin = SKINS[face.skin]!;
  const marks = MARKS[face.marks]!;
  return {
    ground: GROUNDS[face.ground]!,
    head: head.d,
    paths: [
      ...crest(face.crest, head, skin, marks),
      { d: head.d, fill: skin },
      ...pattern(face.pattern, head, marks),
      stroke(head.d, 2.4),
      { d: disc(head.nostril, 1.5), fill: INK },
      ...mouths(face.mouth, head),
      ...eyes(face.eye, head, skin),
    ],
  };
}

const STEEL = ['#c3ccd2', '#b4bfc9', '#cfcac0', '#c9b79a'];
const LIGHTS = ['#ff5a4f', '#39d98a', '#41b8ff', '#ffc53d'];

/* The same heads in sheet metal: rivets, a screen for an eye, a grille for a mouth, an aerial. */
function computer(number: number): FacePicture {
  const { head: shape, skin, marks, crest: aerial } = faceParts(number);
  const head = HEADS[shape]!;
  const steel = STEEL[skin % STEEL.length]!;
  const light = LIGHTS[marks % LIGHTS.length]!;
  const {
    eye,
    back: [brow, top, nape, neck],
    mouth: [front, middle, corner],
  } = head;
  const tip: Point = [brow[0] + [-8, 0, 6][aerial % 3]!, Math.max(4, brow[1] - 11)];
  return {
    ground: '#39434b',
    head: head.d,
    paths: [
      stroke(`M${at(brow, 2, 4)}L${at(tip)}`, 2.4, '#dfe6ea'),
      { d: disc(tip, 3), fill: light },
      { d: head.d, fill: steel },
      { d: head.below, fill: '#8d99a3', inside: true },
      { d: `M${at(nape, -6, 12)}L${at(nape, 30, 20)}M${at(top, -4, -6)}L${at(top, 10, 26)}`, line: '#6c7882', width: 1.6, inside: true },
      stroke(head.d, 2.4, '#1d242a'),
      { d: [disc(top, 1.5, 4, 5), disc(nape, 1.5, 5, 4), disc(neck, 1.5, 6, 2), disc(brow, 1.5, 9, 4)].join(''), fill: '#4b565f' },
      solid(`M${at(eye, -7, -4.5)}h14v9h-14Z`, '#10161a', 2),
      { d: `M${at(eye, -4, -2)}h3.4v4h-3.4ZM${at(eye, 1.4, -2)}h3.4v4h-3.4Z`, fill: light },
      stroke(`M${at(front)}Q${at(middle)} ${at(corner)}`, 4.6, '#1d242a'),
      { d: `M${at(front)}Q${at(middle)} ${at(corner)}`, line: '#e6ecef', width: 2.2 },
    ],
  };
}

/** The picture of a person's face (0 or nothing: the one that follows from the name), or of a computer player's. */
export const facePicture = (number: number | undefined, name: string, isComputer = false): FacePicture =>
  isComputer ? computer(faceOfName(name)) : dinosaur(faceParts(number || faceOfName(name)));
