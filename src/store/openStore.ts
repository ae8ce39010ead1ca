/**
 * A store: the ChunkStore port on a LanceDB table, and how it is opened. The class says what is asked of the table and how its answers
 * become rows. Opening a table is openTable.ts, upkeep optimizeTable.ts, the Arrow form schema.ts.
 */

import { rm } from 'node:fs/promises';
import { CoraError, isCoraError, systemFailure } from '../base/errors.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import type { Finding } from './inspectStore.ts';
import { loadLance } from './loadLance.ts';
import {
  CHUNKS,
  createTable,
  DOCTOR_HINT,
  firstLine,
  hasTable,
  openTable,
  openTableToRead,
  type ReadHandle,
  type TableHandle,
  tableDirectory,
} from './openTable.ts';
import { bytesUnder, optimizeTable } from './optimizeTable.ts';
import { bestBeside, dotProduct, scoreRow } from './rankRows.ts';
import { type BlobRows, ContentVectors, readBlobKeys, rowsByBlob, scanFor, scanRows } from './readRows.ts';
import { type AskTable, batchesOf, isIn, ofBlobs, type ReadTable } from './readTable.ts';
import { RESIDENT_LIMITS, type ResidentLimits, ResidentReader } from './resident/residentReader.ts';
import { fillRows, type ResidentTable, rowsBeside } from './resident/residentTable.ts';
import { decodeRows } from './schema.ts';
import {
  bestByVector,
  bestByWords,
  countUnindexed,
  type Found,
  type IsWanted,
  indexable,
  type Row,
  searchWords,
  type TailCache,
} from './searchTable.ts';
import type { ChunkStore, EncodedRows, RowColumn, RowSelection, StoreStats, WordRanking } from './storePort.ts';
import { refuseTorn, takeBackTorn } from './takeBackTorn.ts';
import { appendRows, encodeChecked, replaceRows } from './writeRows.ts';

/**
 * @param dir the folder of one fingerprint (`<root>/<fingerprint>`); its table is `chunks.lance`
 * @param dimensions length of the embedder's vectors
 * @param mode `read` never writes anything, so it works in a read-only folder, beside a writer and many times at once;
 *   `write` creates what is missing and is to be used under `withWriteLock`; `rewrite` is that, and a table that cannot be used is replaced
 * @throws CoraError NO_INDEX (read only), BROKEN_INDEX, INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH, PLATFORM or STORE
 */
export async function openStore(
  dir: string,
  dimensions: number,
  mode: 'read' | 'write' | 'rewrite',
): Promise<ChunkStore> {
  if (mode === 'rewrite') return openStore(dir, dimensions, 'write').catch((error) => replace(dir, dimensions, error));
  if (mode === 'read') return createLanceStore(await openTableToRead(dir, dimensions), null, dimensions);
  await takeBackTorn(tableDirectory(dir, CHUNKS));
  const handle = (await hasTable(dir)) ? await openTable(dir, dimensions) : await createTable(dir, dimensions);
  return createLanceStore(handle, handle, dimensions);
}

/** Closes the store when `run` has ended. @throws CoraError as of openStore */
export async function withStore<T>(
  dir: string,
  dimensions: number,
  mode: 'read' | 'write',
  run: (store: ChunkStore) => Promise<T>,
): Promise<T> {
  const store = await openStore(dir, dimensions, mode);
  try {
    return await run(store);
  } finally {
    store.close();
  }
}

/** What cannot be used by this version, or by anybody. */
const UNUSABLE: ReadonlySet<string> = new Set(['BROKEN_INDEX', 'INCOMPATIBLE_INDEX', 'EMBEDDER_MISMATCH']);

async function replace(dir: string, dimensions: number, error: unknown): Promise<ChunkStore> {
  if (!isCoraError(error) || !UNUSABLE.has(error.code)) throw error;
  await rm(tableDirectory(dir, CHUNKS), { recursive: true, force: true });
  return openStore(dir, dimensions, 'write');
}

/** What doctor says first: whether LanceDB runs on this machine at all. */
export async function platformFinding(): Promise<Finding | null> {
  try {
    await loadLance();
    return null;
  } catch (error) {
    if (!isCoraError(error)) throw error;
    return { code: 'platform', message: error.message, fixable: false, fix: error.hint ?? '' };
  }
}

// The ChunkStore port on a LanceDB table: what is asked of the table and how its answers become rows. Opening is
// openTable.ts, upkeep optimizeTable.ts, the Arrow form schema.ts.

/** More values than this are found faster by reading every row's key than by lists of values. */
const SCAN_ABOVE = 5000;
/** @param writer null for a store that is only read */
export function createLanceStore(
  handle: ReadHandle,
  writer: TableHandle | null,
  dimensions: number,
  limits = RESIDENT_LIMITS,
): ChunkStore {
  return new LanceStore(handle, writer, dimensions, limits);
}

class LanceStore implements ChunkStore {
  readonly #handle: ReadHandle;
  readonly #writer: TableHandle | null;
  readonly #dimensions: number;
  readonly #limits: ResidentLimits;
  readonly #cache: TailCache = { tail: null };
  #resident: ResidentReader | null = null;
  readonly #contents = new ContentVectors();
  /** Files that were written to their ends. */
  readonly #whole = new Set<string>();
  #removedRows = 0;

  constructor(handle: ReadHandle, writer: TableHandle | null, dimensions: number, limits: ResidentLimits) {
    this.#handle = handle;
    this.#writer = writer;
    this.#dimensions = dimensions;
    this.#limits = limits;
  }

  blobKeys(): Promise<Map<BlobKey, number>> {
    return this.#read(readBlobKeys);
  }

  async append(rows: readonly ChunkRow[]): Promise<void> {
    await this.appendEncoded(encodeChecked(rows, this.#dimensions));
    this.#contents.appended(rows);
  }

  async appendEncoded(batches: readonly EncodedRows[]): Promise<void> {
    if (batches.length === 0) return;
    await this.#write('append', (writer) => appendRows(writer, batches, this.#dimensions));
  }

  async replace(rows: readonly ChunkRow[]): Promise<void> {
    if (rows.length === 0) return;
    this.#contents.forget();
    this.#removedRows += await this.#write('replace', (writer) => replaceRows(writer, rows, this.#dimensions));
  }

  async remove(blobs: readonly BlobKey[]): Promise<void> {
    if (blobs.length === 0) return;
    this.#contents.forget();
    const { numDeletedRows } = await this.#write('remove', ({ table }) => table.delete(ofBlobs(blobs)));
    this.#removedRows += numDeletedRows;
  }

  async rows<C extends RowColumn>(selection: RowSelection, columns: readonly C[]): Promise<Row<C>[]> {
    if ('contentHashes' in selection) return this.#rowsWith(selection.contentHashes, columns);
    const resident = await this.#residentTable();
    if (resident !== null) return rowsBeside(resident, selection, columns, (some, ids) => this.#rowsById(some, ids));
    if ('chunkIds' in selection) return this.#rowsById(columns, selection.chunkIds);
    const wanted = new Set(selection.blobs);
    if (wanted.size > SCAN_ABOVE)
      return this.#scanFor(columns, ['blobSha', 'language'], (row) => wanted.has(`${row.blobSha}:${row.language}`));
    return this.#select(columns, batchesOf(wanted).map(ofBlobs));
  }

  rowsByBlob<C extends RowColumn>(blobs: readonly BlobKey[], columns: readonly C[]): AsyncGenerator<BlobRows<C>> {
    // In object storage the keys of all rows are a download, and a service's rows have no places.
    const ask: AskTable | null = this.#handle.directory === null ? null : (action) => this.#read(action);
    return rowsByBlob(this, ask, blobs, columns);
  }

  #rowsById<C extends RowColumn>(columns: readonly C[], chunkIds: readonly string[]): Promise<Row<C>[]> {
    const wanted = new Set(chunkIds);
    if (wanted.size > SCAN_ABOVE) return this.#scanFor(columns, ['chunkId'], (row) => wanted.has(row.chunkId));
    return this.#select(
      columns,
      batchesOf(wanted).map((ids) => isIn('chunkId', ids)),
    );
  }

  scan<C extends RowColumn>(columns: readonly C[]): AsyncGenerator<Row<C>[]> {
    return scanRows(this.#handle.reader, columns, (error, attempt) => this.#recover(error, attempt));
  }

  redactedRows(): Promise<Row<'blobSha' | 'language' | 'redacted'>[]> {
    return this.#select(['blobSha', 'language', 'redacted'], ["redacted <> ''"]);
  }

  async vectorsOf(contentHashes: readonly string[]): Promise<Map<string, Float32Array>> {
    const isLocal = this.#handle.directory !== null;
    const found = isLocal ? await this.#contents.find((action) => this.#read(action), new Set(contentHashes)) : null;
    if (found !== null) return found;
    const rows = await this.#rowsWith(contentHashes, ['contentHash', 'vector']);
    return new Map(rows.map(({ contentHash, vector }) => [contentHash, vector]));
  }

  #rowsWith<C extends RowColumn>(contentHashes: readonly string[], columns: readonly C[]): Promise<Row<C>[]> {
    const wanted = new Set(contentHashes);
    if (wanted.size > SCAN_ABOVE) {
      return this.#scanFor(columns, ['contentHash'], (row) => wanted.has(row.contentHash));
    }
    return this.#select(
      columns,
      batchesOf(wanted).map((hashes) => isIn('contentHash', hashes)),
    );
  }

  /** May give back more than `limit`: rows that the index does not cover yet come on top (wordTail.ts). */
  async searchWords<C extends RowColumn = never>(
    terms: readonly string[],
    limit: number,
    columns: readonly C[] = [],
  ): Promise<Found<C>[]> {
    const wanted = indexable(terms);
    if (wanted.size === 0 || limit <= 0) return [];
    const resident = await this.#residentTable();
    if (resident !== null) return this.#fill(resident, columns, (here) => resident.searchWords(wanted, limit, here));
    return this.#read((table) => searchWords(table, this.#cache, wanted, limit, columns));
  }

  async bestByWords<C extends RowColumn = never>(
    ranking: WordRanking,
    isWanted: IsWanted,
    limit: number,
    columns: readonly C[] = [],
    beside: readonly ChunkRow[] = [],
  ): Promise<Found<C>[]> {
    if (indexable(ranking.weights.keys()).size === 0 || limit <= 0) return [];
    const resident = await this.#residentTable();
    const stored =
      resident === null
        ? await this.#read((table) => bestByWords(table, this.#cache, ranking, isWanted, limit, columns))
        : await this.#fill(resident, columns, (here) => resident.bestByWords(ranking, isWanted, limit, here));
    return bestBeside(stored, beside, isWanted, ({ searchText }) => scoreRow(searchText, ranking) || null, limit);
  }

  async bestByVector<C extends RowColumn = never>(
    vector: Float32Array,
    isWanted: IsWanted,
    limit: number,
    columns: readonly C[] = [],
    beside: readonly ChunkRow[] = [],
  ): Promise<Found<C>[]> {
    if (!this.#isSearchable(vector) || limit <= 0) return [];
    const resident = await this.#residentTable();
    const stored =
      resident === null
        ? await this.#read((table) => bestByVector(table, vector, isWanted, limit, columns))
        : await this.#fill(resident, columns, (here) => resident.bestByVector(vector, isWanted, limit, here));
    return bestBeside(stored, beside, isWanted, (row) => dotProduct(vector, row.vector, 0), limit);
  }

  /** A zero vector is near to nothing. */
  #isSearchable(vector: Float32Array): boolean {
    if (vector.length === this.#dimensions) return vector.some((x) => x !== 0);
    const message = `a query vector of ${vector.length} dimensions in a store of ${this.#dimensions}`;
    throw new CoraError('EMBEDDER_MISMATCH', message, { hint: 'run: cora index --full' });
  }

  async keepInMemory(): Promise<void> {
    if (this.#resident !== null) return;
    this.#resident = new ResidentReader(this.#handle, this.#dimensions, this.#limits);
    await this.#resident.begin();
  }

  /** The table in memory, where it is there and new enough. */
  async #residentTable(): Promise<ResidentTable | null> {
    return (await this.#resident?.newest()) ?? null;
  }

  #fill<C extends RowColumn>(
    resident: ResidentTable,
    columns: readonly C[],
    find: (here: readonly C[]) => Found<C>[],
  ): Promise<Found<C>[]> {
    return fillRows(resident, columns, find, (some, ids) => this.#rowsById(some, ids));
  }

  async optimize(retentionMs: number): Promise<void> {
    const removed = this.#removedRows;
    this.#contents.forget();
    const rewritten = await this.#write('optimize', (handle) => optimizeTable(handle, retentionMs, removed));
    if (rewritten) this.#removedRows = 0;
  }

  stats(): Promise<StoreStats> {
    return this.#read(async (table) => ({
      rows: await table.countRows(),
      versions: await table.countVersions(),
      bytes: this.#handle.directory === null ? await table.bytes() : await bytesUnder(this.#handle.directory),
      unindexedRows: await countUnindexed(table),
    }));
  }

  close(): void {
    this.#handle.close();
  }

  #select<C extends RowColumn>(columns: readonly C[], clauses: readonly string[]): Promise<Row<C>[]> {
    return this.#read(async (table) => {
      const rows: Row<C>[] = [];
      for (const clause of clauses) {
        for await (const batch of table.select({ where: clause, columns })) {
          for (const row of decodeRows(batch, columns)) rows.push(row);
        }
      }
      return rows;
    });
  }

  #scanFor<C extends RowColumn, K extends RowColumn>(
    columns: readonly C[],
    keys: readonly K[],
    isWanted: (row: Row<C | K>) => boolean,
  ): Promise<Row<C>[]> {
    return scanFor((all: readonly (C | K)[]) => this.scan(all), columns, keys, isWanted);
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
    if (this.#writer === null) throw new CoraError('STORE', `the store was opened for reading: it cannot ${verb}`);
    try {
      const done = await action(this.#writer);
      await refuseTorn(this.#handle.directory, verb, { whole: this.#whole });
      return done;
    } catch (error) {
      await takeBackTorn(this.#handle.directory, { whole: this.#whole });
      throw this.#failureOf(error, verb);
    }
  }

  /** Moves a stale handle to the newest version, once; throws whatever cannot be mended that way. */
  async #recover(error: unknown, attempt: number): Promise<void> {
    const isPinned = this.#handle.failure !== undefined;
    if (attempt > 0 || isPinned || !isStale(error)) throw this.#failureOf(error, 'read');
    await this.#handle.reader.checkoutLatest();
  }

  #failureOf(error: unknown, verb: string): CoraError {
    if (this.#handle.failure !== undefined) return this.#handle.failure(error, verb);
    return tableFailure(error, verb);
  }
}

// What goes wrong with a table on this machine, said in one line with what to do. For object storage: storageFailure.ts.

/** LanceDB says it in several ways when a file of a version that was cleaned up is gone. */
const STALE = /not found|no such file|does not exist/i;

/** @param verb what was tried: `read`, `append` */
function tableFailure(error: unknown, verb: string): CoraError {
  if (isCoraError(error)) return error;
  const refused = systemFailure(error, `the index failed to ${verb}`);
  if (refused !== null) return refused;
  const message = `the index failed to ${verb}: ${firstLine(error)}`;
  return new CoraError(isStale(error) ? 'BROKEN_INDEX' : 'STORE', message, { hint: DOCTOR_HINT, cause: error });
}

function isStale(error: unknown): boolean {
  return error instanceof Error && STALE.test(error.message);
}
