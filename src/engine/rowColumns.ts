/**
 * Reads the columns of rows from a segment: some are in its table of numbers, the others in each
 * row's record. See docs/search-file.md.
 */

import type { Chunk, ChunkKind, Definition, Reference } from '../base/types.ts';
import { searchTextOf } from '../base/words.ts';
import { ByteReader, type ByteWriter, damaged, GrowingNumbers, hexOf } from './bytes.ts';
import type { SearchColumn } from './rowReader.ts';
import { REFERENCE_KINDS, type SegmentHeader } from './segmentFile.ts';

/** The columns in the table of numbers. */
export const NUMBERED: readonly SearchColumn[] = [
  ...(['kind', 'nodeType', 'startLine', 'endLine', 'startByte', 'endByte', 'part', 'parts', 'tokens'] as const),
];
/** The columns in the records. */
export const RECORDED: readonly SearchColumn[] = [
  ...([
    'contentHash',
    'symbol',
    'signature',
    'frame',
    'parentChunk',
    'redacted',
    'scope',
    'defines',
    'references',
  ] as const),
];

/** True for a column in the records. */
export function isInRecords(column: SearchColumn): boolean {
  return RECORDED.includes(column);
}

/** The largest number of a line. */
const MOST_LINE = 2 ** 32 - 1;
/** The most bytes of a row. No indexed file is as large. */
const MOST_BYTES = 2 ** 28;

type Names = Pick<SegmentHeader, 'kinds' | 'nodeTypes' | 'omits'>;

/** Reads a row's numbers. Lines are always read, because the record counts from them. */
export function readNumbers(
  numbers: RowNumbers,
  row: number,
  names: Names,
  wants: ReadonlySet<SearchColumn>,
  out: Record<SearchColumn, unknown>,
): void {
  if (wants.has('kind')) out.kind = nameAt(names.kinds, numbers.of('kind', row));
  if (wants.has('nodeType')) out.nodeType = nameAt(names.nodeTypes, numbers.of('nodeType', row));
  const [startLine, lines] = [numbers.of('startLine', row), numbers.of('lines', row)];
  out.startLine = startLine;
  out.endLine = startLine + lines;
  // Another machine's segment may say anything. Each line takes at least one byte.
  const isPacked = names.omits.length > 0;
  if (isPacked || wants.has('startByte') || wants.has('endByte')) {
    const [startByte, bytes] = [numbers.of('startByte', row), numbers.of('bytes', row)];
    if (isPacked && (lines > bytes || bytes > MOST_BYTES || startLine - 1 > startByte)) throw damaged();
    out.startByte = startByte;
    out.endByte = startByte + bytes;
  }
  for (const name of ['part', 'parts', 'tokens'] as const) if (wants.has(name)) out[name] = numbers.of(name, row);
}

/**
 * Reads the wanted columns of a record and skips the others. Most of a record is the names that the
 * row mentions.
 *
 * @param out already holds the row's numbers
 */
export function readRecord(
  bytes: Uint8Array,
  header: Pick<SegmentHeader, 'kinds' | 'omits'>,
  wants: ReadonlySet<SearchColumn>,
  out: Record<SearchColumn, unknown>,
): void {
  const reader = new ByteReader(bytes);
  const text = (column: SearchColumn): void => {
    if (wants.has(column)) out[column] = reader.utf8();
    else reader.skipRun();
  };
  const list = <T>(column: SearchColumn, read: (inner: ByteReader) => T): void => {
    if (wants.has(column)) out[column] = listIn(reader, read);
    else reader.skipRun();
  };
  if (!header.omits.includes('contentHash')) {
    const hash = reader.skip(CONTENT_BYTES);
    if (wants.has('contentHash')) out.contentHash = hexOf(bytes, hash, hash + CONTENT_BYTES);
  }
  const symbol = reader.utf8();
  out.symbol = symbol;
  text('signature');
  text('parentChunk');
  text('redacted');
  const [startLine, endLine] = [out.startLine as number, out.endLine as number];
  const code = reader.varint();
  const range = code === 0 ? '' : `${startLine + signed(code - 1)}-${endLine + signed(reader.varint())}`;
  out.frame = range + reader.utf8();
  list('scope', (inner) => inner.utf8());
  list('defines', (inner): Definition => {
    const code = inner.varint();
    const kind = nameAt(header.kinds, code >> 1) as ChunkKind;
    const name = code % 2 === 0 ? symbol : inner.utf8();
    const from = startLine + signed(inner.varint());
    const to = from + inner.varint();
    if (from < 0 || to > MOST_LINE) throw damaged();
    return { name, kind, startLine: from, endLine: to };
  });
  list('references', (inner): Reference => {
    const name = inner.utf8();
    const code = inner.varint();
    const kind = REFERENCE_KINDS[code >> 1];
    if (kind === undefined) throw damaged();
    return code % 2 === 0 ? { name, kind } : { name, kind, from: inner.utf8() };
  });
  if (!reader.isAtEnd) throw damaged();
}

const CONTENT_BYTES = 16;
/** Symbol, signature and parent. */
const TEXTS_BEFORE_REDACTED = 3;

/** Returns the column `redacted` of a record, '' if no secrets were found, and reads no further. */
export function redactedIn(reader: ByteReader, { omits }: Pick<SegmentHeader, 'omits'>): string {
  if (!omits.includes('contentHash')) reader.skip(CONTENT_BYTES);
  for (let text = 0; text < TEXTS_BEFORE_REDACTED; text++) reader.skipRun();
  return reader.utf8();
}

/** Encodes 0 −1 1 −2 2 … as 0 1 2 3 4 … */
export function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

/**
 * Writes a frame such as `3-9:AbC` with its lines relative to the row's. A text of another form is
 * written unchanged.
 */
export function encodeFrame(
  out: ByteWriter,
  { frame, startLine, endLine }: Pick<Chunk, 'frame' | 'startLine' | 'endLine'>,
): void {
  const [, from, to, rest] = FRAME.exec(frame) ?? [];
  out.varint(from === undefined ? 0 : 1 + zigzag(Number(from) - startLine));
  if (from !== undefined) out.varint(zigzag(Number(to) - endLine));
  out.text(rest ?? frame);
}

const FRAME = /^(0|[1-9]\d{0,9})-(0|[1-9]\d{0,9})(:.*)$/s;

/** Decodes 0 1 2 3 4 … as 0 −1 1 −2 2 … */
export function signed(code: number): number {
  return code % 2 === 0 ? code / 2 : -(code + 1) / 2;
}

function listIn<T>(reader: ByteReader, read: (inner: ByteReader) => T): T[] {
  const inner = new ByteReader(reader.run());
  inner.decode();
  const found: T[] = [];
  while (!inner.isAtEnd) found.push(read(inner));
  return found;
}

function nameAt(names: readonly string[], at: number): string {
  const name = names[at];
  if (name === undefined) throw damaged();
  return name;
}

/** Makes the search text of a row from a segment without words. */
export function searchTextIn({ text, defines, references }: Pick<Chunk, 'text' | 'defines' | 'references'>): string {
  const names = (some: readonly { name: string }[]): string[] => some.map(({ name }) => name);
  return searchTextOf(text, names(defines), names(references)).searchText;
}

// The numbers that scoring needs of each row, by column. A question reads the whole section, so it
// can score hundreds of rows without reading their records.
//
// All numbers of a column have as many bytes as the largest one needs. The lowest bytes of all rows
// come first, then the next ones: similar bytes stand together and compress well.
//
//     u8: bytes of a number, by column; filled up to 16 bytes. Then column after column

export const NUMBER_COLUMNS = [
  ...(['kind', 'nodeType', 'startLine', 'lines', 'startByte', 'bytes', 'part', 'parts', 'tokens'] as const),
  // The number of words, repeated ones included, and the length (in UTF-16 code units) and a hash
  // of the search text.
  ...(['words', 'characters', 'hash'] as const),
  // The bytes of the row's record.
  'record' as const,
];
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];

/**
 * These columns are stored as the difference to the end of the row before. It is mostly 0, because
 * most rows begin where another one ends.
 */
const FROM_END: Readonly<Partial<Record<NumberColumn, NumberColumn>>> = { startLine: 'lines', startByte: 'bytes' };

const LEAD = 16;
const MOST_WIDTH = 4;

export class RowNumbersWriter {
  readonly #columns = NUMBER_COLUMNS.map(() => new GrowingNumbers());

  /** @throws RangeError for a number that is not a whole one of 32 bits */
  add(row: Readonly<Record<NumberColumn, number>>): void {
    NUMBER_COLUMNS.forEach((name, at) => {
      const value = row[name];
      if (value !== value >>> 0) throw new RangeError(`${value} is no number of a row (${name})`);
      this.#columns[at]!.push(value);
    });
  }

  finish(): Uint8Array {
    const columns = this.#columns.map((column) => column.finish());
    const widths = columns.map(widthOf);
    const rows = columns[0]!.length;
    const out = new Uint8Array(LEAD + rows * widths.reduce((sum, width) => sum + width, 0));
    out.set(widths);
    let at = LEAD;
    for (const [column, name] of NUMBER_COLUMNS.entries()) {
      const lengths = FROM_END[name];
      const numbers = columns[column]!;
      const ends = lengths === undefined ? null : columns[NUMBER_COLUMNS.indexOf(lengths)]!;
      for (let shift = 0; shift < 8 * widths[column]!; shift += 8) {
        let end = 0;
        for (let row = 0; row < rows; row++) {
          out[at++] = (numbers[row]! - end) >>> shift;
          if (ends !== null) end = numbers[row]! + ends[row]!;
        }
      }
    }
    return out;
  }
}

function widthOf(numbers: Uint32Array): number {
  let all = 0;
  for (const number of numbers) all |= number;
  return Math.max(1, Math.ceil((32 - Math.clz32(all)) / 8));
}

/** @throws CoraError BROKEN_INDEX if the bytes are not the numbers of so many rows */
export class RowNumbers {
  readonly #bytes: Uint8Array;
  readonly #rows: number;
  readonly #widths: Uint8Array;
  readonly #starts: number[] = [];
  readonly #columns = new Map<NumberColumn, Uint32Array>();

  constructor(bytes: Uint8Array, rows: number) {
    this.#bytes = bytes;
    this.#rows = rows;
    this.#widths = bytes.subarray(0, NUMBER_COLUMNS.length);
    let end = LEAD;
    for (const width of this.#widths) {
      if (width < 1 || width > MOST_WIDTH) throw damaged();
      this.#starts.push(end);
      end += rows * width;
    }
    if (this.#widths.length < NUMBER_COLUMNS.length || bytes.length !== end) throw damaged();
  }

  of(name: NumberColumn, row: number): number {
    const known = this.#columns.get(name) ?? (FROM_END[name] === undefined ? undefined : this.column(name));
    return known === undefined ? this.#at(NUMBER_COLUMNS.indexOf(name), row) : known[row]!;
  }

  /** Returns a whole column, one number for each row. */
  column(name: NumberColumn): Uint32Array {
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const at = NUMBER_COLUMNS.indexOf(name);
    const lengths = FROM_END[name];
    const ends = lengths === undefined ? null : this.column(lengths);
    const numbers = new Uint32Array(this.#rows);
    const bytes = this.#bytes;
    let next = this.#starts[at]!;
    numbers.set(bytes.subarray(next, next + this.#rows));
    next += this.#rows;
    for (let shift = 8; shift < 8 * this.#widths[at]!; shift += 8)
      for (let row = 0; row < numbers.length; row++) numbers[row]! |= bytes[next++]! << shift;
    if (ends !== null) {
      const mask = 2 ** (8 * this.#widths[at]!) - 1;
      let end = 0;
      for (let row = 0; row < numbers.length; row++) {
        numbers[row] = (numbers[row]! + end) & mask;
        end = numbers[row]! + ends[row]!;
      }
    }
    this.#columns.set(name, numbers);
    return numbers;
  }

  #at(column: number, row: number): number {
    let value = 0;
    let at = this.#starts[column]! + row;
    for (let shift = 0; shift < 8 * this.#widths[column]!; shift += 8) {
      value |= this.#bytes[at]! << shift;
      at += this.#rows;
    }
    return value >>> 0;
  }
}
