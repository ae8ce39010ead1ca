/** Vectors come back bit by bit, whatever form they were packed in. */

import { describe, expect, it } from 'vitest';
import { fromFloat16 } from '../../../src/engine/byteVectors.ts';
import { decodeVectors } from '../../../src/share/artifact/blocks.ts';
import fc from '../../helpers/fastCheck.ts';
import { encodeVectors } from '../../helpers/writeVersion1.ts';

const DIMENSIONS = 4;
const half = fc.integer({ min: 0, max: 0xffff }).filter((bits) => (bits & 0x7c00) !== 0x7c00);
const anyVector = fc
  .array(half, { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((bits) => Float32Array.from(bits, fromFloat16));
const gridVector = fc
  .array(fc.integer({ min: -256, max: 256 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((multiples) => Float32Array.from(multiples, (multiple) => multiple / 256 + 0));

/** Tells a negative zero from a zero. */
const bitsOf = (vectors: readonly Float32Array[]): number[][] =>
  vectors.map((vector) => [...new Uint32Array(vector.slice().buffer)]);

describe('encodeVectors', () => {
  it.each([
    ['any halves', anyVector],
    ['multiples of 1/256', gridVector],
  ])('keeps every bit of %s', (_, vector) => {
    fc.assert(
      fc.property(fc.array(vector, { maxLength: 5 }), (vectors) => {
        const bytes = encodeVectors(vectors, DIMENSIONS);
        expect(bitsOf(decodeVectors(bytes, vectors.length, DIMENSIONS))).toEqual(bitsOf(vectors));
      }),
    );
  });

  it('puts multiples of 1/256 on a grid, with high bytes of nothing but zeros', () => {
    const vectors = [Float32Array.of(0.25, -0.125, 1 / 256, 0)];
    const bytes = encodeVectors(vectors, DIMENSIONS);
    expect([...bytes]).toEqual([8, 128, 63, 2, 0, 0, 0, 0, 0]);
  });

  it('keeps a negative zero, which the digest of a row tells from a zero', () => {
    const [vector] = decodeVectors(encodeVectors([Float32Array.of(-0, 0, 0.5, 0)], 4), 1, 4);
    expect(Object.is(vector![0], -0)).toBe(true);
  });
});

describe('decodeVectors', () => {
  it.each<[string, Buffer, number]>([
    ['too short', Buffer.alloc(1 + 2 * DIMENSIONS - 1), 1],
    ['too long', Buffer.alloc(1 + 2 * DIMENSIONS + 1), 1],
    ['empty', Buffer.alloc(0), 0],
    ['of an unknown form', Buffer.from([15, ...new Array(8).fill(0)]), 1],
    ['infinite', Buffer.from([0, 0, 0, 0, 0, 0x7c, 0, 0, 0]), 1],
    ['not a number', Buffer.from([0, 0, 0, 0, 0, 0x7e, 0, 0, 0]), 1],
    ['finer than a float16', Buffer.from([14, 0xfe, 0, 0, 0, 0x3f, 0, 0, 0]), 1],
  ])('refuses what is %s', (_, bytes, rows) => {
    expect(() => decodeVectors(bytes, rows, DIMENSIONS)).toThrow(/vector/);
  });
});
