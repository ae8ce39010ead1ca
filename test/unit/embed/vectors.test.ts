/** From what a model returns to unit vectors: pooling and checking. */

import { describe, expect, it } from 'vitest';
import { unitVectors } from '../../../src/embed/batches.ts';
import { meanPool } from '../../../src/embed/transformers.ts';

describe('meanPool', () => {
  it('averages the tokens that the mask keeps', () => {
    const hidden = { dims: [2, 3, 2], data: Float32Array.from([1, 2, 3, 4, 99, 99, 5, 6, 99, 99, 99, 99]) };
    const mask = { dims: [2, 3], data: BigInt64Array.from([1n, 1n, 0n, 1n, 0n, 0n]) };
    expect(meanPool(hidden, mask).map((row) => [...row])).toEqual([
      [2, 3],
      [5, 6],
    ]);
  });

  it('gives zeros for a text that is all padding, not NaN', () => {
    const rows = meanPool({ dims: [1, 1, 2], data: [7, 7] }, { dims: [1, 1], data: [0n] });
    expect([...rows[0]!]).toEqual([0, 0]);
  });
});

describe('unitVectors', () => {
  it('scales to unit length and keeps zeros', () => {
    const vectors = unitVectors(
      [
        [3, 4],
        [0, 0],
      ],
      2,
      2,
      'M',
    );
    expect(vectors).toEqual([Float32Array.from([0.6, 0.8]), Float32Array.from([0, 0])]);
  });

  it.each<[string, ArrayLike<unknown>[], number, number | null]>([
    ['a missing vector', [[1]], 2, 1],
    ['another length', [[1, 2, 3]], 1, 2],
    ['an empty vector', [[]], 1, null],
    ['NaN', [[1, Number.NaN]], 1, 2],
    ['infinity', [[1, Number.POSITIVE_INFINITY]], 1, 2],
    ['a hole', [new Array(2)], 1, 2],
    ['text', [['1', '2']], 1, 2],
  ])('refuses %s', (_, rows, expected, dimensions) => {
    expect(() => unitVectors(rows, expected, dimensions, 'M')).toThrow(expect.objectContaining({ code: 'EMBEDDER' }));
  });
});
