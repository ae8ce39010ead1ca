/**
 * A packed file holds plain bytes in blocks, each packed on its own, so that any range of plain
 * bytes comes from a few ranges of the file. The segment in a packed index has this form; its
 * reader sees plain bytes.
 *
 *     CORAPAK1 <u32: bytes of a block> <u32: blocks> <f64: plain bytes> <u32: 0 for raw deflate>
 *     <u32 for each block: its bytes here> <blocks>
 *
 * A block whose packed size equals its plain size is not packed.
 */

import { damaged } from './bytes.ts';
import { inflateRaw } from './inflate.ts';
import type { ByteRange, ByteRanges, FarRanges } from './segmentFile.ts';

export const PACKED_MAGIC = 'CORAPAK1';
/** Bytes of the header before its table. */
export const PACKED_LEAD = 28;
/** The largest block that is read. A reader holds several blocks in memory. */
const MOST_OF_BLOCK = 2 ** 24;

/** The number of raw deflate, the only packing: browsers read it, too. */
export const DEFLATE = 0;
/**
 * The most plain bytes for each byte of the file. Segments have 2 to 4; a small file may have more.
 */
const MOST_GROWTH = 30;
const FREE_GROWTH = 2 ** 26;

/** Holds the whole table of most files. */
const FIRST_READ = 4096;
/** Plain bytes of blocks that are kept in memory. A few blocks are kept even if they are larger. */
const MOST_KEPT = 8 * 2 ** 20;
const LEAST_KEPT = 4;
/** A long range is unpacked in pieces of this many plain bytes. */
const PIECE = 8 * 2 ** 20;

/** Reads the plain bytes of a packed file through ranges of the file. */
export class PackedRanges implements ByteRanges {
  readonly size: number;
  readonly #file: ByteRanges;
  readonly #block: number;
  /** Where each block begins in the file, and where the last one ends. */
  readonly #starts: Float64Array;
  /** Unpacked blocks by number, the most recently used last. */
  readonly #kept = new Map<number, Promise<Uint8Array>>();

  private constructor(file: ByteRanges, block: number, size: number, starts: Float64Array) {
    this.#file = file;
    this.#block = block;
    this.size = size;
    this.#starts = starts;
  }

  /** @throws CoraError BROKEN_INDEX if it is no packed file */
  static async open(file: ByteRanges): Promise<PackedRanges> {
    if (file.size < PACKED_LEAD) throw damaged();
    const first = await file.read(0, Math.min(FIRST_READ, file.size));
    const view = new DataView(first.buffer, first.byteOffset, first.byteLength);
    if (new TextDecoder().decode(first.subarray(0, PACKED_MAGIC.length)) !== PACKED_MAGIC) throw damaged();
    const [block, blocks, size] = [view.getUint32(8, true), view.getUint32(12, true), view.getFloat64(16, true)];
    if (view.getUint32(24, true) !== DEFLATE) throw damaged();
    if (block < 1 || block > MOST_OF_BLOCK || !Number.isSafeInteger(size) || size < 0) throw damaged();
    if (size > FREE_GROWTH + MOST_GROWTH * file.size) throw damaged();
    // Each block takes at least one byte, and four in the table. So a header cannot ask for more
    // memory than the file's size allows.
    if (blocks !== Math.ceil(size / block) || PACKED_LEAD + 5 * blocks > file.size) throw damaged();
    const end = PACKED_LEAD + 4 * blocks;
    const table = end <= first.length ? first.subarray(PACKED_LEAD, end) : await file.read(PACKED_LEAD, 4 * blocks);
    const lengths = new DataView(table.buffer, table.byteOffset, table.byteLength);
    const starts = new Float64Array(blocks + 1);
    starts[0] = end;
    for (let at = 0; at < blocks; at++) {
      const length = lengths.getUint32(4 * at, true);
      if (length < 1 || length > Math.min(block, size - at * block)) throw damaged();
      starts[at + 1] = starts[at]! + length;
    }
    if (starts[blocks] !== file.size) throw damaged();
    return new PackedRanges(file, block, size, starts);
  }

  /** Counts bytes of the file, not plain bytes. */
  get far(): FarRanges | undefined {
    const { far } = this.#file;
    if (far === undefined) return undefined;
    const packed = (offset: number, length: number): [from: number, length: number] => {
      const blocks = this.#blocksOf(offset, length);
      const from = this.#starts[blocks[0] ?? 0]!;
      return [from, blocks.length === 0 ? 0 : this.#starts[blocks.at(-1)! + 1]! - from];
    };
    return {
      missing: (offset, length) => far.missing(...packed(offset, length)),
      bring: (offset, length) => far.bring(...packed(offset, length)),
    };
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const [bytes] = await this.readMany([[offset, length]]);
    return bytes!;
  }

  /** @throws CoraError BROKEN_INDEX past the end */
  async readMany(ranges: readonly ByteRange[]): Promise<Uint8Array[]> {
    const wanted = new Set<number>();
    for (const [offset, length] of ranges) for (const block of this.#blocksOf(offset, length)) wanted.add(block);
    const blocks = await this.#bring([...wanted].sort((a, b) => a - b));
    return ranges.map(([offset, length]) => {
      const target = new Uint8Array(length);
      this.#fill(target, offset, blocks);
      return target;
    });
  }

  async readInto(offset: number, target: Uint8Array): Promise<void> {
    // Reads in pieces, so that the whole file and its plain bytes are never in memory at once.
    const piece = Math.max(1, Math.floor(PIECE / this.#block)) * this.#block;
    const first = piece - (offset % piece);
    for (let at = 0; at < target.length; at += at === 0 ? first : piece) {
      const part = target.subarray(at, at + (at === 0 ? first : piece));
      const blocks = await this.#bring(this.#blocksOf(offset + at, part.length), false);
      this.#fill(part, offset + at, blocks);
    }
  }

  close(): void {
    this.#kept.clear();
    this.#file.close();
  }

  #blocksOf(offset: number, length: number): number[] {
    if (!(offset >= 0 && length >= 0 && offset + length <= this.size)) throw damaged();
    if (length === 0) return [];
    const first = Math.floor(offset / this.#block);
    const last = Math.floor((offset + length - 1) / this.#block);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  }

  #fill(target: Uint8Array, offset: number, blocks: ReadonlyMap<number, Uint8Array>): void {
    for (const block of this.#blocksOf(offset, target.length)) {
      const bytes = blocks.get(block)!;
      const from = block * this.#block - offset;
      target.set(
        from < 0 ? bytes.subarray(-from, target.length - from) : bytes.subarray(0, target.length - from),
        Math.max(0, from),
      );
    }
  }

  /** @param numbers of blocks, ascending */
  async #bring(numbers: readonly number[], isKept = true): Promise<Map<number, Uint8Array>> {
    const missing = numbers.filter((block) => !this.#kept.has(block));
    const reading = new Map(missing.length === 0 ? [] : this.#read(missing));
    const all = numbers.map((block) => reading.get(block) ?? this.#kept.get(block)!);
    if (isKept) for (const [block, bytes] of reading) this.#keep(block, bytes);
    const blocks = await Promise.all(all);
    return new Map(blocks.map((bytes, at) => [numbers[at]!, bytes]));
  }

  /** Neighbouring blocks are read as one range. */
  #read(blocks: readonly number[]): [number, Promise<Uint8Array>][] {
    const runs: number[][] = [];
    for (const block of blocks) {
      if (runs.at(-1)?.at(-1) === block - 1) runs.at(-1)!.push(block);
      else runs.push([block]);
    }
    const ranges = runs.map((run): ByteRange => {
      const from = this.#starts[run[0]!]!;
      return [from, this.#starts[run.at(-1)! + 1]! - from];
    });
    const packed = this.#file.readMany(ranges);
    // Each block is awaited later; until then a failure must not count as unhandled.
    packed.catch(() => undefined);
    return runs.flatMap((run, at) =>
      run.map((block): [number, Promise<Uint8Array>] => {
        const bytes = packed.then((all) => this.#unpack(block, all[at]!, this.#starts[run[0]!]!));
        bytes.catch(() => undefined);
        return [block, bytes];
      }),
    );
  }

  async #unpack(block: number, packed: Uint8Array, from: number): Promise<Uint8Array> {
    const size = Math.min(this.#block, this.size - block * this.#block);
    const own = packed.subarray(this.#starts[block]! - from, this.#starts[block + 1]! - from);
    const bytes = own.length === size ? own : await inflateRaw(own, size);
    if (bytes.length !== size) throw damaged();
    return bytes;
  }

  #keep(block: number, bytes: Promise<Uint8Array>): void {
    this.#kept.set(block, bytes);
    bytes.catch(() => this.#kept.delete(block));
    while (this.#kept.size > Math.max(LEAST_KEPT, MOST_KEPT / this.#block)) {
      const [oldest] = this.#kept.keys();
      this.#kept.delete(oldest!);
    }
  }
}

/** A part of a file, such as a member of an archive, as a file of its own. */
export class PartOfRanges implements ByteRanges {
  readonly size: number;
  readonly #whole: ByteRanges;
  readonly #from: number;

  /** @throws CoraError BROKEN_INDEX if the file does not have these bytes */
  constructor(whole: ByteRanges, from: number, size: number) {
    if (from < 0 || size < 0 || from + size > whole.size) throw damaged();
    this.#whole = whole;
    this.#from = from;
    this.size = size;
  }

  get far(): FarRanges | undefined {
    const { far } = this.#whole;
    if (far === undefined) return undefined;
    return {
      missing: (offset, length) => far.missing(this.#from + offset, length),
      bring: (offset, length) => far.bring(this.#from + offset, length),
    };
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const [bytes] = await this.readMany([[offset, length]]);
    return bytes!;
  }

  async readMany(ranges: readonly ByteRange[]): Promise<Uint8Array[]> {
    if (ranges.some(([offset, length]) => !this.#has(offset, length))) throw damaged();
    return this.#whole.readMany(ranges.map(([offset, length]) => [this.#from + offset, length]));
  }

  async readInto(offset: number, target: Uint8Array): Promise<void> {
    if (!this.#has(offset, target.length)) throw damaged();
    await this.#whole.readInto(this.#from + offset, target);
  }

  close(): void {
    this.#whole.close();
  }

  #has(offset: number, length: number): boolean {
    return offset >= 0 && length >= 0 && offset + length <= this.size;
  }
}
