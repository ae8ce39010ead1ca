/** A connection to a place that holds published indexes. What is in it: publishedTable.ts and publishedChunks.ts. */

import { mkdir } from 'node:fs/promises';
import type { Connection, Table } from '@lancedb/lancedb';
import { type Lance, loadLance } from './loadLance.ts';
import { loadNativeLance, type NativeTable } from './nativeLance.ts';
import { type ReadTable, readTable } from './readTable.ts';
import { storageFailure, unreachable } from './storageFailure.ts';
import type { StoreAddress } from './storeAddress.ts';
import { CONNECTION, nativeTableOf } from './tableHandle.ts';

export interface Storage {
  readonly address: StoreAddress;
  /** @returns null where there is no table of this name @throws CoraError NETWORK, USAGE, NO_INDEX, STORE */
  open(name: string): Promise<StoredTable | null>;
  close(): void;
}

export interface StoredTable {
  native: NativeTable;
  reader: ReadTable;
}

export interface WritableStorage extends Storage {
  readonly lance: Lance;
  readonly connection: Connection;
  openToWrite(name: string): Promise<(StoredTable & { table: Table }) | null>;
}

/** A host that takes connections and never answers is given up after this. Milliseconds. */
const PATIENCE_MS = 30_000;

/** Opens no socket yet. @throws CoraError PLATFORM, STORE */
export async function connectStorage(address: StoreAddress): Promise<Storage> {
  const lance = loadNativeLance();
  const connection = await said(address, 'open', lance.Connection.new(address.uri, optionsOf(address)));
  const open = async (name: string): Promise<StoredTable | null> => {
    const native = await opened(address, connection.openTable(name, []));
    return native === null ? null : { native, reader: readTable(lance, native) };
  };
  return { address, open, close: () => connection.close() };
}

/** The same to write. */
export async function connectStorageToWrite(address: StoreAddress): Promise<WritableStorage> {
  const lance = await loadLance();
  if (address.scheme === 'file') await mkdir(address.uri, { recursive: true });
  const connection = await said(address, 'open', lance.connect(address.uri, optionsOf(address)));
  const openToWrite = async (name: string) => {
    const table = await opened(address, connection.openTable(name));
    return table === null ? null : { table, ...storedTableOf(table) };
  };
  return { address, lance, connection, openToWrite, open: openToWrite, close: () => connection.close() };
}

export function storedTableOf(table: Table): StoredTable {
  const native = nativeTableOf(table);
  return { native, reader: readTable(loadNativeLance(), native) };
}

/** Errors of LanceDB as Cora's. */
export async function said<T>(address: StoreAddress, verb: string, action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (error) {
    throw storageFailure(error, address, verb);
  }
}

/** Without a consistency interval: each look for a newer version is a request, and nobody wants one in the middle of a query. */
function optionsOf({ options }: StoreAddress) {
  const { namespaceClientProperties } = CONNECTION;
  return { namespaceClientProperties, storageOptions: { ...options } };
}

function opened<T>(address: StoreAddress, opening: Promise<T>): Promise<T | null> {
  const orNone = opening.catch((error: Error) => {
    if (/^Table '.*' was not found/.test(error.message)) return null;
    throw error;
  });
  return said(address, 'open', inTime(orNone, address));
}

async function inTime<T>(action: Promise<T>, { uri }: StoreAddress): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unreachable(uri)), PATIENCE_MS);
  });
  try {
    return await Promise.race([action, late]);
  } finally {
    clearTimeout(timer);
  }
}
