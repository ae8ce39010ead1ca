/**
 * The numbers of each row that scoring reads, by column. A question reads the section whole, so
 * that it can score hundreds of rows without looking for the record of each.
 *
 * Every number of a column takes as many bytes as the largest one needs; first stand the lowest
 * bytes of all rows, then the next ones. Beside each other they are alike, and pack well.
 *
 *     u8: bytes of a number, by column; filled up to 16 bytes. Then column after column
 */

import { damaged, GrowingNumbers } from './bytes.ts';

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
    const known = FROM_END[name] === undefined ? this.#columns.get(name) : this.column(name);
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
    for (let shift = 0; shift < 8 * this.#widths[at]!; shift += 8)
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
