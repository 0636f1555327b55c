import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { facePicture } from '../../ui/face-paths';
import { faceNumber, faceOfName, facePartNames, faceParts, FACE_PARTS, FACES, pageAddress } from './faces';

it('has a number for every face, as many as the server admits', () => {
  expect(readFileSync('../src/store/job/job.h', 'utf8')).toContain(`STORE_FACE_MAX = ${FACES},`);
  expect(FACES).toBeGreaterThan(10_000);
  for (const number of [1, 2, FACES - 1, FACES, 1_234_567]) expect(faceNumber(faceParts(number))).toBe(number);
});
it('draws every part differently, and nothing for no part twice', () => {
  const first = faceParts(2_000_001);
  for (const part of facePartNames) {
    const drawn = Array.from({ length: FACE_PARTS[part] }, (_, index) =>
      JSON.stringify(facePicture(faceNumber({ ...first, [part]: index }), '')),
    );
    expect(new Set(drawn).size, part).toBe(FACE_PARTS[part]);
  }
  for (let number = 1; number <= FACES; number += 4999) expect(JSON.stringify(facePicture(number, ''))).not.toMatch(/NaN|undefined|null/);
});
it('gives a name the same face everywhere', () => {
  const names = Array.from({ length: 200 }, (_, index) => `Guest ${index}`);
  expect(new Set(names.map(faceOfName)).size).toBe(200);
  expect(new Set(names.map((name) => faceParts(faceOfName(name)).head)).size).toBe(FACE_PARTS.head);
  expect(faceOfName('Zoé')).toBe(faceOfName('Zo\u00e9'));
  expect(facePicture(undefined, 'Ann')).toEqual(facePicture(faceOfName('Ann'), 'Bob'));
  expect(facePicture(0, 'Ann')).toEqual(facePicture(undefined, 'Ann'));
  expect(facePicture(7, 'Ann', true)).toEqual(facePicture(8, 'Ann', true)); /* of metal */
});
it.each([
  ['Zoé', 'zoe'],
  ['  Ann & Bob!  ', 'ann-bob'],
  ['恐竜', ''],
  ['A very, very long name of somebody', 'a-very-very-long-name-of-someb'],
])('makes an address of %s', (name, address) => expect(pageAddress(name)).toBe(address));
