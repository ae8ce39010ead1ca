/** Where the rows of each blob stand in a table, from two of its columns. */

import type { BlobKey } from '../base/types.ts';
import type { ReadTable } from './readTable.ts';
import { bytesOf } from './schema.ts';

/** Rows of one blob that stand together. */
export interface BlobRun {
  key: BlobKey;
  /** Place of the first one among all rows. */
  start: number;
  rows: number;
}

/** All rows in their order. A blob's rows stand together as a rule, so most rows are only compared with the one before. */
export async function* blobRuns(table: ReadTable): AsyncGenerator<BlobRun[]> {
  let start = 0;
  for await (const batch of table.select({ columns: ['blobSha', 'language'] })) {
    const [blobs, languages] = [cellsOf(bytesOf(batch, 'blobSha')), cellsOf(bytesOf(batch, 'language'))];
    const runs: BlobRun[] = [];
    for (let row = 0, next = 0; row < batch.numRows; row = next) {
      for (next = row + 1; next < batch.numRows && blobs.isSame(row, next) && languages.isSame(row, next); ) next += 1;
      runs.push({ key: `${blobs.text(row)}:${languages.text(row)}`, start: start + row, rows: next - row });
    }
    yield runs;
    start += batch.numRows;
  }
}

interface Cells {
  isSame(row: number, other: number): boolean;
  text(row: number): string;
}

function cellsOf({ bytes, offsets }: ReturnType<typeof bytesOf>): Cells {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    isSame: (row, other) =>
      buffer.compare(buffer, offsets[row]!, offsets[row + 1]!, offsets[other]!, offsets[other + 1]!) === 0,
    text: (row) => buffer.toString('latin1', offsets[row]!, offsets[row + 1]!),
  };
}
