/**
 * Vectors by what was embedded, for a build that asks for tens of thousands of them a few hundred at a time. A column of hashes has no
 * order that an index could use, so each question reads all of it: of a large table, longer than embedding anew. After the first
 * few questions the hashes are kept, eight bytes a row, and rows are read by their places.
 */

import type { AskTable, ReadTable } from './readTable.ts';
import { bytesOf, decodeRows } from './schema.ts';

/** Hashes that are asked for before the table's are read. */
const FEW = 2048;
/** A row's place and the leading digits of its hash make one exact number. */
const PLACES = 2 ** 24;
const DIGITS = 7;
/** Rows of one hash that are looked at: the others hold the same vector. */
const MOST_ALIKE = 3;

export class ContentVectors {
  #asked = 0;
  /** Sorted. */
  #hashes: Float64Array | null = null;
  /** How many rows there are, as far as is known here. */
  #rows = 0;
  /** Places of rows that came since. */
  readonly #since = new Map<string, number>();

  /** @returns those that are there; null where the table is to be asked instead */
  async find(ask: AskTable, wanted: ReadonlySet<string>): Promise<Map<string, Float32Array> | null> {
    this.#asked += wanted.size;
    if (this.#asked <= FEW) return null;
    try {
      this.#hashes ??= await ask(readHashes);
      if (this.#hashes.length > PLACES) return null;
      this.#rows ||= this.#hashes.length;
      const offsets = [...new Set([...wanted].flatMap((hash) => this.#placesOf(hash)))].sort((a, b) => a - b);
      return offsets.length === 0 ? new Map() : await ask((table) => takeVectors(table, offsets, wanted));
    } catch {
      // Its rows have moved, or it cannot be read: then whoever asks it next hears why.
      this.forget();
      return null;
    }
  }

  /** Rows that were added behind all others. */
  appended(rows: readonly { contentHash: string }[]): void {
    if (this.#hashes === null) return;
    for (const { contentHash } of rows) this.#since.set(contentHash, this.#rows++);
  }

  /** After rows have gone: others stand in their places. */
  forget(): void {
    this.#hashes = null;
    this.#rows = 0;
    this.#since.clear();
  }

  #placesOf(hash: string): number[] {
    const since = this.#since.get(hash);
    if (since !== undefined) return [since];
    const hashes = this.#hashes!;
    const first = Number.parseInt(hash.slice(0, DIGITS), 16) * PLACES;
    const places: number[] = [];
    for (let at = firstFrom(hashes, first); places.length < MOST_ALIKE && hashes[at]! < first + PLACES; at++)
      places.push(hashes[at]! - first);
    return places;
  }
}

/** Of the hashes that are so large or larger. */
function firstFrom(hashes: Float64Array, least: number): number {
  let low = 0;
  let high = hashes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hashes[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function readHashes(table: ReadTable): Promise<Float64Array> {
  const hashes = new Float64Array(await table.countRows());
  let place = 0;
  for await (const batch of table.select({ columns: ['contentHash'] })) {
    const { bytes, offsets } = bytesOf(batch, 'contentHash');
    const digits = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let row = 0; row < batch.numRows; row++, place++) {
      const start = offsets[row]!;
      hashes[place] = Number.parseInt(digits.toString('latin1', start, start + DIGITS), 16) * PLACES + place;
    }
  }
  return hashes.sort();
}

/** Of rows that are what they were thought to be. */
async function takeVectors(
  table: ReadTable,
  offsets: number[],
  wanted: ReadonlySet<string>,
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  for await (const batch of table.select({ offsets, columns: ['contentHash', 'vector'] }))
    for (const { contentHash, vector } of decodeRows(batch, ['contentHash', 'vector']))
      if (wanted.has(contentHash)) found.set(contentHash, vector);
  return found;
}
