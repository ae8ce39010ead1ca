import { describe, expect, it } from 'vitest';
import {
  ByteVectors,
  exceptionsOf,
  readExceptions,
  roundVector,
  VectorMemory,
  type VectorSearch,
  VectorWriter,
  vectorStep,
} from '../../../src/engine/byteVectors.ts';
import { createDotKernel, dotProduct } from '../../../src/engine/rankRows.ts';
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
  const vectors = new ByteVectors(
    given.length,
    query.length,
    readExceptions(written.exceptions, query.length),
    written.longest,
  );
  vectors.bytes.set(Buffer.concat([...written.rows]));
  return { given, vectors, written };
}

/** @returns the score of each offered row; the floor is that of the best `most` so far */
function offeredBy(query: Float32Array, most: number, run: (search: VectorSearch) => void): Map<number, number> {
  const offered = new Map<number, number>();
  const floor = () => [...offered.values()].sort((a, b) => b - a)[most - 1] ?? Number.NEGATIVE_INFINITY;
  const offer = (row: number, score: number) => {
    expect(offered.has(row)).toBe(false);
    offered.set(row, score);
  };
  run({ query, most, floor, isWanted: () => true, offer });
  return offered;
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

  it('offer every wanted row that may reach a floor, however it rises, and once', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 4 }), ({ query, rows }, most) => {
        const { given, vectors } = held(query, rows);
        const scores = given.map((row) => dotProduct(query, row, 0));
        const offered = offeredBy(query, most, (search) => vectors.search(search));
        expect([...offered]).toEqual([...offered].map(([row]) => [row, scores[row]]));
        const best = Math.max(...scores);
        const bestRows = [...scores.keys()].filter((row) => scores[row] === best);
        expect([...offered.keys()]).toEqual(expect.arrayContaining(bestRows));
        const odd = offeredBy(query, most, (search) => vectors.search({ ...search, isWanted: (row) => row % 2 === 1 }));
        expect([...odd.keys()].every((row) => row % 2 === 1)).toBe(true);
      }),
    );
  });

  it('offer the same best rows in pieces that share one memory', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 4 }), ({ query, rows }, most) => {
        const { given, vectors, written } = held(query, rows);
        const exceptions = readExceptions(written.exceptions, query.length);
        const memory = new VectorMemory(3, query.length);
        const pieces = offeredBy(query, most, (search) => {
          for (let first = 0; first < given.length; first += 3) {
            const count = Math.min(3, given.length - first);
            const own = exceptionsOf(exceptions, first, count);
            const piece = new ByteVectors(count, query.length, own, written.longest, memory);
            const width = vectors.bytes.length / given.length;
            piece.bytes.set(vectors.bytes.subarray(first * width, (first + count) * width));
            piece.search(search, first);
          }
        });
        const bestOf = (all: Map<number, number>) => [...all.values()].sort((a, b) => b - a).slice(0, most);
        expect(bestOf(pieces)).toEqual(bestOf(offeredBy(query, most, (search) => vectors.search(search))));
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
    expect(new ByteVectors(0, 256, new Map(), 0).boundOf(new Float32Array(256))).toBeTypeOf('function');
  });

  it('of another length are refused', () => {
    const writer = new VectorWriter(4);
    expect(() => writer.add(new Float32Array(5))).toThrow(RangeError);
  });
});
