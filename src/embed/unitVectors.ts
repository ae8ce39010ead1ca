/**
 * Checks what a model returned, and brings it to unit length. Nothing doubtful gets past this
 * point.
 */

import { CoraError } from '../base/errors.ts';

/** @param expected how many vectors; @param dimensions how long each, null where not known yet
 *  @throws CoraError EMBEDDER for a wrong count, a wrong length or a number that is none */
export function unitVectors(
  rows: readonly ArrayLike<unknown>[],
  expected: number,
  dimensions: number | null,
  source: string,
): Float32Array[] {
  if (rows.length !== expected)
    throw new CoraError('EMBEDDER', `${source} returned ${rows.length} vectors for ${expected} texts.`, { hint: HINT });
  return rows.map((row) => unitVector(row, dimensions ?? row.length, source));
}

const HINT = 'this server or model does not behave as an embedding model: choose another one with --embedder';

function unitVector(row: ArrayLike<unknown>, dimensions: number, source: string): Float32Array {
  if (row.length !== dimensions || dimensions === 0) {
    const hint =
      'the model may have changed or does not support this length: check dimensions= in the embedder setting, or leave it out';
    const message = `${source} returned a vector of ${row.length} numbers where ${dimensions} were expected.`;
    throw new CoraError('EMBEDDER', message, { hint });
  }
  let squares = 0;
  for (let at = 0; at < dimensions; at++) {
    const value = row[at];
    if (typeof value === 'number') squares += value * value;
    else squares = Number.NaN;
  }
  const message = `${source} returned a vector that holds something else than finite numbers.`;
  if (!Number.isFinite(squares)) throw new CoraError('EMBEDDER', message, { hint: HINT });
  const length = squares === 0 ? 1 : Math.sqrt(squares);
  return Float32Array.from(row as ArrayLike<number>, (value) => value / length);
}

/**
 * Brings sums to a vector of length one: in this order of operations, so that every machine gives
 * the same bits.
 * @returns zeros where there is nothing to measure
 */
export function toUnit(sums: Float64Array): Float32Array {
  let squares = 0;
  for (let at = 0; at < sums.length; at++) squares += sums[at]! * sums[at]!;
  const vector = new Float32Array(sums.length);
  if (squares === 0) return vector;
  const length = Math.sqrt(squares);
  for (let at = 0; at < sums.length; at++) vector[at] = sums[at]! / length;
  return vector;
}
