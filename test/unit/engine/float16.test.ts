import { describe, expect, it } from 'vitest';
import { decodeFloat16, fromFloat16, toFloat16 } from '../../../src/engine/byteVectors.ts';
import fc from '../../helpers/fastCheck.ts';
import { roundToFloat16 } from '../../helpers/roundToFloat16.ts';

const isNaN16 = (half: number) => (half & 0x7c00) === 0x7c00 && (half & 0x3ff) !== 0;

describe('toFloat16', () => {
  it('gives every half back as it was', () => {
    const wrong = [];
    for (let half = 0; half < 0x10000; half++) {
      const back = toFloat16(fromFloat16(half));
      if (isNaN16(half) ? !isNaN16(back) : back !== half) wrong.push(half);
    }
    expect(wrong).toEqual([]);
  });

  it('rounds the middle between two halves to the even one, and everything else to the nearer one', () => {
    const wrong = [];
    for (let half = 0; half < 0x7bff; half++) {
      const middle = (fromFloat16(half) + fromFloat16(half + 1)) / 2;
      const even = half % 2 === 0 ? half : half + 1;
      const step = middle * 2 ** -23;
      const found = [middle, -middle, Math.fround(middle - step), Math.fround(middle + step)].map(toFloat16);
      if (String(found) !== String([even, even | 0x8000, half, half + 1])) wrong.push({ half, found });
    }
    expect(wrong).toEqual([]);
  });

  it('knows the ends', () => {
    expect(toFloat16(65504)).toBe(0x7bff);
    expect(toFloat16(65519.996)).toBe(0x7bff);
    expect(toFloat16(65520)).toBe(0x7c00);
    expect(toFloat16(-1e9)).toBe(0xfc00);
    expect(toFloat16(Number.POSITIVE_INFINITY)).toBe(0x7c00);
    expect(isNaN16(toFloat16(Number.NaN))).toBe(true);
    expect(toFloat16(-0)).toBe(0x8000);
    expect(toFloat16(2 ** -25)).toBe(0);
    expect(toFloat16(2 ** -25 * 1.001)).toBe(1);
  });
});

describe('roundToFloat16', () => {
  it('is its own fixed point and leaves its argument alone', () => {
    fc.assert(
      fc.property(fc.float32Array({ noNaN: true, noInteger: false, maxLength: 20 }), (vector) => {
        const before = Float32Array.from(vector);
        const once = roundToFloat16(vector);
        expect(roundToFloat16(once)).toEqual(once);
        expect(vector).toEqual(before);
      }),
    );
  });

  it('gives what the store reads', () => {
    expect(roundToFloat16(Float32Array.of(1 / 3))[0]).toBe(0.333251953125);
  });
});

describe('decodeFloat16', () => {
  it('decodes every half as the arithmetic does', () => {
    const all = Uint16Array.from({ length: 0x10000 }, (_, half) => half);
    const decoded = decodeFloat16(all, 0, all.length);
    const wrong = [];
    for (let half = 0; half < all.length; half++) if (!Object.is(decoded[half], fromFloat16(half))) wrong.push(half);
    expect(wrong).toEqual([]);
  });

  it('decodes a range', () => {
    expect(decodeFloat16(Uint16Array.of(0, 0x3c00, 0xc000, 0x3800), 1, 2)).toEqual(Float32Array.of(1, -2));
  });
});
