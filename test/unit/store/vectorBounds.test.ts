import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDotKernel, LANES } from '../../../src/store/dotKernel.ts';
import { dotProduct } from '../../../src/store/rankWords.ts';
import { VectorBounds } from '../../../src/store/vectorBounds.ts';

const vectorOf = (dimensions: number, most: number) =>
  fc
    .array(fc.float({ min: -most, max: most, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .map((values) => Float32Array.from(values));

describe('the kernel', () => {
  it('multiplies as written out', () => {
    const width = 3 * LANES;
    const rows = 5;
    const kernel = createDotKernel((2 + rows) * width + 4 * rows)!;
    const query = new Int16Array(kernel.memory, 0, width).map((_, at) => (at % 2 === 0 ? 16384 : -16384) + at);
    new Int16Array(kernel.memory, 0, width).set(query);
    const vectors = new Int8Array(kernel.memory, 2 * width, rows * width);
    vectors.forEach((_, at) => {
      vectors[at] = ((at * 89) % 255) - 127;
    });
    kernel.dot(0, vectors.byteOffset, rows, width, (2 + rows) * width);
    const sums = new Int32Array(kernel.memory, (2 + rows) * width, rows);
    const expected = Array.from({ length: rows }, (_, row) =>
      query.reduce((sum, value, at) => sum + value * vectors[row * width + at]!, 0),
    );
    expect([...sums]).toEqual(expected);
  });

  it('says where there is no memory for it', () => {
    expect(createDotKernel(2 ** 40)).toBeNull();
  });
});

describe('what a row can score at most', () => {
  it('is never less than what it scores, and hardly more', async () => {
    const cases = fc.integer({ min: 1, max: 70 }).chain((dimensions) =>
      fc.record({
        query: vectorOf(dimensions, 1),
        rows: fc.array(vectorOf(dimensions, 2), { minLength: 1, maxLength: 20 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ({ query, rows }) => {
        const vectors = Float32Array.from(rows.flatMap((row) => [...row]));
        const bounds = (await VectorBounds.of(vectors, query.length))!;
        const boundOf = bounds.of(query);
        rows.forEach((row, at) => {
          const score = dotProduct(query, vectors, at * query.length);
          const slack = 0.02 * Math.hypot(...query) * Math.hypot(...row) * Math.sqrt(query.length) + 1e-3;
          expect(boundOf(at)).toBeGreaterThanOrEqual(score);
          expect(boundOf(at)).toBeLessThanOrEqual(score + slack);
        });
      }),
    );
  });

  it('is not asked of no rows', async () => {
    expect(await VectorBounds.of(new Float32Array(0), 0)).toBeNull();
    expect(await VectorBounds.of(new Float32Array(0), 256)).toBeNull();
  });
});
