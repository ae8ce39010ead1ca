/** A connection to a place that holds published indexes. What is in it: publishedTable.ts and publishedChunks.ts. */
import type { Connection, Table } from '@lancedb/lancedb';
import { type Lance } from './loadLance.ts';
import { type NativeTable } from './nativeLance.ts';
import { type ReadTable } from './readTable.ts';
import type { StoreAddress } from './storeAddress.ts';
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
    openToWrite(name: string): Promise<(StoredTable & {
        table: Table;
    }) | null>;
}
/** Opens no socket yet. @throws CoraError PLATFORM, STORE */
export declare function connectStorage(address: StoreAddress): Promise<Storage>;
/** The same to write. */
export declare function connectStorageToWrite(address: StoreAddress): Promise<WritableStorage>;
export declare function storedTableOf(table: Table, address: StoreAddress): StoredTable;
/** Errors of LanceDB as Cora's. */
export declare function said<T>(address: StoreAddress, verb: string, action: Promise<T>): Promise<T>;
