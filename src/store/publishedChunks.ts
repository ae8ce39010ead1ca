/** The chunk table of a place that holds published indexes, behind the port of a local one: at one version to read, at the newest to write. */

import type { Table } from '@lancedb/lancedb';
import { CoraError } from '../base/errors.ts';
import { ChunkStore } from './chunkStore.ts';
import { readCloudTable, type Storage, said, stayAt, storedTableOf, type WritableStorage } from './connectStorage.ts';
import { loadNativeLance, type NativeTable } from './loadLance.ts';
import { checkSchema, DATA_STORAGE_VERSION } from './openTable.ts';
import type { ReadTable } from './readTable.ts';
import { chunkSchema } from './schema.ts';
import type { StoreAddress } from './storeAddress.ts';
import { storageFailure } from './storeFailure.ts';

export interface ChunksPlace<S extends Storage = Storage> {
  storage: S;
  fingerprint: string;
  dimensions: number;
}

/** As it was at that version; it stays so, whatever is published meanwhile. @throws CoraError BROKEN_INDEX, NETWORK, … */
export async function readChunks(place: ChunksPlace, version: number): Promise<ChunkStore> {
  const { storage, dimensions } = place;
  const { address } = storage;
  // A database may have pruned it.
  const isServed = address.scheme === 'db';
  const stored = await storage.open(nameOf(place), isServed ? undefined : version);
  if (stored === null) {
    throw new CoraError('BROKEN_INDEX', `The rows of the index in ${address.uri} are gone.`, {
      hint: `cora push ${address.uri}   writes them again`,
    });
  }
  const { native } = stored;
  try {
    const reader = isServed ? await readServed(native, address, version) : stored.reader;
    checkSchema((await said(address, 'open', reader.schema())).fields, dimensions, address.uri);
    const handle = { reader, directory: null, isServed, failure: failureIn(address), close: () => native.close() };
    return new ChunkStore(handle, null, dimensions);
  } catch (error) {
    native.close();
    throw error;
  }
}

export interface ChunksVersion {
  version: string;
  /** ISO 8601. */
  versionAt: string;
}

export interface WritableChunks {
  store: ChunkStore;
  /** Sees what others wrote too, from now on. @returns that version, and when it was made */
  settle(): Promise<ChunksVersion>;
}

/** Created where there is none. @throws CoraError INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH, NETWORK, STORE, … */
export async function writeChunks(place: ChunksPlace<WritableStorage>): Promise<WritableChunks> {
  const { storage, dimensions } = place;
  const { address, lance } = storage;
  const table = (await storage.openToWrite(nameOf(place)))?.table ?? (await create(place));
  const { reader } = storedTableOf(table, address);
  checkSchema((await said(address, 'open', reader.schema())).fields, dimensions, address.uri);
  const close = (): void => table.close();
  const handle = {
    lance,
    table,
    reader,
    directory: null,
    isServed: address.scheme === 'db',
    failure: failureIn(address),
    close,
  };
  return {
    store: new ChunkStore(handle, handle, dimensions),
    settle: async () => {
      const version = await storage.refresh(nameOf(place), table);
      const versions = await said(address, 'read', table.listVersions());
      const made = versions.find((one) => one.version === version)?.timestamp ?? new Date(0);
      return { version: String(version), versionAt: made.toISOString() };
    },
  };
}

async function create(place: ChunksPlace<WritableStorage>): Promise<Table> {
  const { storage, dimensions } = place;
  const options = { mode: 'create', dataStorageVersion: DATA_STORAGE_VERSION } as const;
  try {
    return await storage.connection.createEmptyTable(
      storage.address.prefix + nameOf(place),
      chunkSchema(dimensions),
      options,
    );
  } catch (error) {
    // Somebody else's may have been faster.
    const there = await storage.openToWrite(nameOf(place));
    if (there === null) throw storageFailure(error, storage.address, 'create');
    return there.table;
  }
}

async function readServed(native: NativeTable, address: StoreAddress, version: number): Promise<ReadTable> {
  const at = await said(address, 'open', stayAt(native, version));
  return readCloudTable(loadNativeLance(), native, address.uri, at);
}

function nameOf({ fingerprint }: ChunksPlace): string {
  return `chunks-${fingerprint}`;
}

function failureIn(address: StoreAddress) {
  return (error: unknown, verb: string): CoraError => storageFailure(error, address, verb);
}
