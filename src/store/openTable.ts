/**
 * The table on disk: looked at, connected, created, closed, here and nowhere else. Everything that
 * touches LanceDB's table goes through a handle, so that one whose version was cleaned up by a
 * writer recovers. The reading and writing of rows is in openStore.ts.
 */

import { access, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import { CoraError, ifAbsent, systemFailure } from '../base/errors.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { checkTable } from './checkTable.ts';
import { type Lance, loadLance, loadNativeLance, type NativeTable } from './loadLance.ts';
import { CHUNKS, refuseOddPath, tableDirectory } from './location.ts';
import type { Field } from './readBatch.ts';
import { type ReadTable, readTable } from './readTable.ts';
import { chunkSchema, ROW_COLUMNS } from './schema.ts';
import { mustBeSound, remember } from './soundTable.ts';
import { DOCTOR_HINT, explainedFailure } from './storeFailure.ts';

/**
 * 2.0 and not 2.1: with 2.1 files, building a full-text index deadlocks on machines of one to three
 * CPUs (lancedb#3568).
 */
export const DATA_STORAGE_VERSION = '2.0' as never;

/**
 * True once the table's first version was committed; a folder without one is what a killed creation
 * leaves behind.
 *
 * @throws CoraError STORE where that cannot be seen: a writer would put an empty table in its place
 */
export async function hasTable(dir: string, name = CHUNKS): Promise<boolean> {
  const versions = join(tableDirectory(dir, name), '_versions');
  const names = await readdir(versions)
    .catch(ifAbsent([]))
    .catch((error: unknown) => {
      throw systemFailure(error, `the index in ${dir} cannot be opened`) ?? error;
    });
  return names.some((name) => name.endsWith('.manifest'));
}

/**
 * @param dimensions expected length of the vectors; null takes what is there
 * @throws CoraError NO_INDEX, BROKEN_INDEX, INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH or PLATFORM
 */
export async function openTable(dir: string, dimensions: number | null): Promise<LocalTable> {
  return open(dir, dimensions, () => openToWrite(dir, CHUNKS));
}

/** Opens the table as openTable does, without what only writers need. */
export async function openTableToRead(dir: string, dimensions: number | null): Promise<ReadHandle> {
  return open(dir, dimensions, () => openToRead(dir, CHUNKS));
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
    return await openToWrite(dir, CHUNKS, (connection) =>
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

/** For reading. */
export interface ReadHandle {
  readonly reader: ReadTable;
  /** The folder that LanceDB keeps the table in; null for one in object storage. */
  readonly directory: string | null;
  /**
   * Errors of object storage, in Cora's words. A table that has this is read at one version: it is
   * not moved to the newest one.
   */
  readonly failure?: (error: unknown, verb: string) => CoraError;
  /**
   * A service keeps the table in order by its own rules, refuses to be told, and has no index of
   * words that Cora could use.
   */
  readonly isServed?: boolean;
  close(): void;
}

/** For writing, too. */
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

/**
 * @returns the folder as LanceDB is told
 * @throws CoraError STORE, BROKEN_INDEX for what LanceDB must not see
 */
export function checkedFolder(dir: string, name: string): string {
  const folder = resolve(dir);
  refuseOddPath(folder);
  checkTable(tableDirectory(folder, name));
  return folder;
}

/** Loads LanceDB's binary only. */
async function openToRead(dir: string, name: string): Promise<ReadHandle> {
  const lance = loadNativeLance();
  const folder = checkedFolder(dir, name);
  await mustBeSound(tableDirectory(folder, name));
  const connection = await lance.Connection.new(folder, CONNECTION);
  const { table, close } = await openedOn(connection, () => connection.openTable(name, []));
  return { reader: readTable(lance, table), directory: tableDirectory(dir, name), close };
}

/** @param create where it is to be created, in the place of what is there */
async function openToWrite(
  dir: string,
  name: string,
  create?: (connection: Connection) => Promise<Table>,
): Promise<LocalTable> {
  const lance = await loadLance();
  const folder = checkedFolder(dir, name);
  if (create === undefined) await mustBeSound(tableDirectory(folder, name));
  const connection = await lance.connect(folder, CONNECTION);
  const { table, close } = await openedOn(connection, async () => {
    const made = await (create?.(connection) ?? connection.openTable(name));
    if (create !== undefined) await remember(tableDirectory(folder, name));
    return made;
  });
  const reader = readTable(loadNativeLance(), nativeTableOf(table));
  return { lance, table, reader, directory: tableDirectory(dir, name), close };
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
