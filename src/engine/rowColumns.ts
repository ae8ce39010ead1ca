/**
 * A row's columns out of a segment: those that its numbers tell, and those of its record. See
 * docs/search-file.md.
 */

import type { Chunk, ChunkKind, Definition, Reference } from '../base/types.ts';
import { searchTextOf } from '../base/words.ts';
import { ByteReader, damaged, GrowingNumbers, hexOf } from './bytes.ts';
import type { SearchColumn } from './rowReader.ts';
import { REFERENCE_KINDS, type SegmentHeader } from './segmentFile.ts';

/** The columns that the numbers of a row tell. */
export const NUMBERED: readonly SearchColumn[] = [
  ...(['kind', 'nodeType', 'startLine', 'endLine', 'startByte', 'endByte', 'part', 'parts', 'tokens'] as const),
];
/** Those of its record. */
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

/** True for a column that the record of a row tells. */
export function isInRecords(column: SearchColumn): boolean {
  return RECORDED.includes(column);
}

/** The largest number of a line. */
const MOST_LINE = 2 ** 32 - 1;
/** Bytes of a row: no file that is indexed has as many. */
const MOST_BYTES = 2 ** 28;

type Names = Pick<SegmentHeader, 'kinds' | 'nodeTypes' | 'omits'>;

/** Reads the lines, which a record counts from, and what else is wanted. */
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
  // Somebody else's may say anything; a line takes a byte at least.
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
 * Reads what is wanted of a record, and goes past the rest: most of a record is the names that it
 * refers to.
 *
 * @param out has the row's numbers
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

/**
 * Returns what stands in a record instead of secrets, '' where there were none, and reads no more.
 */
export function redactedIn(reader: ByteReader, { omits }: Pick<SegmentHeader, 'omits'>): string {
  if (!omits.includes('contentHash')) reader.skip(CONTENT_BYTES);
  for (let text = 0; text < TEXTS_BEFORE_REDACTED; text++) reader.skipRun();
  return reader.utf8();
}

/** 0 1 2 3 4 … stand for 0 −1 1 −2 2 … */
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

/** Makes the search text of a row that does not have it. */
export function searchTextIn({ text, defines, references }: Pick<Chunk, 'text' | 'defines' | 'references'>): string {
  const names = (some: readonly { name: string }[]): string[] => some.map(({ name }) => name);
  return searchTextOf(text, names(defines), names(references)).searchText;
}

// The numbers of each row that scoring reads, by column. A question reads the section whole, so
// that it can score hundreds of rows without looking for the record of each.
//
// Every number of a column takes as many bytes as the largest one needs; first stand the lowest
// bytes of all rows, then the next ones. Beside each other they are alike, and pack well.
//
//     u8: bytes of a number, by column; filled up to 16 bytes. Then column after column

export const NUMBER_COLUMNS = [
  ...(['kind', 'nodeType', 'startLine', 'lines', 'startByte', 'bytes', 'part', 'parts', 'tokens'] as const),
  // Words of the row, repeated ones too; the UTF-16 length and a hash of its search text.
  ...(['words', 'characters', 'hash'] as const),
  // Bytes of its record.
  'record' as const,
];
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];

/**
 * Numbers of these columns stand as how much they are above the end of the row before: hardly ever
 * anything, as most rows begin where another one ends.
 */
const FROM_END: Readonly<Partial<Record<NumberColumn, NumberColumn>>> = { startLine: 'lines', startByte: 'bytes' };

const LEAD = 16;
const MOST_WIDTH = 4;

export class RowNumbersWriter {
  readonly #columns = NUMBER_COLUMNS.map(() => new GrowingNumbers());

  /** @throws RangeError for what is no whole number of 32 bits */
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

/** @throws CoraError BROKEN_INDEX for bytes that are not the numbers of so many rows */
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

  /** Returns a whole column, with a place for each row. */
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
