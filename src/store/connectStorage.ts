/** Connects to a place that holds published indexes. publishedIndexes.ts reads the tables in it. */

import type { Connection, ConnectionOptions, Table } from '@lancedb/lancedb';
import { CoraError } from '../base/errors.ts';
import { makeFolders } from '../disk/makePrivate.ts';
import { type Lance, loadLance, loadNativeLance, type NativeLance, type NativeTable } from './loadLance.ts';
import { tableDirectory } from './location.ts';
import { guardTables, type Looked, type TableGuard } from './objects/openObjects.ts';
import { CONNECTION, checkedFolder, nativeTableOf, type ReadTable, readTable, within } from './openTable.ts';
import { mustBeSound } from './soundTable.ts';
import { cloudConnection, type StoreAddress } from './storeAddress.ts';
import { storageFailure, unreachable } from './storeFailure.ts';

export interface Storage {
  readonly address: StoreAddress;
  /**
   * Opens a version of a table, by default the newest. @returns null if there is no such table.
   * @throws CoraError NETWORK, …
   */
  open(name: string, version?: number): Promise<StoredTable | null>;
  close(): void;
}

interface StoredTable {
  native: NativeTable;
  reader: ReadTable;
}

export interface WritableStorage extends Storage {
  readonly lance: Lance;
  readonly connection: Connection;
  openToWrite(name: string): Promise<(StoredTable & { table: Table }) | null>;
  /** Lets an open table see what others wrote. @returns its version then */
  refresh(name: string, table: Table): Promise<number>;
}

/** The time for a host that accepts connections but never answers, in milliseconds. */
const PATIENCE_MS = 30_000;

/** @throws CoraError PLATFORM, STORE, USAGE */
export async function connectStorage(address: StoreAddress): Promise<Storage> {
  const lance = loadNativeLance();
  const guard = await wording(address, 'open', guardTables(address));
  const connection = await wording(address, 'open', lance.Connection.new(...connectionTo(address)));
  const open = async (name: string, version?: number): Promise<StoredTable | null> => {
    const native = await checked(address, guard, name, {
      versions: version === undefined ? [] : [version],
      open: () => opened(address, connection.openTable(address.prefix + name, [])),
      settle: async (table) => {
        // Asking a database for its version takes a request, and nobody uses it here.
        if (guard === null && version === undefined) return [];
        const newest = await table.version();
        if (version === undefined || version === newest) return [newest];
        await table.checkout(version);
        return [newest, version];
      },
    });
    return native === null ? null : storedTable(native, address);
  };
  return { address, open, close: () => connection.close() };
}

/** Connects as connectStorage does, but for writing. */
export async function connectStorageToWrite(address: StoreAddress): Promise<WritableStorage> {
  const lance = await loadLance();
  if (address.scheme === 'file') makeFolders(address.uri);
  const guard = await wording(address, 'open', guardTables(address));
  const connection = await wording(address, 'open', lance.connect(...connectionTo(address)));
  const openToWrite = async (name: string) => {
    const table = await checked(address, guard, name, {
      versions: 'all',
      open: () => opened(address, connection.openTable(address.prefix + name)),
      settle: async (one) => (guard === null ? [] : [await one.version()]),
    });
    return table === null ? null : { table, ...storedTableOf(table, address) };
  };
  const refresh = async (name: string, table: Table): Promise<number> => {
    const look = async () => {
      await table.checkoutLatest();
      const version = await table.version();
      return { made: version, versions: [version] };
    };
    const opening = { open: look, close: () => undefined };
    return wording(address, 'read', guard?.(name, 'all', opening) ?? look().then(({ made }) => made));
  };
  const close = (): void => connection.close();
  return { address, lance, connection, openToWrite, refresh, open: openToWrite, close };
}

interface TableOpening<T> {
  versions: readonly number[] | 'all';
  open(): Promise<T | null>;
  /** @returns the versions that LanceDB has read; empty if none has been checked */
  settle(table: T): Promise<readonly number[]>;
}

/** Opens a table after it was checked: LanceDB reads what was checked, or nothing. */
async function checked<T extends { close(): void }>(
  address: StoreAddress,
  guard: TableGuard | null,
  name: string,
  { versions, open, settle }: TableOpening<T>,
): Promise<T | null> {
  if (address.scheme === 'file') await mustBeSound(tableDirectory(checkedFolder(address.uri, name), name), true);
  const openOne = async () => {
    const made = await open();
    try {
      return { made, versions: made === null ? [] : await settle(made) };
    } catch (error) {
      made?.close();
      throw error;
    }
  };
  const openLooked = (looked: Looked) => {
    if (looked.length === 0) return Promise.resolve({ made: null, versions: [] });
    const gone = versions === 'all' ? undefined : versions.find((version) => !looked.includes(version));
    return gone === undefined ? openOne() : Promise.reject(new Error(`version ${gone} was not found`));
  };
  const opening = guard?.(name, versions, { open: openLooked, close: (made) => made?.close() });
  return wording(address, 'open', opening ?? openOne().then(({ made }) => made));
}

export function storedTableOf(table: Table, address: StoreAddress): StoredTable {
  return storedTable(nativeTableOf(table), address);
}

function storedTable(native: NativeTable, { scheme, uri }: StoreAddress): StoredTable {
  const lance = loadNativeLance();
  const reader = scheme === 'db' ? readCloudTable(lance, native, uri, null) : readTable(lance, native);
  return { native, reader };
}

/** Waits for LanceDB and turns its errors into Cora's. */
export async function wording<T>(address: StoreAddress, verb: string, action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (error) {
    throw storageFailure(error, address, verb);
  }
}

/** There is no consistency interval: each look for a newer version would be a request. */
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
  return wording(
    address,
    'open',
    within(PATIENCE_MS, orNone, () => unreachable(address.uri)),
  );
}

// A table of LanceDB Cloud, for reading. It is asked by name and version like any other. But the
// service removes old versions by its own rules, and it may limit the rows of an answer, so the
// rows are counted.

/** @param version of a table that stays at it; null to read the newest version at each question */
export function readCloudTable(lance: NativeLance, table: NativeTable, uri: string, version: number | null): ReadTable {
  const reader = readTable(lance, table);
  return {
    ...reader,
    // Asking for the version takes a request, and every look-up asks.
    version: version === null ? reader.version : () => Promise.resolve(version),
    select: async function* (selection) {
      const { offsets, words, limit, where } = selection;
      const isWhole = offsets === undefined && words === undefined && limit === undefined;
      // Rows are counted first, so that rows which are added meanwhile can only make more, not
      // fewer.
      const rows = isWhole ? await table.countRows(where) : 0;
      let came = 0;
      for await (const batch of reader.select(selection)) {
        came += batch.numRows;
        yield batch;
      }
      if (came < rows) throw cutShort(uri, came, rows);
    },
  };
}

/**
 * Stays at this version, or at the newest one if the service removed it: that has all listed rows.
 */
export async function stayAt(table: NativeTable, version: number): Promise<number> {
  try {
    await table.checkout(version);
    return version;
  } catch (error) {
    if (!(error instanceof Error && /was not found/.test(error.message))) throw error;
    const newest = await table.version();
    await table.checkout(newest);
    return newest;
  }
}

function cutShort(uri: string, came: number, rows: number): CoraError {
  return new CoraError('NETWORK', `The service of ${uri} gave ${came} of ${rows} rows that it was asked for.`, {
    hint: 'try again; where it always does so, use an address of object storage',
  });
}
