/**
 * Writes and reads numbers and texts as bytes, the parts of a segment's sections. Unsigned numbers
 * have seven bits in each byte, the lowest first (LEB128); a text is UTF-8 after its length.
 */

import { CoraError } from '../base/errors.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Numbers must be below this: they take at most seven bytes, and sums of several are still exact in
 * a float64.
 */
const LARGEST = 2 ** 49;

/** A buffer that grows. */
export class ByteWriter {
  #bytes: Uint8Array;
  length = 0;

  constructor(capacity = 1 << 12) {
    this.#bytes = new Uint8Array(capacity);
  }

  /** @throws RangeError for a number that a reader would refuse */
  varint(value: number): void {
    if (!(value >= 0 && value < LARGEST)) throw new RangeError(`${value} is no number of a segment`);
    this.#ensure(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.length++] = rest;
  }

  bytes(bytes: Uint8Array): void {
    this.#ensure(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Writes a text without its length. */
  utf8(text: string): void {
    this.#ensure(3 * text.length);
    if (this.#ascii(text, this.length)) this.length += text.length;
    else this.length += encoder.encodeInto(text, this.#bytes.subarray(this.length)).written;
  }

  /** Returns how many bytes at the beginning are equal. */
  sharedWith(other: ByteWriter): number {
    const [bytes, others] = [this.#bytes, other.#bytes];
    const most = Math.min(this.length, other.length);
    let shared = 0;
    while (shared < most && bytes[shared] === others[shared]) shared += 1;
    return shared;
  }

  text(text: string): void {
    // The length of a short ASCII text is known before. Of every other text it is known only after
    // encoding.
    this.#ensure(8 + 3 * text.length);
    if (text.length < 0x80 && this.#ascii(text, this.length + 1)) {
      this.#bytes[this.length] = text.length;
      this.length += 1 + text.length;
      return;
    }
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(this.length + 8));
    const from = this.length + 8;
    this.varint(written);
    this.#bytes.copyWithin(this.length, from, from + written);
    this.length += written;
  }

  /** Writes a run of bytes after its length, so that a reader can skip it. */
  run(write: (inner: ByteWriter) => void, scratch: ByteWriter): void {
    scratch.length = 0;
    write(scratch);
    this.varint(scratch.length);
    this.bytes(scratch.#bytes.subarray(0, scratch.length));
  }

  /** Returns a copy of what was written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }

  /** Returns the written bytes without a copy. Do not write afterwards. */
  take(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  /** @returns false if the text is not ASCII; only its beginning is written then */
  #ascii(text: string, start: number): boolean {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 0x80) return false;
      this.#bytes[start + at] = code;
    }
    return true;
  }

  #ensure(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.length + more));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}

/** Bytes in pieces, which are read one after the other and need not be in memory. */
export interface Pieces extends Iterable<Uint8Array> {
  /** The number of all bytes. */
  readonly size: number;
  /** Only of bytes that nobody kept: the first 16 hex digits of their SHA-256. */
  readonly digest?: string;
}

/** Takes the pieces of a section while it is made. */
export interface PieceKeeper extends Pieces {
  /** @param piece may be overwritten after the call */
  keep(piece: Uint8Array): void;
}

export class PiecesInMemory implements PieceKeeper {
  readonly #pieces: Uint8Array[] = [];
  size = 0;

  keep(piece: Uint8Array): void {
    this.#pieces.push(piece.slice());
    this.size += piece.length;
  }

  [Symbol.iterator](): Iterator<Uint8Array> {
    return this.#pieces[Symbol.iterator]();
  }
}

/** A piece with this many bytes is full. */
const PIECE = 1 << 20;

/**
 * A buffer that grows to many megabytes, in pieces that are never moved. A single buffer would be
 * copied each time it doubles, and would leave holes in memory that nothing fills.
 */
export class PieceWriter {
  /** Write here, and call `settle` after each entry that must not be split between pieces. */
  readonly open = new ByteWriter(1 << 14);
  readonly #full: PieceKeeper;

  constructor(full: PieceKeeper = new PiecesInMemory()) {
    this.#full = full;
  }

  get length(): number {
    return this.#full.size + this.open.length;
  }

  settle(): void {
    if (this.open.length >= PIECE) this.#keep();
  }

  /** Returns all that was written. Do not write afterwards. */
  take(): Pieces {
    if (this.open.length > 0) this.#keep();
    return this.#full;
  }

  #keep(): void {
    this.#full.keep(this.open.take());
    this.open.length = 0;
  }
}

/** Reads what a ByteWriter wrote. @throws CoraError BROKEN_INDEX past the end of the bytes */
export class ByteReader {
  readonly #bytes: Uint8Array;
  /** All bytes as a text, if they are ASCII and `decode` was called. */
  #ascii: string | null = null;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  varint(): number {
    let value = 0;
    // Small integers: V8 makes an object of each fraction that a function returns.
    for (let shift = 0; shift < SMALL_BITS; shift += 7) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) throw damaged();
      value |= (byte & 0x7f) << shift;
      // Each number has only one valid form: the last byte of several may not be 0.
      if (byte === 0 && shift > 0) throw damaged();
      if (byte < 0x80) return value;
    }
    for (let scale = 2 ** SMALL_BITS; scale < LARGEST; scale *= 0x80) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) throw damaged();
      value += (byte & 0x7f) * scale;
      if (byte === 0) break;
      if (byte < 0x80) return value;
    }
    throw damaged();
  }

  /** Decodes all bytes at once, which pays if many short texts follow. */
  decode(): void {
    if (this.#bytes.length < SHORT) return;
    const text = decoder.decode(this.#bytes);
    // A decoder replaces bytes that are not UTF-8 by U+FFFD, and other characters beyond ASCII take
    // several bytes. So a text of equal length without U+FFFD is ASCII.
    if (text.length === this.#bytes.length && !text.includes('\ufffd')) this.#ascii = text;
  }

  utf8(): string {
    const length = this.varint();
    const from = this.skip(length);
    if (this.#ascii !== null) return this.#ascii.slice(from, from + length);
    return textIn(this.#bytes, from, from + length);
  }

  /** Skips a text or a run. */
  skipRun(): void {
    this.skip(this.varint());
  }

  /** Returns the bytes of a text or a run without a copy. */
  run(): Uint8Array {
    return this.slice(this.varint());
  }

  /** Goes to the first byte of a text or a run. @returns where its last byte ends */
  enter(): number {
    const length = this.varint();
    const from = this.skip(length);
    this.at = from;
    return from + length;
  }

  slice(length: number): Uint8Array {
    const from = this.skip(length);
    return this.#bytes.subarray(from, from + length);
  }

  /** @returns the position before the skip */
  skip(length: number): number {
    const from = this.at;
    if (from + length > this.#bytes.length) throw damaged();
    this.at = from + length;
    return from;
  }
}

/** The bits of numbers that are read as small integers: four bytes. */
const SMALL_BITS = 28;

const SHORT = 32;

/**
 * Up to this length, joining characters is faster than a decoder. Above, V8 makes a chain of
 * pieces.
 */
const FEW = 12;

export function textIn(bytes: Uint8Array, from: number, to: number): string {
  if (to - from <= FEW) {
    let text = '';
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      if (byte >= 0x80) return decoder.decode(bytes.subarray(from, to));
      text += String.fromCharCode(byte);
    }
    return text;
  }
  return decoder.decode(bytes.subarray(from, to));
}

export function damaged(): CoraError {
  return new CoraError('BROKEN_INDEX', 'A segment of the search file is damaged.', {
    hint: 'cora index   writes it again from the rows',
  });
}

/** An array of numbers that grows. */
export class GrowingNumbers {
  #numbers = new Uint32Array(1 << 10);
  length = 0;

  push(value: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.length++] = value;
  }

  /** Adds to a number that is there. */
  increase(at: number, by: number): void {
    this.#numbers[at]! += by;
  }

  set(at: number, value: number): void {
    this.#numbers[at] = value;
  }

  at(index: number): number {
    return this.#numbers[index]!;
  }

  /** Returns the numbers without a copy. Do not add afterwards. */
  finish(): Uint32Array {
    return this.#numbers.subarray(0, this.length);
  }
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** From this length on, letters are written as bytes and decoded together. */
const MANY = 256;

export function hexOf(bytes: Uint8Array, from: number, to: number): string {
  if (to - from >= MANY) return manyInHex(bytes, from, to);
  let hex = '';
  for (let at = from; at < to; at++) hex += HEX[bytes[at]!];
  return hex;
}

function manyInHex(bytes: Uint8Array, from: number, to: number): string {
  const digits = new Uint8Array(2 * (to - from));
  let at = 0;
  for (let byte = from; byte < to; byte++) {
    digits[at++] = LETTERS.charCodeAt(bytes[byte]! >>> 4);
    digits[at++] = LETTERS.charCodeAt(bytes[byte]! & 15);
  }
  return decoder.decode(digits);
}

const LETTERS = '0123456789abcdef';

/** For each UTF-16 code unit: the value of a lower-case hex digit, or 16 for all others. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const at = LETTERS.indexOf(String.fromCharCode(code));
  return at < 0 ? 16 : at;
});

/** @throws RangeError if the text is not hex of this length */
export function bytesOfHex(hex: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let isHex = hex.length === 2 * length;
  for (let at = 0; isHex && at < length; at++) {
    const high = DIGITS[hex.charCodeAt(2 * at)] ?? 16;
    const low = DIGITS[hex.charCodeAt(2 * at + 1)] ?? 16;
    isHex = high < 16 && low < 16;
    bytes[at] = 16 * high + low;
  }
  if (!isHex) throw new RangeError(`"${hex}" is not ${length} bytes in hex`);
  return bytes;
}

/** Reads the bytes as little-endian 32-bit numbers. */
export function numbersIn(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } = aligned(bytes);
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

/** Returns the same bytes, copied if 32-bit numbers could not be read in place. */
export function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
}
