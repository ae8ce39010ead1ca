/**
 * Reads many rows of the table at once (by blob, or all), and writes rows, one commit of LanceDB
 * for each call.
 */

import type { Table } from 'apache-arrow';
import { CoraError } from '../base/errors.ts';
import { rowKeyOf } from '../base/identity.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import { toFloat16 } from '../engine/byteVectors.ts';
import type { BlobRows, RowColumn, RowOf } from '../engine/rowReader.ts';
import type { Lance } from './loadLance.ts';
import { batchesOf, ofBlobs, type ReadTable, type TableHandle } from './openTable.ts';
import {
  bytesOf,
  cellOf,
  chunkSchema,
  decodeRows,
  type EncodedColumn,
  type EncodedRows,
  FORMS,
  ROW_COLUMNS,
  sampleChunk,
  tableOf,
} from './schema.ts';

/** Blobs of one look-up, which reads the names of all blobs. */
const BLOBS_AT_ONCE = 1000;

/** @param find looks up some blobs */
export async function* rowsByBlob<C extends RowColumn>(
  find: (blobs: readonly BlobKey[], columns: readonly (C | BlobColumn)[]) => Promise<RowOf<C | BlobColumn>[]>,
  blobs: readonly BlobKey[],
  columns: readonly C[],
): AsyncGenerator<BlobRows<C>> {
  const read = [...new Set<C | BlobColumn>([...columns, 'blobSha', 'language'])];
  for (const batch of batchesOf(blobs, BLOBS_AT_ONCE)) yield* groupRows(batch, await find(batch, read));
}

type BlobColumn = 'blobSha' | 'language';

/** @returns the rows of each blob, in their order; rows of other blobs are left out */
function groupRows<C extends RowColumn>(
  blobs: readonly BlobKey[],
  rows: readonly RowOf<C | BlobColumn>[],
): BlobRows<C>[] {
  const found = new Map<BlobKey, BlobRows<C>['rows']>(blobs.map((key) => [key, []]));
  for (const row of rows) found.get(rowKeyOf(row))?.push(row);
  return [...found].map(([key, own]) => ({ key, rows: own }));
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

/**
 * Counts the rows of each blob. They mostly stand together, so each key is compared with the one
 * before.
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

/** @param recover moves an outdated table handle to the newest version, or throws */
export async function* scanRows<C extends RowColumn>(
  table: ReadTable,
  columns: readonly C[],
  recover: (error: unknown, attempt: number) => Promise<void>,
): AsyncGenerator<RowOf<C>[]> {
  // A writer may remove the version that is being scanned. Then the scan goes on with the newest
  // one, and these ids keep it from repeating rows.
  const seen = new Set<string>();
  const wanted = [...new Set<RowColumn>(['chunkId', ...columns])];
  for (let attempt = 0; ; attempt++) {
    try {
      for await (const batch of table.select({ columns: wanted })) {
        const ids = decodeRows(batch, ['chunkId']);
        const fresh = attempt === 0 ? null : ids.map(({ chunkId }) => !seen.has(chunkId));
        for (const { chunkId } of ids) seen.add(chunkId);
        const rows = decodeRows(batch, columns);
        yield fresh === null ? rows : rows.filter((_, i) => fresh[i]);
      }
      return;
    } catch (error) {
      await recover(error, attempt);
    }
  }
}

/** @param keys the columns that `isWanted` needs; they are read and removed again */
export async function scanFor<C extends RowColumn, K extends RowColumn>(
  scan: (columns: readonly (C | K)[]) => AsyncIterable<RowOf<C | K>[]>,
  columns: readonly C[],
  keys: readonly K[],
  isWanted: (row: RowOf<C | K>) => boolean,
): Promise<RowOf<C>[]> {
  const found: RowOf<C>[] = [];
  const surplus = keys.filter((key) => !(columns as readonly RowColumn[]).includes(key));
  for await (const rows of scan([...columns, ...surplus])) {
    for (const row of rows) {
      if (!isWanted(row)) continue;
      for (const key of surplus) delete (row as Partial<ChunkRow>)[key];
      found.push(row);
    }
  }
  return found;
}

// Writes rows into the table. schema.ts makes Arrow tables from their columns.

export async function appendRows(
  { lance, table }: TableHandle,
  rows: readonly ChunkRow[],
  dimensions: number,
): Promise<void> {
  await table.add(inArrow(lance, rows, dimensions));
}

/** Removes all other rows of these blobs in the same commit. @returns how many these were */
export async function replaceRows(
  { lance, table }: TableHandle,
  rows: readonly ChunkRow[],
  dimensions: number,
): Promise<number> {
  const blobs = new Set(rows.map(rowKeyOf));
  const { numDeletedRows, numUpdatedRows } = await table
    .mergeInsert('chunkId')
    .whenMatchedUpdateAll()
    .whenNotMatchedInsertAll()
    .whenNotMatchedBySourceDelete({ where: ofBlobs([...blobs]) })
    .execute(inArrow(lance, rows, dimensions));
  return Number(numDeletedRows) + Number(numUpdatedRows);
}

function inArrow({ makeArrowTable }: Lance, rows: readonly ChunkRow[], dimensions: number): Table {
  const sample = makeArrowTable([sampleChunk(dimensions)], { schema: chunkSchema(dimensions) });
  return tableOf(sample, encodeRows(rows, dimensions));
}

/** The most rows of a batch. Its text must stay far below 2 GiB, the limit of 32-bit offsets. */
const BATCH_ROWS = 8192;

/** @throws CoraError EMBEDDER_MISMATCH for a vector with another number of dimensions */
function encodeRows(rows: readonly ChunkRow[], dimensions: number): EncodedRows[] {
  const batches: EncodedRows[] = [];
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const batch = rows.slice(from, from + BATCH_ROWS);
    const columns = ROW_COLUMNS.map((name) => encodeColumn(name, batch, dimensions));
    batches.push({ rows: batch.length, columns });
  }
  return batches;
}

function encodeColumn(name: RowColumn, rows: readonly ChunkRow[], dimensions: number): EncodedColumn {
  const form = FORMS[name];
  if (form === 'int') return Int32Array.from(rows, (row) => row[name] as number);
  return form === 'vector' ? encodeVectors(rows, dimensions) : encodeTexts(rows.map((row) => cellOf(form, row, name)));
}

function encodeVectors(rows: readonly ChunkRow[], dimensions: number): Uint16Array {
  const halves = new Uint16Array(rows.length * dimensions);
  for (const [at, { vector, chunkId }] of rows.entries()) {
    if (vector.length !== dimensions) {
      const message = `chunk ${chunkId} has a vector of ${vector.length} dimensions in a store of ${dimensions}`;
      throw new CoraError('EMBEDDER_MISMATCH', message, { hint: 'run: cora index --full' });
    }
    for (let i = 0; i < dimensions; i++) halves[at * dimensions + i] = toFloat16(vector[i]!);
  }
  return halves;
}

function encodeTexts(texts: readonly string[]): EncodedColumn {
  const offsets = new Int32Array(texts.length + 1);
  for (const [at, text] of texts.entries()) offsets[at + 1] = offsets[at]! + Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafeSlow(offsets.at(-1)!);
  for (const [at, text] of texts.entries()) bytes.write(text, offsets[at]!);
  return { offsets, bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) };
}
