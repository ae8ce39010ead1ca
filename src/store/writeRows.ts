/** Rows into the table, each call one commit of LanceDB. What a row is in Arrow is schema.ts. */

import type { Table } from 'apache-arrow';
import { CoraError } from '../base/errors.ts';
import { rowKeyOf } from '../base/identity.ts';
import type { ChunkRow } from '../base/types.ts';
import { ofBlobs } from './filter.ts';
import type { Lance } from './loadLance.ts';
import { encodeRows } from './rowEncoder.ts';
import { sampleRow, schemaOf, tableOf } from './schema.ts';
import type { EncodedRows } from './storePort.ts';
import type { TableHandle } from './tableHandle.ts';

/** @throws CoraError EMBEDDER_MISMATCH */
export function encodeChecked(rows: readonly ChunkRow[], dimensions: number): EncodedRows[] {
  const wrong = rows.find(({ vector }) => vector.length !== dimensions);
  if (wrong === undefined) return encodeRows(rows, dimensions);
  const message = `chunk ${wrong.chunkId} has a vector of ${wrong.vector.length} dimensions in a store of ${dimensions}`;
  throw new CoraError('EMBEDDER_MISMATCH', message, { hint: 'run: cora index --full' });
}

export async function appendRows(
  { lance, table }: TableHandle,
  batches: readonly EncodedRows[],
  dimensions: number,
): Promise<void> {
  await table.add(inArrow(lance, batches, dimensions));
}

/**
 * All other rows of these blobs go in the same commit.
 * @returns how many rows were there before
 */
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
    .execute(inArrow(lance, encodeChecked(rows, dimensions), dimensions));
  return Number(numDeletedRows) + Number(numUpdatedRows);
}

function inArrow({ makeArrowTable }: Lance, batches: readonly EncodedRows[], dimensions: number): Table {
  return tableOf(makeArrowTable([sampleRow(dimensions)], { schema: schemaOf(dimensions) }), batches);
}
