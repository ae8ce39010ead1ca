/**
 * Opens, creates and closes the table on disk; no other file does. A writer may remove the version
 * that a reader uses, and handles recover from that. Rows are read and written in openStore.ts.
 */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Connection, Query, Table, TakeQuery } from '@lancedb/lancedb';
import type { FixedSizeList, Int, RecordBatch, Schema } from 'apache-arrow';
import { CoraError, ifAbsent, systemFailure } from '../base/errors.ts';
import { splitBlobKey } from '../base/identity.ts';
import { groupBy } from '../base/lists.ts';
import type { BlobKey } from '../base/types.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { checkTable } from './checkTable.ts';
import { type Lance, loadLance } from './loadLance.ts';
import { CHUNKS, refuseOddPath, tableDirectory } from './location.ts';
import { chunkSchema, ROW_COLUMNS } from './schema.ts';
import { mustBeSound, remember } from './soundTable.ts';
import { DOCTOR_HINT, explainedFailure } from './storeFailure.ts';

/** Not 2.1: building a word index deadlocks there on one to three CPUs (lancedb#3568). */
export const DATA_STORAGE_VERSION = '2.0' as never;

/**
 * True if the table has a version. A folder without one is left over from a creation that was
 * killed.
 *
 * @throws CoraError STORE if the folder cannot be read: a writer would replace it by an empty table
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

/** @param dimensions null to accept any. @throws CoraError NO_INDEX, BROKEN_INDEX, … */
export async function openTable(dir: string, dimensions: number | null): Promise<LocalTable> {
  if (!(await hasTable(dir))) {
    const hint = 'run: cora index';
    if (existsSync(tableDirectory(dir, CHUNKS)))
      throw new CoraError('BROKEN_INDEX', `the index in ${dir} was never finished`, { hint });
    throw new CoraError('NO_INDEX', `there is no index in ${dir}`, { hint });
  }
  try {
    const handle = await connect(dir);
    try {
      if (dimensions !== null) checkSchema(await handle.reader.schema(), dimensions, dir);
      return handle;
    } catch (error) {
      handle.close();
      throw error;
    }
  } catch (error) {
    throw explainedFailure(error, `the index in ${dir} cannot be opened`, 'BROKEN_INDEX', DOCTOR_HINT);
  }
}

/** Creates an empty table, and removes what a killed creation left. */
export async function createTable(dir: string, dimensions: number): Promise<LocalTable> {
  const options = { mode: 'overwrite', dataStorageVersion: DATA_STORAGE_VERSION } as const;
  try {
    makePrivate(dir);
    return await connect(dir, (connection) =>
      connection.createEmptyTable(CHUNKS, chunkSchema(dimensions, true), options),
    );
  } catch (error) {
    const hint = 'check permissions and free space, or choose another place with --store DIR';
    throw explainedFailure(error, `no index can be written in ${dir}`, 'STORE', hint);
  }
}

/** @throws CoraError if another chunker or embedder made the table */
export function checkSchema({ fields }: Schema, dimensions: number, dir: string): void {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const missing = ROW_COLUMNS.filter((column) => !types.has(column));
  if (missing.length > 0) {
    const message = `the index in ${dir} has no column ${missing.join(', ')}`;
    throw new CoraError('INCOMPATIBLE_INDEX', message, { hint: 'run: cora index --full' });
  }
  const found = (types.get('vector') as Partial<FixedSizeList>).listSize;
  if (found === dimensions) return;
  const message = `the index in ${dir} holds vectors of ${found} dimensions, not ${dimensions}`;
  throw new CoraError('EMBEDDER_MISMATCH', message, { hint: 'run: cora index --full' });
}

export interface TableHandle {
  readonly lance: Lance;
  readonly table: Table;
  readonly reader: ReadTable;
  /** The folder of the table; null in object storage. */
  readonly directory: string | null;
  /** Makes errors of object storage readable. Such a table stays at its version. */
  readonly failure?: (error: unknown, verb: string) => CoraError;
  close(): void;
}

/** A table in a folder of this machine. */
export type LocalTable = TableHandle & { readonly directory: string };

export const CONNECTION = {
  // Every read sees the newest version. It costs listing one directory (about 0.1 ms).
  readConsistencyInterval: 0,
  // Otherwise even a connection for reading would write a table of tables (`__manifest`), which
  // nobody needs.
  namespaceClientProperties: { manifest_enabled: 'false' },
};

/**
 * @returns the folder for LanceDB, after checking it. @throws CoraError STORE, BROKEN_INDEX if
 * others made it
 */
export function checkedFolder(dir: string, name: string): string {
  const folder = resolve(dir);
  refuseOddPath(folder);
  checkTable(tableDirectory(folder, name));
  return folder;
}

/** @param create makes the table, in place of what is there */
async function connect(dir: string, create?: (connection: Connection) => Promise<Table>): Promise<LocalTable> {
  const lance = await loadLance();
  const folder = checkedFolder(dir, CHUNKS);
  if (create === undefined) await mustBeSound(tableDirectory(folder, CHUNKS));
  const connection = await lance.connect(folder, CONNECTION);
  const { table, close } = await openedOn(connection, async () => {
    const made = await (create?.(connection) ?? connection.openTable(CHUNKS));
    if (create !== undefined) await remember(tableDirectory(folder, CHUNKS));
    return made;
  });
  return { lance, table, reader: readTable(lance, table), directory: tableDirectory(dir, CHUNKS), close };
}

/** Opens a table and closes its connection with it, or at once if it cannot be opened. */
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

// Reads a table of LanceDB: which rows, which columns, batch after batch. SQL is composed only
// here. Its values come from repositories, so each is a quoted literal.

export interface TableSelection {
  columns: readonly string[];
  /** A condition in SQL. */
  where?: string;
  limit?: number;
  /** Finds rows with any of these words in the full-text index, and adds the column `_score`. */
  words?: { column: string; text: string };
  /** Finds rows by their place in the table; no other field may be given. */
  offsets?: number[];
}

export interface ReadTable {
  schema(): Promise<Schema>;
  version(): Promise<number>;
  countVersions(): Promise<number>;
  countRows(): Promise<number>;
  hasIndex(name: string): Promise<boolean>;
  /** Returns how many rows the index does not cover yet; null without such an index. */
  unindexedRows(index: string): Promise<number | null>;
  select(selection: TableSelection): AsyncGenerator<RecordBatch>;
  /** Returns the bytes of the data files of this version. */
  bytes(): Promise<number>;
  /** Moves the handle to the newest version, after its own was removed. */
  checkoutLatest(): Promise<void>;
}

/** Runs an action on the table, and runs it again if a writer removed the version meanwhile. */
export type AskTable = <T>(action: (table: ReadTable) => Promise<T>) => Promise<T>;

export function readTable(lance: Lance, table: Table): ReadTable {
  return {
    schema: () => table.schema(),
    version: () => table.version(),
    countVersions: async () => (await table.listVersions()).length,
    countRows: () => table.countRows(),
    hasIndex: async (wanted) => (await table.listIndices()).some(({ name }) => name === wanted),
    unindexedRows: async (index) => (await table.indexStats(index))?.numUnindexedRows ?? null,
    bytes: async () => (await table.stats()).totalBytes,
    checkoutLatest: () => table.checkoutLatest(),
    select: async function* (selection) {
      const query = prepare(lance, table, selection).select([...selection.columns]);
      const batches = query[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await unlessSilent(batches.next());
        if (done === true) return;
        mustBeRead(value, selection);
        yield value;
      }
    },
  };
}

/** Arrow's types of columns that Cora writes: numbers, texts, bytes and vectors. */
const TYPES: ReadonlySet<number> = new Set([2, 3, 4, 5, 16]);
const INT = 2;

/** Refuses columns that somebody else made: their values are read in place. */
function mustBeRead({ schema }: RecordBatch, { columns }: TableSelection): void {
  for (const { name, type } of schema.fields) {
    const isRead = TYPES.has(type.typeId) && (type.typeId !== INT || (type as Int).bitWidth === 32);
    // LanceDB adds numbers of its own.
    if (!isRead && columns.includes(name))
      throw new Error(`LanceDB answered with the column ${name} of Arrow type ${type}`);
  }
}

function prepare(
  { MatchQuery }: Lance,
  table: Table,
  { offsets, words, where, limit }: TableSelection,
): Query | TakeQuery {
  if (offsets !== undefined) return table.takeOffsets(offsets);
  const query = table.query();
  // A match query is a list of words joined by OR: quotes, +, * and AND have no special meaning.
  // Only indexed rows are found: scores of other rows cannot be compared with theirs.
  if (words !== undefined) query.fullTextSearch(new MatchQuery(words.text, words.column)).fastSearch();
  if (where !== undefined) query.where(where);
  if (limit !== undefined) query.limit(limit);
  return query;
}

// Waits for LanceDB's answer, but not for ever. A damaged list of values lets a thread of LanceDB
// panic, and then no answer comes.

/** The time limit for one batch of rows. The slowest disk and network are faster. */
const SILENCE_MS = 120_000;

/** @throws CoraError BROKEN_INDEX */
export function unlessSilent<T>(answer: Promise<T>): Promise<T> {
  return within(SILENCE_MS, answer, () => {
    const message = `LanceDB has given no rows for ${SILENCE_MS / 1000} s: a file of the index is damaged, or the disk hangs.`;
    return new CoraError('BROKEN_INDEX', message, { hint: DOCTOR_HINT });
  });
}

/** Waits for an answer for at most so many milliseconds, then throws. */
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

// Conditions in SQL for LanceDB (DataFusion). Values come from repositories, so each is a quoted
// literal. SQL is composed only here.

/** The most values of one IN list; longer ones are split into several queries. */
const LIST_LIMIT = 1000;

/** A string literal in SQL. The only escape in DataFusion is the doubled quote. */
export function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** @returns a condition; with an empty list no row fulfils it */
export function isIn(column: string, values: Iterable<string>): string {
  const list = [...new Set(values)].map(quote);
  if (list.length === 0) return 'false';
  return list.length === 1 ? `${column} = ${list[0]}` : `${column} IN (${list.join(', ')})`;
}

/** Returns the condition that a row belongs to one of the blobs. */
export function ofBlobs(blobs: Iterable<BlobKey>): string {
  const byLanguage = groupBy([...blobs].map(splitBlobKey), ({ language }) => language);
  const clauses = [...byLanguage].map(([language, all]) => {
    const shas = all.map(({ blobSha }) => blobSha);
    return `(${isIn('language', [language])} AND ${isIn('blobSha', shas)})`;
  });
  return clauses.length === 0 ? 'false' : clauses.join(' OR ');
}

/** Splits distinct values into lists short enough for one query. */
export function batchesOf<T>(values: Iterable<T>, size = LIST_LIMIT): T[][] {
  const all = [...new Set(values)];
  const batches: T[][] = [];
  for (let start = 0; start < all.length; start += size) batches.push(all.slice(start, start + size));
  return batches;
}
