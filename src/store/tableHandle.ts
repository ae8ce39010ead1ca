/** Handles of tables: connected and closed here, and nowhere else. Which table is right, and what is wrong with one, is openTable.ts. */

import { join, resolve } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import type { CoraError } from '../base/errors.ts';
import { checkTable } from './checkTable.ts';
import { type Lance, loadLance } from './loadLance.ts';
import { refuseOddPath } from './location.ts';
import { loadNativeLance, type NativeTable } from './nativeLance.ts';
import { type ReadTable, readTable } from './readTable.ts';
import { mustBeSound, remember } from './soundTable.ts';

/** For reading. */
export interface ReadHandle {
  readonly reader: ReadTable;
  /** The folder that LanceDB keeps the table in; null for one in object storage. */
  readonly directory: string | null;
  /** Errors of object storage, in Cora's words. A table that has this is read at one version: it is not moved to the newest one. */
  readonly failure?: (error: unknown, verb: string) => CoraError;
  /** A service keeps the table in order by its own rules, refuses to be told, and has no index of words that Cora could use. */
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

/** The folder that LanceDB keeps the table in. */
export function tableDirectory(dir: string, name: string): string {
  return join(dir, `${name}.lance`);
}

/** @returns the folder as LanceDB is told @throws CoraError STORE, BROKEN_INDEX for what LanceDB must not see */
export function checkedFolder(dir: string, name: string): string {
  const folder = resolve(dir);
  refuseOddPath(folder);
  checkTable(tableDirectory(folder, name));
  return folder;
}

/** Loads LanceDB's binary only. */
export async function openToRead(dir: string, name: string): Promise<ReadHandle> {
  const lance = loadNativeLance();
  const folder = checkedFolder(dir, name);
  await mustBeSound(tableDirectory(folder, name));
  const connection = await lance.Connection.new(folder, CONNECTION);
  try {
    const table = await connection.openTable(name, []);
    const close = (): void => {
      table.close();
      connection.close();
    };
    return { reader: readTable(lance, table), directory: tableDirectory(dir, name), close };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** @param create where it is to be created, in the place of what is there */
export async function openToWrite(
  dir: string,
  name: string,
  create?: (connection: Connection) => Promise<Table>,
): Promise<LocalTable> {
  const lance = await loadLance();
  const folder = checkedFolder(dir, name);
  if (create === undefined) await mustBeSound(tableDirectory(folder, name));
  const connection = await lance.connect(folder, CONNECTION);
  try {
    const table = await (create?.(connection) ?? connection.openTable(name));
    if (create !== undefined) await remember(tableDirectory(folder, name));
    const reader = readTable(loadNativeLance(), nativeTableOf(table));
    const close = (): void => {
      table.close();
      connection.close();
    };
    return { lance, table, reader, directory: tableDirectory(dir, name), close };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Reads go through the same native table as writes: one idea of the newest version. */
export function nativeTableOf(table: Table): NativeTable {
  return (table as unknown as { inner: NativeTable }).inner;
}
