/* Eight hand puppets, drawn by hand in a square of 200: heads look to the right and turn at the
 * neck (100, 112), mouths at the hinge that each has. */

/** The colours: the skin, a paler belly, what sticks out, teeth and claws. */
type Paint = 'skin' | 'belly' | 'trim' | 'bone' | 'dark' | 'none';

export interface Shape {
  d: string;
  paint: Paint;
}

export interface PuppetDrawing {
  id: string;
  colours: { skin: string; belly: string; trim: string; cloth: string };
  /** Behind the body, swinging with the tail. */
  tail: Shape[];
  /** Behind the head, moving with it. */
  back: Shape[];
  /** The upper head, and the jaw with its hinge. */
  head: Shape[];
  jaw: Shape[];
  hinge: [number, number];
  eye: [number, number, number];
  /** One arm at the left shoulder (80, 132), pointing down; the other is its mirror. */
  arm: Shape[];
}

const stubby: Shape[] = [
  { d: 'M86 126C74 128 60 138 58 150C57 158 68 160 73 154C78 148 88 146 92 142Z', paint: 'skin' },
  { d: 'M58 150l-7 3 6 3M62 157l-4 6 7-3M70 157l0 7 5-5', paint: 'bone' },
];
const paw: Shape[] = [
  { d: 'M86 124C70 126 58 140 56 156C55 168 72 170 76 160C80 150 90 148 94 142Z', paint: 'skin' },
  { d: 'M59 164c2 4 5 4 6 0M66 166c2 4 6 3 6-1', paint: 'none' },
];

export const PUPPETS: PuppetDrawing[] = [
  {
    id: 'rex',
    colours: { skin: '#86a552', belly: '#dbe2a4', trim: '#5c7a36', cloth: '#a8482a' },
    tail: [{ d: 'M74 176C50 178 32 168 20 146C36 156 56 154 78 146Z', paint: 'skin' }],
    back: [{ d: 'M72 84l-12-5 9-8-9-9 12-3-4-11 13 2 1-11 11 6Z', paint: 'trim' }],
    head: [
      { d: 'M78 112C66 96 64 58 88 44C112 31 150 40 163 60C169 71 166 82 158 83L104 86C100 98 100 108 112 114Z', paint: 'skin' },
      { d: 'M104 86l5 9 5-9.500 6 8.500 5-9 6 8 5-9 6 8 5-8.500Z', paint: 'bone' },
      { d: 'M148 56c3-3 7-2 8 1', paint: 'none' },
    ],
    jaw: [{ d: 'M86 84C86 106 96 112 112 112C134 112 152 104 155 92C140 90 108 90 98 84Z', paint: 'belly' }],
    hinge: [92, 86],
    eye: [112, 56, 12],
    arm: stubby,
  },
  {
    id: 'triceratops',
    colours: { skin: '#d48a5b', belly: '#f4d3ab', trim: '#b55f3a', cloth: '#3f6f7c' },
    tail: [{ d: 'M76 178C56 182 40 176 30 160C44 164 60 160 78 152Z', paint: 'skin' }],
    back: [
      { d: 'M92 112C66 116 44 100 42 82l-7-7 6-7-5-9 8-5-1-10 10-1 3-10 10 2 6-8 8 5 8-4C100 36 112 60 110 86Z', paint: 'trim' },
      { d: 'M56 60a6 6 0 1 0 .1 0M66 80a7 7 0 1 0 .1 0M76 46a6 6 0 1 0 .1 0', paint: 'belly' },
    ],
    head: [
      { d: 'M82 110C70 92 76 58 100 52C126 46 150 62 164 84C168 92 162 96 156 94L112 94C104 98 104 106 112 114Z', paint: 'skin' },
      { d: 'M92 54C92 36 102 22 118 14C116 30 116 42 112 54Z', paint: 'bone' },
      { d: 'M116 54C120 38 132 28 146 24C142 38 140 48 132 58Z', paint: 'bone' },
      { d: 'M144 68C148 58 156 52 164 52C162 60 162 68 158 77Z', paint: 'bone' },
    ],
    jaw: [{ d: 'M92 92C92 110 104 116 118 114C134 112 146 106 150 98C136 98 112 98 104 92Z', paint: 'belly' }],
    hinge: [98, 94],
    eye: [114, 70, 10],
    arm: paw,
  },
  {
    id: 'stegosaurus',
    colours: { skin: '#5f9e8f', belly: '#c6e0cd', trim: '#e08f4d', cloth: '#7b5236' },
    tail: [
      { d: 'M76 178C50 184 28 172 14 142C34 160 56 158 80 150Z', paint: 'skin' },
      { d: 'M16 146L2 140l12-4-4-14 12 12 8-10 1 18Z', paint: 'bone' },
    ],
    back: [
      { d: 'M74 110L52 118l2-20-18-6 14-14-8-18 20 0 4-20 18 10 14-14 8 20 10 60Z', paint: 'trim' },
      { d: 'M58 108l12-10M48 88l20-2M50 64l18 8M70 48l6 16', paint: 'none' },
    ],
    head: [
      { d: 'M80 112C70 92 76 62 98 58C122 54 148 66 160 82C166 90 162 96 154 95L108 96C102 100 104 108 112 114Z', paint: 'skin' },
      { d: 'M150 78c2-2 5-2 6 0', paint: 'none' },
    ],
    jaw: [{ d: 'M90 94C90 110 102 116 116 114C134 113 148 107 150 99C136 99 108 99 102 93Z', paint: 'belly' }],
    hinge: [96, 95],
    eye: [112, 74, 10],
    arm: paw,
  },
  {
    id: 'diplodocus',
    colours: { skin: '#8298c2', belly: '#d5deef', trim: '#5f73a3', cloth: '#b5872f' },
    tail: [{ d: 'M76 178C48 186 22 176 4 150C6 148 9 149 12 152C32 168 56 162 80 152Z', paint: 'skin' }],
    back: [],
    head: [
      {
        d: 'M78 122C78 92 92 78 92 54C92 30 112 20 132 24C150 28 164 40 162 50C160 57 150 57 142 56L122 58C114 72 120 96 122 120Z',
        paint: 'skin',
      },
      { d: 'M84 104c6 0 8 0 12 3M90 84c5 0 8 1 11 4M95 64c4 0 7 1 9 3', paint: 'none' },
      { d: 'M150 36c2-3 6-2 6 1', paint: 'none' },
    ],
    jaw: [{ d: 'M108 54C110 68 122 72 134 70C146 68 154 64 155 58C142 60 124 60 118 54Z', paint: 'belly' }],
    hinge: [112, 56],
    eye: [120, 38, 10],
    arm: paw,
  },
  {
    id: 'pteranodon',
    colours: { skin: '#dcaf4c', belly: '#f6e3ab', trim: '#b9542f', cloth: '#4d6b3c' },
    tail: [{ d: 'M84 182C72 188 60 186 52 178C62 178 72 172 82 164Z', paint: 'skin' }],
    back: [{ d: 'M92 74C72 66 46 44 30 18C58 26 88 36 106 52Z', paint: 'trim' }],
    head: [
      {
        d: 'M84 112C76 92 74 66 94 54C112 44 130 54 142 66C160 74 178 80 192 84C180 90 130 92 110 88C104 94 104 106 112 114Z',
        paint: 'skin',
      },
      { d: 'M158 78c3-2 5-1 6 1', paint: 'none' },
    ],
    jaw: [{ d: 'M94 86C96 104 108 108 122 106C146 102 166 96 180 89C156 92 118 92 106 86Z', paint: 'belly' }],
    hinge: [102, 88],
    eye: [110, 68, 10],
    arm: [
      { d: 'M88 122C58 106 34 108 10 126C22 128 26 136 26 146C36 140 44 144 48 154C58 148 70 152 92 150Z', paint: 'trim' },
      { d: 'M88 122C62 110 36 112 14 126M86 132C66 124 44 130 28 142M88 142C74 138 60 142 50 150', paint: 'none' },
    ],
  },
  {
    id: 'ankylosaurus',
    colours: { skin: '#a9788a', belly: '#ecd3d4', trim: '#7c4f66', cloth: '#47724a' },
    tail: [
      { d: 'M76 180C52 186 34 176 24 152C38 164 56 162 80 154Z', paint: 'skin' },
      { d: 'M30 158C18 164 4 154 6 142C8 130 24 126 32 134C40 142 38 154 30 158Z', paint: 'trim' },
    ],
    back: [{ d: 'M80 112C58 110 50 92 54 74l-12-4 12-8-4-14 14 2 2-14 12 8 8-12 10 10 12-8 4 16 6 50Z', paint: 'trim' }],
    head: [
      { d: 'M78 112C62 92 66 62 92 54C122 46 156 62 164 82C168 94 160 98 152 96L110 96C102 100 104 108 112 114Z', paint: 'skin' },
      { d: 'M82 62l-8-10 14 2ZM104 54l-3-12 12 9ZM128 56l4-11 7 13ZM72 84l-12-3 9-7Z', paint: 'bone' },
      { d: 'M150 80c2-3 5-2 6 0', paint: 'none' },
    ],
    jaw: [{ d: 'M88 94C88 112 102 118 118 116C138 114 150 108 152 99C138 100 108 100 102 93Z', paint: 'belly' }],
    hinge: [94, 95],
    eye: [114, 72, 11],
    arm: paw,
  },
  {
    id: 'parasaurolophus',
    colours: { skin: '#dc938d', belly: '#f9ddd0', trim: '#a84c5a', cloth: '#4a6e92' },
    tail: [{ d: 'M74 178C48 182 28 170 16 146C34 160 56 156 78 148Z', paint: 'skin' }],
    back: [{ d: 'M108 52C84 46 58 36 42 12C36 6 26 12 30 22C40 48 66 70 94 78Z', paint: 'trim' }],
    head: [
      {
        d: 'M80 112C70 92 72 62 94 52C112 44 128 52 138 64C148 72 164 70 168 80C170 88 162 92 154 91L108 94C102 98 104 108 112 114Z',
        paint: 'skin',
      },
      { d: 'M152 76c2-3 5-2 6 0', paint: 'none' },
    ],
    jaw: [{ d: 'M90 92C90 110 102 116 116 114C136 112 154 106 158 96C140 98 108 98 102 91Z', paint: 'belly' }],
    hinge: [96, 93],
    eye: [110, 66, 11],
    arm: stubby,
  },
  {
    id: 'raptor',
    colours: { skin: '#a39a5d', belly: '#ebe3b5', trim: '#c0502c', cloth: '#5a4a78' },
    tail: [{ d: 'M76 176C48 176 22 162 4 132C8 130 12 132 16 136C36 154 58 154 80 146Z', paint: 'skin' }],
    back: [{ d: 'M86 100L58 102l14-12-24-4 18-8-22-14 24 0-12-20 22 10 0-22 16 16 10-18 8 24Z', paint: 'trim' }],
    head: [
      {
        d: 'M82 112C72 94 74 62 94 52C112 44 134 56 150 68C164 74 176 78 176 84C176 89 168 90 158 89L108 92C102 98 104 108 112 114Z',
        paint: 'skin',
      },
      { d: 'M116 91.500l4 7 5-7.500 4 7 5-7.500 4 6.500 5-7Z', paint: 'bone' },
      { d: 'M162 78c2-2 5-2 6 0', paint: 'none' },
      { d: 'M98 54l22 8', paint: 'none' },
    ],
    jaw: [{ d: 'M90 90C90 106 102 112 116 110C138 108 160 100 164 93C142 96 108 96 102 89Z', paint: 'belly' }],
    hinge: [96, 91],
    eye: [112, 68, 10],
    arm: [
      { d: 'M86 126C70 124 54 134 48 150C46 158 56 162 62 154C70 146 86 148 92 142Z', paint: 'skin' },
      { d: 'M48 150c-8 0-12 4-14 10 6-4 10-2 14 0M52 158c-5 3-7 7-6 13 4-5 8-6 12-8', paint: 'bone' },
    ],
  },
];
