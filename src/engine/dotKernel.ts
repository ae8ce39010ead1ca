/**
 * Dot products of one vector with many, in 8-bit integers with the SIMD of WebAssembly; JavaScript
 * has no SIMD and takes ten times as long. The module is written out instruction by instruction, so
 * that a build of Cora needs no compiler for it.
 */

import { LANES } from './segmentFile.ts';

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
