/** Connects to a place that holds published indexes. publishedIndexes.ts reads the tables in it. */

import type { Connection, Table } from '@lancedb/lancedb';
import { makeFolders } from '../disk/makePrivate.ts';
import { type Lance, loadLance } from './loadLance.ts';
import { tableDirectory } from './location.ts';
import { guardTables, type Looked, type TableGuard } from './objects/openObjects.ts';
import { CONNECTION, checkedFolder, within } from './openTable.ts';
import { mustBeSound } from './soundTable.ts';
import type { StoreAddress } from './storeAddress.ts';
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
  const { namespaceClientProperties } = CONNECTION;
  // There is no consistency interval: each look for a newer version would be a request.
  const options = { namespaceClientProperties, storageOptions: { ...address.options } };
  const connection = await wording(address, 'open', lance.connect(address.uri, options));
  const open = (name: string, version?: number): Promise<Table | null> =>
    checked(address, guard, name, {
      versions: mode === 'write' ? 'all' : version === undefined ? [] : [version],
      open: () => opened(address, connection.openTable(name)),
      settle: async (table) => {
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
