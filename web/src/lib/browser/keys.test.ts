import { describe, expect, it } from 'vitest';
import { arrowStep, rowTarget } from './keys';

describe('arrow keys', () => {
  it('go round a row', () => {
    expect(['ArrowRight', 'ArrowDown'].map((key) => rowTarget(key, 2, 3))).toEqual([0, 0]);
    expect(['ArrowLeft', 'ArrowUp'].map((key) => rowTarget(key, 0, 3))).toEqual([2, 2]);
    expect(['Home', 'End'].map((key) => rowTarget(key, 1, 3))).toEqual([0, 2]);
    expect(rowTarget('x', 0, 3)).toBeNull();
    expect(rowTarget('End', 0, 0)).toBeNull();
  });
  it('step over a map whose rows count upwards', () => {
    expect(arrowStep('ArrowUp')).toEqual({ x: 0, y: 1 });
    expect(arrowStep('Enter')).toBeUndefined();
  });
});
