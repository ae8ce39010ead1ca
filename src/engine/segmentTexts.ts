/**
 * The texts of a segment, in deflated blocks that hold the texts and comments of neighbouring rows.
 */

import { countWhile } from '../base/lists.ts';
import { ByteReader, damaged, textIn } from './bytes.ts';
import { inflateRaw } from './inflate.ts';
import type { SegmentHeader } from './segmentFile.ts';

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
