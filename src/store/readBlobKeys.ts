/** Which blobs a table has rows of, from two of its columns. */

import type { BlobKey } from '../types.ts';
import type { ReadTable } from './readTable.ts';
import { bytesOf } from './schema.ts';

/**
 * A blob's rows stand together as a rule, so most rows are only compared with the one before.
 * @returns how many rows each blob has
 */
export async function readBlobKeys(table: ReadTable): Promise<Map<BlobKey, number>> {
  const keys = new Map<BlobKey, number>();
  for await (const batch of table.select({ columns: ['blobSha', 'language'] })) {
    const [blobs, languages] = [cellsOf(bytesOf(batch, 'blobSha')), cellsOf(bytesOf(batch, 'language'))];
    for (let row = 0, next = 0; row < batch.numRows; row = next) {
      for (next = row + 1; next < batch.numRows && blobs.isSame(row, next) && languages.isSame(row, next); ) next += 1;
      const key: BlobKey = `${blobs.text(row)}:${languages.text(row)}`;
      keys.set(key, (keys.get(key) ?? 0) + next - row);
    }
  }
  return keys;
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
