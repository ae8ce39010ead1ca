/**
 * Ranks rows as candidates: BM25 over words, dot products of vectors, and the best of many. The
 * caller brings the statistics, so other rows of the store change nothing. Pure.
 */

import type { ChunkRow } from '../base/types.ts';
import { occurrences } from '../base/words.ts';
import type { FoundRow, IsWanted, SearchColumn, WordRanking } from './rowReader.ts';
import { withRowWords } from './rowWords.ts';
import { LANES } from './segmentFile.ts';

/** The usual constants of BM25. */
const K1 = 1.2;
const B = 0.75;

/**
 * Returns the BM25 share of a term that a row with `words` words holds `count` times, without the
 * term's weight.
 */
export function saturation(count: number, words: number, averageWords: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * words) / averageWords));
}

/** Adds terms in the order of the map, so that every machine gets the same last digit. */
export function scoreRow(searchText: string, { weights, averageWords }: WordRanking): number {
  const words = searchText.split(' ').length;
  let score = 0;
  for (const [term, weight] of weights) {
    const count = occurrences(searchText, term);
    if (count > 0) score += weight * saturation(count, words, averageWords);
  }
  return score;
}

/**
 * Returns the dot product with the vector at `start`; for unit vectors, the cosine. It adds four
 * independent sums in float64, always in the same order: twice as fast as one sum, with the same
 * last digit everywhere.
 */
export function dotProduct(query: Float32Array, vectors: Float32Array | Int8Array, start: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let at = 0;
  for (; at + 3 < query.length; at += 4) {
    const row = start + at;
    a += query[at]! * vectors[row]!;
    b += query[at + 1]! * vectors[row + 1]!;
    c += query[at + 2]! * vectors[row + 2]!;
    d += query[at + 3]! * vectors[row + 3]!;
  }
  for (; at < query.length; at++) a += query[at]! * vectors[start + at]!;
  return a + b + (c + d);
}

// Finds the best of many by score; ties are ordered by id. The order in which they are offered does
// not matter. Pure.

interface Scored {
  score: number;
  chunkId: string;
}

/** @returns a negative number if `a` comes first */
export function compareScored(a: Scored, b: Scored): number {
  return b.score - a.score || (a.chunkId < b.chunkId ? -1 : a.chunkId > b.chunkId ? 1 : 0);
}

/** Keeps the best `limit` items in a heap whose root is the worst of them. */
export class BestOf<T extends Scored> {
  readonly #limit: number;
  readonly #heap: T[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A row with a lower score is not kept, so the caller need not make it. */
  get floor(): number {
    return this.#heap.length < this.#limit ? Number.NEGATIVE_INFINITY : this.#heap[0]!.score;
  }

  offer(one: T): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push(one);
      this.#rise(heap.length - 1);
    } else if (heap.length > 0 && compareScored(one, heap[0]!) < 0) {
      heap[0] = one;
      this.#sink();
    }
  }

  /** Returns the items, best first. */
  sorted(): T[] {
    return [...this.#heap].sort(compareScored);
  }

  #rise(from: number): void {
    const heap = this.#heap;
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (compareScored(heap[at]!, heap[parent]!) <= 0) return;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    for (let at = 0; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && compareScored(heap[child]!, heap[worst]!) > 0) worst = child;
      }
      if (worst === at) return;
      [heap[at], heap[worst]] = [heap[worst]!, heap[at]!];
      at = worst;
    }
  }
}

// Ranks rows of uncommitted edits, which the table does not hold, among the table's best rows.
// Pure.

/**
 * @param stored the table's best `limit` rows
 * @param scoreOf scores a row in the way of the table; null for a row without any match
 * @returns the best `limit` of both
 */
export function bestBeside<C extends SearchColumn>(
  stored: FoundRow<C>[],
  beside: readonly ChunkRow[],
  isWanted: IsWanted,
  scoreOf: (row: ChunkRow) => number | null,
  limit: number,
): FoundRow<C>[] {
  const found = beside.flatMap((row) => {
    const score = scoreOf(row);
    const candidate = score === null ? null : { ...withRowWords(row), score };
    return candidate !== null && isWanted(candidate) ? [candidate] : [];
  });
  return found.length === 0 ? stored : [...stored, ...(found as FoundRow<C>[])].sort(compareScored).slice(0, limit);
}

// Dot products of one vector with many, in 8-bit integers with the SIMD of WebAssembly; JavaScript
// has no SIMD and takes ten times as long. The module is written out instruction by instruction, so
// that a build of Cora needs no compiler for it.

/**
 * @param query the address of its components, 16-bit integers; all addresses are multiples of 16
 * @param rows the address of the rows, one after the other, a byte for each component
 * @param count the number of rows, at least 1
 * @param dimensions of the query and of each row, a multiple of LANES (segmentFile.ts)
 * @param out the address for the sums, 32 bits each. The caller must make sure that no sum
 * overflows
 */
export type DotKernel = (query: number, rows: number, count: number, dimensions: number, out: number) => void;

const PAGE = 65_536;

/** @returns null if this processor lacks the instructions, or there is not enough memory */
export function createDotKernel(bytes: number): { memory: ArrayBuffer; dot: DotKernel } | null {
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), { cora: { memory } });
    return { memory: memory.buffer, dot: instance.exports['dot'] as DotKernel };
  } catch (error) {
    if (error instanceof WebAssembly.CompileError || error instanceof RangeError) return null;
    throw error;
  }
}

const [I32, V128] = [0x7f, 0x7b];
/** The numbers of parameters, as above, and then of local variables. */
const [QUERY, ROWS, COUNT, DIMENSIONS, OUT, END, AT, LOW, HIGH, ROW] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
/** Only for values below 64. */
const constant = (value: number): number[] => [0x41, value];
const simd = (code: number, ...rest: number[]): number[] => [0xfd, ...leb(code), ...rest];
const load = (offset: number): number[] => simd(0x00, 4, offset);
const ZERO = simd(0x0c, ...new Array<number>(16).fill(0));
const ADD = [0x6a];
const loop = (...body: number[][]): number[] => [0x03, 0x40, ...body.flat(), 0x0b];
/** Jumps back to the start of the loop if the value on the stack is not 0. */
const AGAIN = [0x0d, 0];
const I32X4_ADD = simd(0xae);
const I32X4_DOT_I16X8_S = simd(0xba);
const I16X8_EXTEND_LOW_I8X16_S = simd(0x87);
const I16X8_EXTEND_HIGH_I8X16_S = simd(0x88);
const lane = (at: number): number[] => simd(0x1b, at);

const BODY = [
  // end = query + 2 * dimensions
  [get(QUERY), get(DIMENSIONS), constant(1), [0x74], ADD, set(END)],
  loop(
    ...[ZERO, set(LOW), ZERO, set(HIGH), get(QUERY), set(AT)],
    loop(
      ...[get(ROWS), load(0), set(ROW)],
      ...[get(LOW), get(ROW), I16X8_EXTEND_LOW_I8X16_S, get(AT), load(0), I32X4_DOT_I16X8_S, I32X4_ADD, set(LOW)],
      ...[get(HIGH), get(ROW), I16X8_EXTEND_HIGH_I8X16_S, get(AT), load(16), I32X4_DOT_I16X8_S, I32X4_ADD, set(HIGH)],
      ...[get(ROWS), constant(LANES), ADD, set(ROWS)],
      // at += 2 * LANES, again while at < end
      ...[get(AT), constant(2 * LANES), ADD, tee(AT), get(END), [0x49], AGAIN],
    ),
    ...[get(LOW), get(HIGH), I32X4_ADD, set(LOW)],
    ...[get(OUT), get(LOW), lane(0), get(LOW), lane(1), ADD, get(LOW), lane(2), ADD, get(LOW), lane(3), ADD],
    // i32.store
    [0x36, 2, 0],
    ...[get(OUT), constant(4), ADD, set(OUT)],
    ...[get(COUNT), constant(1), [0x6b], tee(COUNT), AGAIN],
  ),
].flat(2);

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const locals = [2, ...[2, I32], ...[3, V128]];
  const code = [...locals, ...BODY, 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    // (type (func (param i32 i32 i32 i32 i32)))
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    // (import "cora" "memory" (memory 0))
    ...section(2, [1, ...text('cora'), ...text('memory'), 2, 0, 0]),
    ...section(3, [1, 0]),
    // (export "dot" (func 0))
    ...section(7, [1, ...text('dot'), 0, 0]),
    ...section(10, [1, ...leb(code.length), ...code]),
  ]);
}

function section(id: number, content: number[]): number[] {
  return [id, ...leb(content.length), ...content];
}

function text(name: string): number[] {
  return [name.length, ...new TextEncoder().encode(name)];
}

/** Encodes an unsigned number, seven bits in each byte. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >> 7)];
}
