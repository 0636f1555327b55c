import { expect, it } from 'vitest';
import components from '../../../../data/components/template.json';
import { countOf } from '../../lib/printing/sheets';
import { kinds } from './print';

it('there is a card for each fossil', () => {
  const pieces = kinds({ components, texts: {}, seats: 2 }).flatMap((kind) => kind.pieces);
  expect(countOf(pieces)).toBe(components.fossils);
  expect(new Set(pieces.map(({ face }) => face)).size).toBe(components.fossils);
  expect(new Set(pieces.map(({ back }) => back)).size).toBe(1);
});
