/**
 * The table on disk: looked at, connected, created, closed, here and nowhere else. Everything that
 * touches LanceDB's table goes through a handle, so that one whose version was cleaned up by a
 * writer recovers. The reading and writing of rows is in openStore.ts.
 */

import { access, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import { CoraError, ifAbsent, systemFailure } from '../base/errors.ts';
import { groupBy } from '../base/lists.ts';
import type { BlobKey } from '../base/types.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { checkTable } from './checkTable.ts';
import {
  type Lance,
  loadLance,
  loadNativeLance,
  type NativeLance,
  type NativeQuery,
  type NativeSelect,
  type NativeTable,
} from './loadLance.ts';
import { CHUNKS, refuseOddPath, tableDirectory } from './location.ts';
import { type Batch, type Field, readBatch, readSchema, type Schema } from './readBatch.ts';
import { chunkSchema, ROW_COLUMNS } from './schema.ts';
import { mustBeSound, remember } from './soundTable.ts';
import { DOCTOR_HINT, explainedFailure } from './storeFailure.ts';

/** Not 2.1: building a word index deadlocks there on one to three CPUs (lancedb#3568). */
export const DATA_STORAGE_VERSION = '2.0' as never;

/**
 * True once the table's first version was committed; a folder without one is what a killed creation
 * leaves behind.
 *
 * @throws CoraError STORE where that cannot be seen: a writer would put an empty table in its place
 */
export async function hasTable(dir: string): Promise<boolean> {
  const versions = join(tableDirectory(dir, CHUNKS), '_versions');
  const names = await readdir(versions)
    .catch(ifAbsent([]))
    .catch((error: unknown) => {
      throw systemFailure(error, `the index in ${dir} cannot be opened`) ?? error;
    });
  return names.some((name) => name.endsWith('.manifest'));
}

/** @param dimensions null: what is there. @throws CoraError NO_INDEX, BROKEN_INDEX, … */
export async function openTable(dir: string, dimensions: number | null): Promise<LocalTable> {
  return open(dir, dimensions, () => openToWrite(dir));
}

/** Opens the table as openTable does, without what only writers need. */
export async function openTableToRead(dir: string, dimensions: number | null): Promise<ReadHandle> {
  return open(dir, dimensions, () => openToRead(dir));
}

async function open<T extends ReadHandle>(
  dir: string,
  dimensions: number | null,
  connect: () => Promise<T>,
): Promise<T> {
  if (!(await hasTable(dir))) {
    const hint = 'run: cora index';
    if (await exists(tableDirectory(dir, CHUNKS)))
      throw new CoraError('BROKEN_INDEX', `the index in ${dir} was never finished`, { hint });
    throw new CoraError('NO_INDEX', `there is no index in ${dir}`, { hint });
  }
  try {
    const handle = await connect();
    try {
      if (dimensions !== null) checkSchema((await handle.reader.schema()).fields, dimensions, dir);
      return handle;
    } catch (error) {
      handle.close();
      throw error;
    }
  } catch (error) {
    throw explainedFailure(error, `the index in ${dir} cannot be opened`, 'BROKEN_INDEX', DOCTOR_HINT);
  }
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Creates an empty table, in place of what a killed creation left. */
export async function createTable(dir: string, dimensions: number): Promise<LocalTable> {
  const options = { mode: 'overwrite', dataStorageVersion: DATA_STORAGE_VERSION } as const;
  try {
    makePrivate(dir);
    return await openToWrite(dir, (connection) =>
      connection.createEmptyTable(CHUNKS, chunkSchema(dimensions, true), options),
    );
  } catch (error) {
    const hint = 'check permissions and free space, or choose another place with --store DIR';
    throw explainedFailure(error, `no index can be written in ${dir}`, 'STORE', hint);
  }
}

/** @throws CoraError when the table was made by another chunker or embedder than the caller's */
export function checkSchema(fields: readonly Field[], dimensions: number, dir: string): void {
  const sizes = new Map(fields.map(({ name, size }) => [name, size]));
  const missing = ROW_COLUMNS.filter((column) => !sizes.has(column));
  if (missing.length > 0) {
    const message = `the index in ${dir} has no column ${missing.join(', ')}`;
    throw new CoraError('INCOMPATIBLE_INDEX', message, { hint: 'run: cora index --full' });
  }
  const found = sizes.get('vector');
  if (found === dimensions) return;
  const message = `the index in ${dir} holds vectors of ${found} dimensions, not ${dimensions}`;
  throw new CoraError('EMBEDDER_MISMATCH', message, { hint: 'run: cora index --full' });
}

export interface ReadHandle {
  readonly reader: ReadTable;
  /** The folder that LanceDB keeps the table in; null for one in object storage. */
  readonly directory: string | null;
  /** Words errors of object storage. Such a table stays at its version. */
  readonly failure?: (error: unknown, verb: string) => CoraError;
  /** A service keeps the table in order itself, and has no index of words that Cora could use. */
  readonly isServed?: boolean;
  close(): void;
}

export interface TableHandle extends ReadHandle {
  readonly lance: Lance;
  readonly table: Table;
}

/** In a folder of this machine. */
export type LocalTable = TableHandle & { readonly directory: string };

export const CONNECTION = {
  // Every read sees the newest version, at the price of one directory listing (about 0.1 ms).
  readConsistencyInterval: 0,
  // Or connecting, even to read, would write a table of tables (`__manifest`) that nobody needs.
  namespaceClientProperties: { manifest_enabled: 'false' },
};

/** @returns the folder for LanceDB. @throws CoraError STORE, BROKEN_INDEX for a foreign one */
export function checkedFolder(dir: string, name: string): string {
  const folder = resolve(dir);
  refuseOddPath(folder);
  checkTable(tableDirectory(folder, name));
  return folder;
}

/** Loads LanceDB's binary only. */
async function openToRead(dir: string): Promise<ReadHandle> {
  const lance = loadNativeLance();
  const folder = checkedFolder(dir, CHUNKS);
  await mustBeSound(tableDirectory(folder, CHUNKS));
  const connection = await lance.Connection.new(folder, CONNECTION);
  const { table, close } = await openedOn(connection, () => connection.openTable(CHUNKS, []));
  return { reader: readTable(lance, table), directory: tableDirectory(dir, CHUNKS), close };
}

/** @param create where it is to be created, in the place of what is there */
async function openToWrite(dir: string, create?: (connection: Connection) => Promise<Table>): Promise<LocalTable> {
  const lance = await loadLance();
  const folder = checkedFolder(dir, CHUNKS);
  if (create === undefined) await mustBeSound(tableDirectory(folder, CHUNKS));
  const connection = await lance.connect(folder, CONNECTION);
  const { table, close } = await openedOn(connection, async () => {
    const made = await (create?.(connection) ?? connection.openTable(CHUNKS));
    if (create !== undefined) await remember(tableDirectory(folder, CHUNKS));
    return made;
  });
  const reader = readTable(loadNativeLance(), nativeTableOf(table));
  return { lance, table, reader, directory: tableDirectory(dir, CHUNKS), close };
}

/** Opens a table whose connection is closed with it, or at once where it does not open. */
async function openedOn<T extends { close(): void }>(connection: { close(): void }, open: () => Promise<T>) {
  try {
    const table = await open();
    const close = (): void => {
      table.close();
      connection.close();
    };
    return { table, close };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Reads go through the same native table as writes: one idea of the newest version. */
export function nativeTableOf(table: Table): NativeTable {
  return (table as unknown as { inner: NativeTable }).inner;
}

// A LanceDB table as readers see it: which rows, which columns, batch after batch. Clauses of SQL
// are put together here and nowhere else: values come from repositories, so each is written as a
// quoted literal. How a batch lies in memory is readBatch.ts.

export interface TableSelection {
  columns: readonly string[];
  /** SQL. */
  where?: string;
  limit?: number;
  /** Rows of the full-text index with any of these words; adds the column `_score`. */
  words?: { column: string; text: string };
  /** Rows by their place in the table, and nothing else of the above. */
  offsets?: number[];
}

export interface ReadTable {
  schema(): Promise<Schema>;
  version(): Promise<number>;
  countVersions(): Promise<number>;
  countRows(): Promise<number>;
  hasIndex(name: string): Promise<boolean>;
  /** Rows that an index does not cover yet; null where there is no such index. */
  unindexedRows(index: string): Promise<number | null>;
  select(selection: TableSelection): AsyncGenerator<Batch>;
  /** Returns the bytes of the data files of this version. */
  bytes(): Promise<number>;
  /** Moves a handle whose version was cleaned up. */
  checkoutLatest(): Promise<void>;
}

/** Asks a table, and asks again where a writer cleaned up the version that was asked. */
export type AskTable = <T>(action: (table: ReadTable) => Promise<T>) => Promise<T>;

export function readTable(lance: NativeLance, table: NativeTable): ReadTable {
  return {
    schema: async () => readSchema(await table.schema()),
    version: () => table.version(),
    countVersions: async () => (await table.listVersions()).length,
    countRows: () => table.countRows(),
    hasIndex: async (wanted) => (await table.listIndices()).some(({ name }) => name === wanted),
    unindexedRows: async (index) => (await table.indexStats(index))?.numUnindexedRows ?? null,
    bytes: async () => (await table.stats()).totalBytes,
    checkoutLatest: () => table.checkoutLatest(),
    select: async function* (selection) {
      const query = prepare(lance, table, selection);
      query.selectColumns([...selection.columns]);
      const batches = await unlessSilent(query.execute());
      for (;;) {
        const bytes = await unlessSilent(batches.next());
        if (bytes === null) return;
        yield readBatch(bytes);
      }
    },
  };
}

function prepare(
  lance: NativeLance,
  table: NativeTable,
  { offsets, words, where, limit }: TableSelection,
): NativeSelect {
  if (offsets !== undefined) return table.takeOffsets(offsets);
  const query: NativeQuery = table.query();
  if (words !== undefined) {
    // A match query is a list of tokens joined by OR: quotes, +, * and AND are characters of a
    // token, not syntax.
    const match = lance.JsFullTextQuery.matchQuery(words.text, words.column, 1, 0, 50, 'OR', 0);
    query.fullTextSearch({ query: match });
    // The index alone: its scores and those of rows outside it do not compare.
    query.fastSearch();
  }
  if (where !== undefined) query.onlyIf(where);
  if (limit !== undefined) query.limit(limit);
  return query;
}

// LanceDB's answer, or an error where none comes: over a damaged list of values a thread of it
// panics, and whoever waits for its rows would wait for ever.

/** For one batch of rows. The slowest disk and the slowest network are faster. */
const SILENCE_MS = 120_000;

/** @throws CoraError BROKEN_INDEX */
export function unlessSilent<T>(answer: Promise<T>): Promise<T> {
  return within(SILENCE_MS, answer, () => {
    const message = `LanceDB has given no rows for ${SILENCE_MS / 1000} s: a file of the index is damaged, or the disk hangs.`;
    return new CoraError('BROKEN_INDEX', message, { hint: DOCTOR_HINT });
  });
}

/** Waits so many milliseconds for an answer, and then throws. */
export async function within<T>(ms: number, answer: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const lateness = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([answer, lateness]);
  } finally {
    clearTimeout(timer);
  }
}

// Where-clauses for LanceDB (DataFusion SQL). Values come from repositories, so every one is
// written as a quoted literal here, and nowhere else is SQL put together.

/** Values in one IN list: longer lists are cut into several queries. */
const LIST_LIMIT = 1000;

/** A string literal. DataFusion knows no escapes but the doubled quote. */
export function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** @returns a clause that is true for none where the list is empty */
export function isIn(column: string, values: Iterable<string>): string {
  const list = [...new Set(values)].map(quote);
  if (list.length === 0) return 'false';
  return list.length === 1 ? `${column} = ${list[0]}` : `${column} IN (${list.join(', ')})`;
}

/** All rows of the blobs, as one clause. */
export function ofBlobs(blobs: Iterable<BlobKey>): string {
  const byLanguage = groupBy([...blobs].map(splitBlobKey), ({ language }) => language);
  const clauses = [...byLanguage].map(([language, all]) => {
    const shas = all.map(({ blobSha }) => blobSha);
    return `(${isIn('language', [language])} AND ${isIn('blobSha', shas)})`;
  });
  return clauses.length === 0 ? 'false' : clauses.join(' OR ');
}

/** A blob's name holds no colon, so the first one ends it. */
export function splitBlobKey(key: BlobKey): { blobSha: string; language: string } {
  const colon = key.indexOf(':');
  return { blobSha: key.slice(0, colon), language: key.slice(colon + 1) };
}

/** Distinct values in lists short enough for one query each. */
export function batchesOf<T>(values: Iterable<T>, size = LIST_LIMIT): T[][] {
  const all = [...new Set(values)];
  const batches: T[][] = [];
  for (let start = 0; start < all.length; start += size) batches.push(all.slice(start, start + size));
  return batches;
}
