/**
 * Vectors of a block of rows of version 1, as bytes that compress well, without losing a bit. One
 * leading byte says how:
 *
 *   0      halves: the low bytes of all float16 values, then their high bytes   1–14   grid: every
 * value is a multiple of 2^-n; the multiples in zigzag (0 −1 1 −2 …), low
 *          bytes, then high bytes
 *
 * Bytes of the same weight stand together, because only the high ones repeat themselves.
 */

import { decodeFloat16 } from '../../engine/vectorForm.ts';
import { badArtifact } from './archive.ts';

const HALVES = 0;
const FINEST_GRID = 14;
const COARSEST_GRID = 4;

/**
 * @param rows how many vectors there must be
 * @throws CoraError BAD_ARTIFACT for another length, an unknown form or a value that is no number
 */
export function decodeVectors(bytes: Buffer, rows: number, dimensions: number): Float32Array[] {
  const count = rows * dimensions;
  const grid = bytes[0] ?? 255;
  if (bytes.length !== 1 + 2 * count || (grid !== HALVES && (grid < COARSEST_GRID || grid > FINEST_GRID))) {
    throw badArtifact('its vectors have another length or form');
  }
  const values = new Float32Array(count);
  const isRight = grid === HALVES ? decodeHalves(bytes, values) : decodeGrid(bytes, values, grid);
  if (!isRight) throw badArtifact('one of its vectors holds a value that a vector cannot hold');
  // Views: who keeps one of them for long, copies it.
  return Array.from({ length: rows }, (_, row) => values.subarray(row * dimensions, (row + 1) * dimensions));
}

/** @returns false for a value that is no number */
function decodeHalves(bytes: Buffer, values: Float32Array): boolean {
  const count = values.length;
  const words = new Uint16Array(count);
  for (let at = 0; at < count; at++) words[at] = bytes[1 + at]! | (bytes[1 + count + at]! << 8);
  values.set(decodeFloat16(words, 0, count));
  return values.every(Number.isFinite);
}

/**
 * Millions of values in a repository, so a plain loop.
 * @returns false for a value that float16 cannot hold
 */
function decodeGrid(bytes: Buffer, values: Float32Array, grid: number): boolean {
  const count = values.length;
  const step = 2 ** -grid;
  for (let at = 0; at < count; at++) {
    const word = bytes[1 + at]! | (bytes[1 + count + at]! << 8);
    // Zigzag: 0 −1 1 −2 2 …
    const multiple = (word >> 1) ^ -(word & 1);
    if ((multiple > 2048 || multiple < -2048) && !fitsHalf(multiple)) return false;
    values[at] = multiple * step;
  }
  return true;
}

/** A float16 has eleven significant bits. */
function fitsHalf(multiple: number): boolean {
  return Math.abs(multiple) / (multiple & -multiple) <= 2048;
}
