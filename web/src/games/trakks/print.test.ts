import { expect, it } from 'vitest';
import { countOf } from '../../lib/printing/sheets';
import { kinds } from './print';

it('there are 116 tiles, two of each, and nobody sees which one is drawn', () => {
  const { pieces } = kinds({ components: {}, texts: {}, seats: 2 }).find(({ name }) => name === 'tiles')!;
  expect(countOf(pieces)).toBe(116);
  expect(new Set(pieces.map(({ face }) => face)).size).toBe(58);
  expect(new Set(pieces.map(({ back }) => back)).size).toBe(1);
});
