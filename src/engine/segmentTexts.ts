/**
 * The texts of a segment, in deflated blocks that hold the texts and comments of neighbouring rows;
 * and its vectors, all of them in memory, or read as they are needed.
 */

import { memoized } from '../base/concurrency.ts';
import { countWhile } from '../base/lists.ts';
import { ByteReader, damaged, textIn } from './bytes.ts';
import {
  ByteVectors,
  exceptionsOf,
  readExceptions,
  type VectorMemory,
  type VectorSearch,
  vectorOfBytes,
} from './byteVectors.ts';
import { inflateRaw } from './inflate.ts';
import { type ByteRanges, type SegmentHeader, vectorWidth } from './segmentFile.ts';

/** The text and the comment of a row in UTF-8. */
export interface TextBytes {
  text: Uint8Array;
  doc: Uint8Array;
}

/** The most bytes of a block. Only a block with a single row is larger than usual. */
const MOST_TEXT = 2 ** 30;
/** The most bytes for each packed byte; a small block may have more. */
const MOST_TEXT_GROWTH = 250;
const FREE_TEXT = 2 ** 24;

export class TextTable {
  /** For each block: its first row, where its bytes end, and its unpacked size. */
  readonly #at: Uint32Array;
  readonly #header: Pick<SegmentHeader, 'rows' | 'omits'>;

  /** @throws CoraError BROKEN_INDEX */
  constructor(at: Uint32Array, header: Pick<SegmentHeader, 'rows' | 'omits'>) {
    for (let next = 0; next < at.length; next += 3) {
      const isBehind = next === 0 ? at[0] === 0 : at[next]! > at[next - 3]! && at[next + 1]! >= at[next - 2]!;
      if (!isBehind || at[next]! >= header.rows) throw damaged();
    }
    this.#at = at;
    this.#header = header;
  }

  /** The end of the last block in the section. */
  get end(): number {
    return this.#at.at(-2) ?? 0;
  }

  blockOf(row: number): number {
    const blocks = countWhile(this.#at.length / 3, (block) => this.#at[3 * block]! <= row);
    if (blocks === 0) throw damaged();
    return blocks - 1;
  }

  /** Returns the blocks that hold a range of rows. */
  blocksOf(from: number, to: number): number[] {
    const first = this.blockOf(from);
    return Array.from({ length: this.blockOf(to - 1) - first + 1 }, (_, index) => first + index);
  }

  /** Returns the range of a block in the section. */
  rangeOf(block: number): readonly [from: number, to: number] {
    return [block === 0 ? 0 : this.#at[3 * block - 2]!, this.#at[3 * block + 1]!];
  }

  async unpack(block: number, packed: Uint8Array): Promise<TextBytes[]> {
    const size = this.#at[3 * block + 2]!;
    if (size > MOST_TEXT || size > FREE_TEXT + MOST_TEXT_GROWTH * packed.length) throw damaged();
    // A packed index holds plain texts: its blocks are compressed around them, so texts that are
    // compressed as well can only be a bomb.
    if (packed.length !== size && this.#header.omits.length > 0) throw damaged();
    const next = 3 * block + 3;
    const rows = (next < this.#at.length ? this.#at[next]! : this.#header.rows) - this.#at[3 * block]!;
    // A text that compression does not make smaller is stored as it is.
    const bytes = packed.length === size ? packed : await inflateRaw(packed, size);
    const reader = new ByteReader(bytes);
    const texts: TextBytes[] = [];
    while (!reader.isAtEnd && texts.length < rows) texts.push({ text: reader.run(), doc: reader.run() });
    if (!reader.isAtEnd || texts.length !== rows) throw damaged();
    return texts;
  }

  /** @param packed all blocks that hold these neighbouring rows */
  async neighbours(from: number, to: number, packed: Uint8Array): Promise<TextBytes[]> {
    const blocks = this.blocksOf(from, to);
    const [start] = this.rangeOf(blocks[0]!);
    const texts: TextBytes[] = [];
    for (const block of blocks) {
      const [begin, end] = this.rangeOf(block);
      for (const one of await this.unpack(block, packed.subarray(begin - start, end - start))) texts.push(one);
    }
    const skipped = from - this.#at[3 * blocks[0]!]!;
    const found = texts.slice(skipped, skipped + to - from);
    if (found.length !== to - from) throw damaged();
    return found;
  }

  /** @param unpacked rows by block */
  decoded(row: number, unpacked: ReadonlyMap<number, readonly TextBytes[]>): { text: string; doc: string } {
    const block = this.blockOf(row);
    const found = unpacked.get(block)![row - this.#at[3 * block]!];
    if (found === undefined) throw damaged();
    return { text: textOf(found.text), doc: textOf(found.doc) };
  }
}

function textOf(bytes: Uint8Array): string {
  return textIn(bytes, 0, bytes.length);
}

// Vectors.

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
