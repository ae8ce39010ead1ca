/** Rows hold vectors in a form that costs little and changes no ranking. */

import { describe, expect, it } from 'vitest';
import { roundVector } from '../../../src/engine/byteVectors.ts';
import fc from '../../helpers/fastCheck.ts';
import { roundToFloat16 } from '../../helpers/roundToFloat16.ts';

const unit = (dimensions: number) =>
  fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .map((values) => {
      const length = Math.hypot(...values);
      return Float32Array.from(values, (value) => (length === 0 ? 0 : value / length));
    });

describe('roundVector', () => {
  it.each([
    [64, 128],
    [256, 256],
    [768, 256],
    [1024, 512],
    [1536, 512],
    [4096, 1024],
  ])('of %i dimensions gives multiples of 1/%i', (dimensions, scale) => {
    const vector = Float32Array.from({ length: dimensions }, (_, at) => Math.sin(at + 1) / Math.sqrt(dimensions / 2));
    const rounded = roundVector(vector);
    expect(rounded.every((value) => Number.isInteger(value * scale) && !Object.is(value, -0))).toBe(true);
    expect(rounded.some((value) => !Number.isInteger((value * scale) / 2))).toBe(true);
    const [own, other] = [vector, rounded].map((one) => Math.hypot(...one)) as [number, number];
    const cosine = vector.reduce((sum, value, at) => sum + value * rounded[at]!, 0) / (own * other);
    expect(cosine).toBeGreaterThan(0.999);
  });

  it('rounds once: what is stored and read is the same', () => {
    fc.assert(
      fc.property(unit(256), (vector) => {
        const rounded = roundVector(vector);
        expect(roundVector(rounded)).toEqual(rounded);
        expect(roundToFloat16(rounded)).toEqual(rounded);
      }),
    );
  });
});
