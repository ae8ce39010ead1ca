/** A connection to a place that holds published indexes. What is in it: publishedTable.ts and publishedChunks.ts. */

import { mkdir } from 'node:fs/promises';
import type { Connection, ConnectionOptions, Table } from '@lancedb/lancedb';
import { cloudConnection } from './cloudAddress.ts';
import { readCloudTable } from './cloudTable.ts';
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
  const connection = await said(address, 'open', lance.Connection.new(...connectionTo(address)));
  const open = async (name: string): Promise<StoredTable | null> => {
    const native = await opened(address, connection.openTable(address.prefix + name, []));
    return native === null ? null : storedTable(native, address);
  };
  return { address, open, close: () => connection.close() };
}

/** The same to write. */
export async function connectStorageToWrite(address: StoreAddress): Promise<WritableStorage> {
  const lance = await loadLance();
  if (address.scheme === 'file') await mkdir(address.uri, { recursive: true });
  const connection = await said(address, 'open', lance.connect(...connectionTo(address)));
  const openToWrite = async (name: string) => {
    const table = await opened(address, connection.openTable(address.prefix + name));
    return table === null ? null : { table, ...storedTableOf(table, address) };
  };
  return { address, lance, connection, openToWrite, open: openToWrite, close: () => connection.close() };
}

export function storedTableOf(table: Table, address: StoreAddress): StoredTable {
  return storedTable(nativeTableOf(table), address);
}

function storedTable(native: NativeTable, { scheme, uri }: StoreAddress): StoredTable {
  const lance = loadNativeLance();
  const reader = scheme === 'db' ? readCloudTable(lance, native, uri, null) : readTable(lance, native);
  return { native, reader };
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
function connectionTo(address: StoreAddress): [uri: string, options: Partial<ConnectionOptions>] {
  if (address.scheme === 'db') {
    const { uri, options } = cloudConnection(address);
    return [uri, options];
  }
  const { namespaceClientProperties } = CONNECTION;
  return [address.uri, { namespaceClientProperties, storageOptions: { ...address.options } }];
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
