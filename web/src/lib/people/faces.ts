/* The faces of people: each number from 1 on is a dinosaur put together from parts, which src/ui/face-paths.ts draws. */

/** How many there are of each part. Their product is the largest number, STORE_FACE_MAX in src/store/job/job.h. */
export const FACE_PARTS = { head: 5, crest: 6, eye: 5, mouth: 4, pattern: 6, skin: 12, marks: 12, ground: 8 } as const;
export type FacePart = keyof typeof FACE_PARTS;
/** A dinosaur: the index of each part. */
export type Dinosaur = Record<FacePart, number>;

export const facePartNames = Object.keys(FACE_PARTS) as FacePart[];
export const FACES = Object.values(FACE_PARTS).reduce((product, count) => product * count, 1);

/** The parts of a face; numbers from elsewhere wrap around, so that each is a face. */
export function faceParts(number: number): Dinosaur {
  let rest = (Math.floor(Math.abs(number)) + FACES - 1) % FACES;
  return Object.fromEntries(
    facePartNames.map((part) => {
      const index = rest % FACE_PARTS[part];
      rest = Math.floor(rest / FACE_PARTS[part]);
      return [part, index];
    }),
  ) as Dinosaur;
}

export const faceNumber = (face: Dinosaur): number => 1 + facePartNames.reduceRight((sum, part) => sum * FACE_PARTS[part] + face[part], 0);

/** The number that follows from a text, the same on every machine (FNV-1a, then mixed: names differ little). */
export function faceOfName(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (((hash ^ (hash >>> 15)) >>> 0) % FACES) + 1;
}

/** How long the address of a public page is (src/hall/accounts/profile.c). */
export const [PAGE_LETTERS_MIN, PAGE_LETTERS_MAX] = [3, 30];
/** An address made from a name, or as much of one as there is. */
export const pageAddress = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, PAGE_LETTERS_MAX)
    .replace(/^-|-$/g, '');
