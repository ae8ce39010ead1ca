/** Numbers of rows by column come back as they were, in as few bytes as the largest of each needs. */

import { describe, expect, it } from 'vitest';
import { NUMBER_COLUMNS, RowNumbers, RowNumbersWriter } from '../../../src/engine/rowColumns.ts';
import fc from '../../helpers/fastCheck.ts';

type Row = Parameters<RowNumbersWriter['add']>[0];

const number = fc.oneof(fc.nat(255), fc.constantFrom(0, 256, 65_535, 65_536, 2 ** 24, 2 ** 32 - 1));
const rows = fc.array(fc.tuple(...NUMBER_COLUMNS.map(() => number)), { maxLength: 20 });

function written(some: readonly (readonly number[])[]): Uint8Array {
  const writer = new RowNumbersWriter();
  for (const numbers of some)
    writer.add(Object.fromEntries(NUMBER_COLUMNS.map((name, at) => [name, numbers[at]])) as Row);
  return writer.finish();
}

describe('the numbers of rows', () => {
  it('come back one by one and column by column', () => {
    fc.assert(
      fc.property(rows, (some) => {
        const found = new RowNumbers(written(some), some.length);
        for (const [at, name] of NUMBER_COLUMNS.entries()) {
          const column = some.map((numbers) => numbers[at]!);
          expect([...found.column(name)]).toEqual(column);
          expect(column.map((_, row) => found.of(name, row))).toEqual(column);
        }
      }),
    );
  });

  it('take a byte where all are small', () => {
    expect(written([NUMBER_COLUMNS.map(() => 255)])).toHaveLength(16 + NUMBER_COLUMNS.length);
    expect(written([NUMBER_COLUMNS.map(() => 256)])).toHaveLength(16 + 2 * NUMBER_COLUMNS.length);
  });

  it('are refused where they are no whole numbers of 32 bits', () => {
    for (const value of [-1, 0.5, 2 ** 32, Number.NaN])
      expect(() => written([NUMBER_COLUMNS.map(() => value)])).toThrow(RangeError);
  });

  it('are damaged in any other number of bytes, and in an impossible form', () => {
    const bytes = written([NUMBER_COLUMNS.map(() => 300)]);
    for (const some of [bytes.subarray(1), new Uint8Array([...bytes, 0]), new Uint8Array(), bytes.subarray(0, 5)])
      expect(() => new RowNumbers(some, 1)).toThrow(/damaged/);
    expect(() => new RowNumbers(bytes, 2)).toThrow(/damaged/);
    for (const width of [0, 5, 255]) {
      const other = bytes.slice();
      other[3] = width;
      expect(() => new RowNumbers(other, 1)).toThrow(/damaged/);
    }
  });
});
