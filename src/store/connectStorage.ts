/** Connects to a place that holds published indexes. publishedIndexes.ts reads the tables in it. */

import type { Connection, ConnectionOptions, Table } from '@lancedb/lancedb';
import { CoraError } from '../base/errors.ts';
import { makeFolders } from '../disk/makePrivate.ts';
import { type Lance, loadLance } from './loadLance.ts';
import { tableDirectory } from './location.ts';
import { guardTables, type Looked, type TableGuard } from './objects/openObjects.ts';
import { CONNECTION, checkedFolder, type ReadTable, readTable, within } from './openTable.ts';
import { mustBeSound } from './soundTable.ts';
import { cloudConnection, type StoreAddress } from './storeAddress.ts';
import { storageFailure, unreachable } from './storeFailure.ts';

export interface Storage {
  readonly address: StoreAddress;
  readonly lance: Lance;
  readonly connection: Connection;
  /**
   * Opens a version of a table, by default the newest. @returns null if there is no such table.
   * @throws CoraError NETWORK, …
   */
  open(name: string, version?: number): Promise<Table | null>;
  /** Lets an open table see what others wrote. @returns its version then */
  refresh(name: string, table: Table): Promise<number>;
  close(): void;
}

/** The time for a host that accepts connections but never answers, in milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * @param mode `write` makes a missing folder, and checks every version of a table that is opened
 * @throws CoraError PLATFORM, STORE, USAGE
 */
export async function connectStorage(address: StoreAddress, mode: 'read' | 'write' = 'read'): Promise<Storage> {
  const lance = await loadLance();
  if (mode === 'write' && address.scheme === 'file') makeFolders(address.uri);
  const guard = await wording(address, 'open', guardTables(address));
  const connection = await wording(address, 'open', lance.connect(...connectionTo(address)));
  const open = (name: string, version?: number): Promise<Table | null> =>
    checked(address, guard, name, {
      versions: mode === 'write' ? 'all' : version === undefined ? [] : [version],
      open: () => opened(address, connection.openTable(address.prefix + name)),
      settle: async (table) => {
        // Asking a database for its version takes a request, and nobody uses it here.
        if (guard === null && version === undefined) return [];
        const newest = await table.version();
        if (version === undefined || version === newest) return [newest];
        await table.checkout(version);
        return [newest, version];
      },
    });
  const refresh = async (name: string, table: Table): Promise<number> => {
    const look = async () => {
      await table.checkoutLatest();
      const version = await table.version();
      return { made: version, versions: [version] };
    };
    const opening = { open: look, close: () => undefined };
    return wording(address, 'read', guard?.(name, 'all', opening) ?? look().then(({ made }) => made));
  };
  return { address, lance, connection, open, refresh, close: () => connection.close() };
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

/** Reads a table of a storage. @param version at which a table of LanceDB Cloud stays */
export function readStored({ lance, address }: Storage, table: Table, version: number | null = null): ReadTable {
  const { scheme, uri } = address;
  return scheme === 'db' ? readCloudTable(lance, table, uri, version) : readTable(lance, table);
}

// A table of LanceDB Cloud, for reading. It is asked by name and version like any other. But the
// service removes old versions by its own rules, and it may limit the rows of an answer, so the
// rows are counted.

/** @param version of a table that stays at it; null to read the newest version at each question */
function readCloudTable(lance: Lance, table: Table, uri: string, version: number | null): ReadTable {
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
export async function stayAt(table: Table, version: number): Promise<number> {
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
