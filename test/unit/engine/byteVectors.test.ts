import { describe, expect, it } from 'vitest';
import {
  ByteVectors,
  createDotKernel,
  roundVector,
  VectorWriter,
  vectorStep,
} from '../../../src/engine/byteVectors.ts';
import { dotProduct } from '../../../src/engine/rankRows.ts';
import { LANES } from '../../../src/engine/segmentFile.ts';
import fc from '../../helpers/fastCheck.ts';

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

const cases = fc.integer({ min: 1, max: 70 }).chain((dimensions) =>
  fc.record({
    query: vectorOf(dimensions, 1),
    rows: fc.array(fc.tuple(vectorOf(dimensions, 2), fc.boolean()), { minLength: 1, maxLength: 20 }),
  }),
);

/** Some in the form that rows have, some as they came. */
function held(query: Float32Array, rows: readonly [Float32Array, boolean][]) {
  const given = rows.map(([row, isRounded]) => (isRounded ? roundVector(row) : row.map((value) => value + 0)));
  const writer = new VectorWriter(query.length);
  for (const vector of given) writer.add(vector);
  const written = writer.finish();
  const vectors = new ByteVectors(given.length, query.length, written.exceptions, written.longest);
  vectors.bytes.set(Buffer.concat([...written.rows]));
  return { given, vectors, written };
}

function isOfBytes(vector: Float32Array): boolean {
  const step = vectorStep(vector.length);
  return vector.every((value) => Number.isInteger(value / step) && Math.abs(value / step) <= 127);
}

describe('vectors in bytes', () => {
  it('come back as they were, and score to the last digit as they would', () => {
    fc.assert(
      fc.property(cases, ({ query, rows }) => {
        const { given, vectors } = held(query, rows);
        for (const [at, vector] of given.entries()) {
          expect(vectors.at(at)).toEqual(vector);
          expect(vectors.dot(query, at)).toBe(dotProduct(query, vector, 0));
        }
      }),
    );
  });

  it('tell what a row can score at most: never less than what it scores, and hardly more', () => {
    fc.assert(
      fc.property(cases, ({ query, rows }) => {
        const { given, vectors } = held(query, rows);
        const boundOf = vectors.boundOf(query);
        for (const [at, row] of given.entries()) {
          const score = dotProduct(query, row, 0);
          const slack = 0.02 * Math.hypot(...query) * Math.hypot(...row) * Math.sqrt(query.length) + 1e-3;
          expect(boundOf(at)).toBeGreaterThanOrEqual(score);
          expect(boundOf(at)).toBeLessThanOrEqual(score + slack);
        }
      }),
    );
  });

  it('show every row that may reach a floor, however it rises, and once', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 4 }), ({ query, rows }, most) => {
        const { given, vectors } = held(query, rows);
        const scores = given.map((row) => dotProduct(query, row, 0));
        let floor = Number.NEGATIVE_INFINITY;
        const seen: number[] = [];
        vectors.eachAbove(
          query,
          most,
          () => floor,
          (row) => {
            seen.push(row);
            floor = Math.max(floor, scores[row]!);
          },
        );
        const best = Math.max(...scores);
        expect(seen).toEqual(expect.arrayContaining([...scores.keys()].filter((row) => scores[row] === best)));
        expect(new Set(seen).size).toBe(seen.length);
      }),
    );
  });

  it('stand whole only where they are of another form', () => {
    fc.assert(
      fc.property(cases, ({ query, rows }) => {
        const { given, written } = held(query, rows);
        const other = given.filter((row) => !isOfBytes(row));
        expect(written.exceptions).toHaveLength(other.length * (12 + 4 * query.length));
      }),
    );
  });

  it('of no rows are none', () => {
    expect(new ByteVectors(0, 256, new Uint8Array(), 0).boundOf(new Float32Array(256))).toBeTypeOf('function');
  });

  it('of another length are refused', () => {
    const writer = new VectorWriter(4);
    expect(() => writer.add(new Float32Array(5))).toThrow(RangeError);
  });
});
