/** The vectors of a segment: all of them in memory, or read as they are needed. */

import { memoized } from '../base/concurrency.ts';
import {
  ByteVectors,
  exceptionsOf,
  readExceptions,
  type VectorMemory,
  type VectorSearch,
  vectorOfBytes,
} from './byteVectors.ts';
import { type ByteRanges, type SegmentHeader, vectorWidth } from './segmentFile.ts';

/** Few: one of so many, or less. */
const FEW_OF = 8;
/** A report is searched for twice. */
const IN_PIECES = 2;

export class SegmentVectors {
  readonly #header: SegmentHeader;
  readonly #ranges: ByteRanges;
  #isKept = false;
  #searches = 0;

  constructor(header: SegmentHeader, ranges: ByteRanges) {
    this.#header = header;
    this.#ranges = ranges;
  }

  /** Reads all vectors, and keeps them. */
  readonly all = memoized(async () => {
    this.#isKept = true;
    const { rows, dimensions, longest, sections } = this.#header;
    const [offset, length] = sections.vectors;
    const [exceptions] = await Promise.all([this.#exceptions(), this.#ranges.far?.bring(offset, length)]);
    const vectors = new ByteVectors(rows, dimensions, exceptions, longest);
    await this.#ranges.readInto(offset, vectors.bytes);
    return vectors;
  });

  readonly #exceptions = memoized(async () => {
    const { dimensions, sections } = this.#header;
    const [offset, length] = sections.exceptions;
    return readExceptions(await this.#ranges.read(offset, length), dimensions);
  });

  /**
   * Most processes answer one question, so the first searches read the vectors piece by piece and
   * keep none: memory for all of them takes longer than comparing them.
   * @param newMemory makes memory for a piece, which takes a millisecond
   */
  async search(search: VectorSearch, newMemory: () => VectorMemory): Promise<void> {
    this.#searches += 1;
    if (this.#searches > IN_PIECES || !this.#mayReadSome) return (await this.all()).search(search);
    const { rows, dimensions, longest, sections } = this.#header;
    const exceptions = await this.#exceptions();
    const memory = newMemory();
    for (let from = 0; from < rows; from += memory.rows) {
      const count = Math.min(memory.rows, rows - from);
      const vectors = new ByteVectors(count, dimensions, exceptionsOf(exceptions, from, count), longest, memory);
      await this.#ranges.readInto(sections.vectors[0] + from * vectorWidth(dimensions), vectors.bytes);
      vectors.search(search, from);
    }
  }

  /** Returns the vectors of rows. */
  async of(rows: readonly number[]): Promise<Float32Array[]> {
    if (!this.#mayReadSome || FEW_OF * rows.length > this.#header.rows) {
      const vectors = await this.all();
      return rows.map((row) => vectors.at(row));
    }
    const { dimensions, sections } = this.#header;
    const width = vectorWidth(dimensions);
    const exceptions = await this.#exceptions();
    const parts = await this.#ranges.readMany(rows.map((row) => [sections.vectors[0] + row * width, width]));
    return rows.map((row, at) => exceptions.get(row)?.vector ?? vectorOfBytes(parts[at]!, dimensions));
  }

  /** True while nobody needs all vectors, and some can be read without the others. */
  get #mayReadSome(): boolean {
    const { exceptions, vectors } = this.#header.sections;
    return !this.#isKept && this.#ranges.isDirect === true && FEW_OF * exceptions[1] <= vectors[1];
  }
}
