/** A connection to a place that holds published indexes. What is in it: publishedTable.ts and publishedChunks.ts. */
import type { Connection, Table } from '@lancedb/lancedb';
import { type Lance, type NativeLance, type NativeTable } from './loadLance.ts';
import { type ReadTable } from './readTable.ts';
import { type StoreAddress } from './storeAddress.ts';
export interface Storage {
    readonly address: StoreAddress;
    /**
     * @param version that it is read at; without it the newest one
     * @returns null where there is no table of this name
     * @throws CoraError NETWORK, USAGE, NO_INDEX, BROKEN_INDEX, LOCKED, STORE
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
    openToWrite(name: string): Promise<(StoredTable & {
        table: Table;
    }) | null>;
    /** Has an open table see what others wrote. @returns its version then */
    refresh(name: string, table: Table): Promise<number>;
}
/** @throws CoraError PLATFORM, STORE, USAGE */
export declare function connectStorage(address: StoreAddress): Promise<Storage>;
/** The same to write. */
export declare function connectStorageToWrite(address: StoreAddress): Promise<WritableStorage>;
export declare function storedTableOf(table: Table, address: StoreAddress): StoredTable;
/** Errors of LanceDB as Cora's. */
export declare function said<T>(address: StoreAddress, verb: string, action: Promise<T>): Promise<T>;
/** @param version of a table that stays there; null for the newest one at each question */
export declare function readCloudTable(lance: NativeLance, table: NativeTable, uri: string, version: number | null): ReadTable;
/**
 * Stays at this version, or at the newest one where the service has pruned it: that one still has all rows of every index that is
 * listed, and rows of others, which nobody asks for.
 */
export declare function stayAt(table: NativeTable, version: number): Promise<number>;
export {};
