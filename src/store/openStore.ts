/**
 * The rows of one fingerprint in a table of LanceDB: opens the store, queries the table and makes
 * rows of its answers. openTable.ts opens the table, optimizeTable.ts maintains it, schema.ts is
 * its Arrow form.
 */

import { rm } from 'node:fs/promises';
import { withOpened } from '../base/concurrency.ts';
import { CoraError, isCoraError } from '../base/errors.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import type { BlobRows, RowColumn, RowOf, RowSelection } from '../engine/rowReader.ts';
import { appendRows, readBlobKeys, replaceRows, rowsByBlob } from './chunkRows.ts';
import { bytesUnder, CHUNKS, tableDirectory } from './location.ts';
import {
  type AskTable,
  batchesOf,
  createTable,
  hasTable,
  isIn,
  ofBlobs,
  openTable,
  type ReadTable,
  type TableHandle,
} from './openTable.ts';
import { blobsToGather, optimizeTable, refuseTorn, takeBackTorn } from './optimizeTable.ts';
import { decodeRows, ROW_COLUMNS } from './schema.ts';
import { isOfGoneVersion, tableFailure } from './storeFailure.ts';

/**
 * @param dir the folder of one fingerprint (`<root>/<fingerprint>`); its table is `chunks.lance`
 * @param dimensions of the embedder's vectors
 * @param mode `read` never writes, so it works in a read-only folder, beside a writer and many
 * times at once. `write` creates what is missing; use it under `withWriteLock`. `rewrite` also
 * replaces a table that cannot be used
 * @throws CoraError NO_INDEX (read only), BROKEN_INDEX, INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH,
 * PLATFORM or STORE
 */
export async function openStore(
  dir: string,
  dimensions: number,
  mode: 'read' | 'write' | 'rewrite',
): Promise<ChunkStore> {
  if (mode === 'rewrite') return openStore(dir, dimensions, 'write').catch((error) => replace(dir, dimensions, error));
  if (mode === 'read') return new ChunkStore(await openTable(dir, dimensions), mode, dimensions);
  await takeBackTorn(tableDirectory(dir, CHUNKS));
  const handle = (await hasTable(dir)) ? await openTable(dir, dimensions) : await createTable(dir, dimensions);
  return new ChunkStore(handle, mode, dimensions);
}

/** Opens the store, runs `run` and closes it. @throws CoraError as openStore */
export function withStore<T>(
  dir: string,
  dimensions: number,
  mode: 'read' | 'write',
  run: (store: ChunkStore) => Promise<T>,
): Promise<T> {
  return withOpened(openStore(dir, dimensions, mode), run);
}

/** Errors of a store that this version, or any, cannot use. */
const UNUSABLE: ReadonlySet<string> = new Set(['BROKEN_INDEX', 'INCOMPATIBLE_INDEX', 'EMBEDDER_MISMATCH']);

async function replace(dir: string, dimensions: number, error: unknown): Promise<ChunkStore> {
  if (!isCoraError(error) || !UNUSABLE.has(error.code)) throw error;
  await rm(tableDirectory(dir, CHUNKS), { recursive: true, force: true });
  return openStore(dir, dimensions, 'write');
}

export interface StoreStats {
  rows: number;
  versions: number;
  /** The bytes on disk of the table with its indexes and old versions. */
  bytes: number;
}

/** The most bytes of texts and vectors that are read into memory to become one fragment. */
const MOST_GATHERED_BYTES = 64 * 2 ** 20;

export class ChunkStore {
  readonly #handle: TableHandle;
  readonly #mode: 'read' | 'write';
  readonly dimensions: number;
  /** Files that were found to be complete. */
  readonly #whole = new Set<string>();
  #removedRows = 0;

  constructor(handle: TableHandle, mode: 'read' | 'write', dimensions: number) {
    this.#handle = handle;
    this.#mode = mode;
    this.dimensions = dimensions;
  }

  /** Returns the number of rows of each blob that has any. */
  blobKeys(): Promise<Map<BlobKey, number>> {
    return this.#read(readBlobKeys);
  }

  /** Adds whole blobs in one commit, so that each blob is there completely or not at all. */
  async append(rows: readonly ChunkRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#write('append', (writer) => appendRows(writer, rows, this.dimensions));
  }

  /** Replaces all rows of whole blobs in one commit. */
  async replace(rows: readonly ChunkRow[]): Promise<void> {
    if (rows.length === 0) return;
    this.#removedRows += await this.#write('replace', (writer) => replaceRows(writer, rows, this.dimensions));
  }

  /** Removes all rows of the blobs in one commit. */
  async remove(blobs: readonly BlobKey[]): Promise<void> {
    if (blobs.length === 0) return;
    const { numDeletedRows } = await this.#write('remove', ({ table }) => table.delete(ofBlobs(blobs)));
    this.#removedRows += numDeletedRows;
  }

  /**
   * Returns the wanted columns of the chosen rows, in no particular order. Unknown ids and blobs
   * are left out.
   */
  async rows<C extends RowColumn>(selection: RowSelection, columns: readonly C[]): Promise<RowOf<C>[]> {
    const clauses =
      'contentHashes' in selection
        ? batchesOf(selection.contentHashes).map((some) => isIn('contentHash', some))
        : 'chunkIds' in selection
          ? batchesOf(selection.chunkIds).map((some) => isIn('chunkId', some))
          : batchesOf(selection.blobs).map(ofBlobs);
    return this.#select(columns, clauses);
  }

  /** Yields the rows of blobs, one blob after the other, after reading all keys once. */
  rowsByBlob<C extends RowColumn>(blobs: readonly BlobKey[], columns: readonly C[]): AsyncGenerator<BlobRows<C>> {
    // In object storage reading all keys is a download, and a service's rows have no places.
    const ask: AskTable | null = this.#handle.directory === null ? null : (action) => this.#read(action);
    return rowsByBlob((some, wanted) => this.rows({ blobs: some }, wanted), ask, blobs, columns);
  }

  /** Yields all rows in batches. No writer may remove the version meanwhile. */
  async *scan<C extends RowColumn>(columns: readonly C[]): AsyncGenerator<RowOf<C>[]> {
    try {
      for await (const batch of this.#handle.reader.select({ columns })) yield decodeRows(batch, columns);
    } catch (error) {
      throw this.#failureOf(error, 'read');
    }
  }

  /**
   * Returns the rows of blobs in which secrets were found, of all views, in no particular order.
   */
  redactedRows(): Promise<RowOf<'blobSha' | 'language' | 'redacted'>[]> {
    return this.#select(['blobSha', 'language', 'redacted'], ["redacted <> ''"]);
  }

  /** Returns the vectors that the table has for these content hashes. */
  async vectorsOf(contentHashes: readonly string[]): Promise<Map<string, Float32Array>> {
    const rows = await this.rows({ contentHashes }, ['contentHash', 'vector']);
    return new Map(rows.map(({ contentHash, vector }) => [contentHash, vector]));
  }

  /**
   * Compacts the table if enough has changed. @param isShared true if others query it, so that it
   * needs indexes
   */
  async optimize(retentionMs: number, isShared = false): Promise<void> {
    const removed = this.#removedRows;
    const blobs = isShared ? [] : await this.#write('optimize', blobsToGather);
    const rows: ChunkRow[] = [];
    let bytes = 0;
    for await (const blob of this.rowsByBlob(blobs, ROW_COLUMNS)) {
      rows.push(...blob.rows);
      for (const { text, searchText, vector } of blob.rows)
        bytes += text.length + searchText.length + vector.byteLength;
      if (bytes > MOST_GATHERED_BYTES) break;
    }
    if (rows.length > 0) await this.#write('optimize', (writer) => replaceRows(writer, rows, this.dimensions));
    const isGathered = rows.length > 0;
    const rewritten = await this.#write('optimize', (handle) =>
      optimizeTable(handle, { retentionMs, removedRows: removed, isShared, isGathered }),
    );
    if (rewritten) this.#removedRows = 0;
  }

  /** Changes with every write. */
  version(): Promise<number> {
    return this.#read((table) => table.version());
  }

  countRows(): Promise<number> {
    return this.#read((table) => table.countRows());
  }

  stats(): Promise<StoreStats> {
    return this.#read(async (table) => ({
      rows: await table.countRows(),
      versions: await table.countVersions(),
      bytes: this.#handle.directory === null ? await table.bytes() : await bytesUnder(this.#handle.directory),
    }));
  }

  close(): void {
    this.#handle.close();
  }

  #select<C extends RowColumn>(columns: readonly C[], clauses: readonly string[]): Promise<RowOf<C>[]> {
    return this.#read(async (table) => {
      const rows: RowOf<C>[] = [];
      for (const clause of clauses) {
        for await (const batch of table.select({ where: clause, columns })) {
          for (const row of decodeRows(batch, columns)) rows.push(row);
        }
      }
      return rows;
    });
  }

  async #read<T>(action: (table: ReadTable) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await action(this.#handle.reader);
      } catch (error) {
        await this.#recover(error, attempt);
      }
    }
  }

  async #write<T>(verb: string, action: (writer: TableHandle) => Promise<T>): Promise<T> {
    if (this.#mode === 'read') throw new CoraError('STORE', `the store was opened for reading: it cannot ${verb}`);
    try {
      const done = await action(this.#handle);
      await refuseTorn(this.#handle.directory, verb, { whole: this.#whole });
      return done;
    } catch (error) {
      await takeBackTorn(this.#handle.directory, { whole: this.#whole });
      throw this.#failureOf(error, verb);
    }
  }

  /** Moves an outdated handle to the newest version, once, or throws. */
  async #recover(error: unknown, attempt: number): Promise<void> {
    const isPinned = this.#handle.failure !== undefined;
    if (attempt > 0 || isPinned || !isOfGoneVersion(error)) throw this.#failureOf(error, 'read');
    await this.#handle.reader.checkoutLatest();
  }

  #failureOf(error: unknown, verb: string): CoraError {
    if (this.#handle.failure !== undefined) return this.#handle.failure(error, verb);
    return tableFailure(error, verb);
  }
}
