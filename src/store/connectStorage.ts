/** A connection to a place that holds published indexes. What is in it: publishedTable.ts and publishedChunks.ts. */

import { mkdir } from 'node:fs/promises';
import type { Connection, Table } from '@lancedb/lancedb';
import { type Lance, loadLance } from './loadLance.ts';
import { CONNECTION } from './openTable.ts';
import { storageFailure, unreachable } from './storageFailure.ts';
import type { StoreAddress } from './storeAddress.ts';

export interface Storage {
  readonly lance: Lance;
  readonly connection: Connection;
  readonly address: StoreAddress;
}

/** A host that takes connections and never answers is given up after this. Milliseconds. */
const PATIENCE_MS = 45_000;

/** Opens no socket yet. @throws CoraError PLATFORM, STORE */
export async function connectStorage(address: StoreAddress, mode: 'read' | 'write'): Promise<Storage> {
  const lance = await loadLance();
  if (address.scheme === 'file' && mode === 'write') await mkdir(address.uri, { recursive: true });
  const { namespaceClientProperties } = CONNECTION;
  // Without a consistency interval: each look for a newer version is a request, and nobody wants one in the middle of a query.
  const options = { namespaceClientProperties, storageOptions: { ...address.options } };
  const connection = await said(address, 'open', lance.connect(address.uri, options));
  return { lance, connection, address };
}

/** @returns null where there is no table of this name @throws CoraError NETWORK, USAGE, NO_INDEX, STORE */
export async function openStored({ connection, address }: Storage, name: string): Promise<Table | null> {
  const opening = connection.openTable(name).catch((error: Error) => {
    if (/^Table '.*' was not found/.test(error.message)) return null;
    throw error;
  });
  return said(address, 'open', inTime(opening, address));
}

/** Errors of LanceDB as Cora's. */
export async function said<T>(address: StoreAddress, verb: string, action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (error) {
    throw storageFailure(error, address, verb);
  }
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
