/**
 * The numbers of each row that scoring reads, by column: every number of a column takes as many
 * bytes as the largest one needs. A question reads the section whole, so that it can score hundreds
 * of rows without looking for the record of each.
 *
 *     u8: bytes of a number, by column; filled up to 16 bytes. Then the columns, one after the other
 */

import { damaged, GrowingNumbers } from './bytes.ts';

/**
 * The last three are the words of the row, repeated ones too, the UTF-16 length of its search text,
 * and a hash of it that is equal for equal ones.
 */
export const NUMBER_COLUMNS = [
  ...(['kind', 'nodeType', 'startLine', 'lines', 'startByte', 'bytes', 'part', 'parts', 'tokens'] as const),
  ...(['words', 'characters', 'hash'] as const),
];
type NumberColumn = (typeof NUMBER_COLUMNS)[number];

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
    columns.forEach((numbers, column) => {
      const width = widths[column]!;
      for (const number of numbers) for (let byte = 0; byte < width; byte++) out[at++] = number >>> (8 * byte);
    });
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
    const column = NUMBER_COLUMNS.indexOf(name);
    const width = this.#widths[column]!;
    const from = this.#starts[column]! + width * row;
    let value = 0;
    for (let byte = width - 1; byte >= 0; byte--) value = 256 * value + this.#bytes[from + byte]!;
    return value;
  }

  /** Returns a whole column, with a place for each row. */
  column(name: NumberColumn): Uint32Array {
    const column = NUMBER_COLUMNS.indexOf(name);
    const width = this.#widths[column]!;
    const numbers = new Uint32Array(this.#rows);
    let at = this.#starts[column]!;
    for (let row = 0; row < numbers.length; row++) {
      let value = 0;
      for (let shift = 0; shift < 8 * width; shift += 8) value |= this.#bytes[at++]! << shift;
      numbers[row] = value;
    }
    return numbers;
  }
}
