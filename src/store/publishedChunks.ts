/** The chunk table of a place that holds published indexes, behind the port of a local one: at one version to read, at the newest to write. */

import type { Table } from '@lancedb/lancedb';
import { CoraError } from '../errors.ts';
import type { ChunkStore } from '../storePort.ts';
import { openStored, type Storage, said } from './connectStorage.ts';
import { createLanceStore } from './lanceStore.ts';
import { checkSchema, DATA_STORAGE_VERSION, type TableHandle } from './openTable.ts';
import { schemaOf } from './schema.ts';
import { storageFailure } from './storageFailure.ts';

export interface ChunksPlace {
  storage: Storage;
  fingerprint: string;
  dimensions: number;
}

/** As it was at that version; it stays so, whatever is published meanwhile. @throws CoraError BROKEN_INDEX, NETWORK, … */
export async function readChunks(place: ChunksPlace, version: number): Promise<ChunkStore> {
  const { storage, dimensions } = place;
  const table = await openStored(storage, nameOf(place));
  if (table === null) {
    throw new CoraError('BROKEN_INDEX', `The rows of the index in ${storage.address.uri} are gone.`, {
      hint: `cora push ${storage.address.uri}   writes them again`,
    });
  }
  if ((await table.version()) !== version) await said(storage.address, 'open', table.checkout(version));
  checkSchema(await table.schema(), dimensions, storage.address.uri);
  return createLanceStore(handleOf(storage, table), dimensions, 'read');
}

export interface ChunksVersion {
  version: number;
  versionAt: string;
}

export interface WritableChunks {
  store: ChunkStore;
  /** Sees what others wrote too, from now on. @returns that version, and when it was made (ISO 8601) */
  settle(): Promise<ChunksVersion>;
}

/** Created where there is none. @throws CoraError INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH, NETWORK, STORE, … */
export async function writeChunks(place: ChunksPlace): Promise<WritableChunks> {
  const { storage, dimensions } = place;
  const table = (await openStored(storage, nameOf(place))) ?? (await create(place));
  checkSchema(await table.schema(), dimensions, storage.address.uri);
  return {
    store: createLanceStore(handleOf(storage, table), dimensions, 'write'),
    settle: async () => {
      await said(storage.address, 'read', table.checkoutLatest());
      const version = await table.version();
      const versions = await said(storage.address, 'read', table.listVersions());
      const made = versions.find((one) => one.version === version)?.timestamp ?? new Date(0);
      return { version, versionAt: made.toISOString() };
    },
  };
}

async function create(place: ChunksPlace): Promise<Table> {
  const { storage, dimensions } = place;
  const options = { mode: 'create', dataStorageVersion: DATA_STORAGE_VERSION } as const;
  try {
    return await storage.connection.createEmptyTable(nameOf(place), schemaOf(dimensions), options);
  } catch (error) {
    // Somebody else's may have been faster.
    const there = await openStored(storage, nameOf(place));
    if (there === null) throw storageFailure(error, storage.address, 'create');
    return there;
  }
}

function nameOf({ fingerprint }: ChunksPlace): string {
  return `chunks-${fingerprint}`;
}

function handleOf({ lance, connection, address }: Storage, table: Table): TableHandle {
  const failure = (error: unknown, verb: string) => storageFailure(error, address, verb);
  return { lance, connection, table, directory: null, failure };
}
