/**
 * The table on disk: looked at, connected, created, closed, here and nowhere else. Everything that
 * touches LanceDB's table goes through a handle, so that one whose version was cleaned up by a
 * writer recovers. The reading and writing of rows is in openStore.ts.
 */
import type { Connection, Table } from '@lancedb/lancedb';
import { CoraError } from '../base/errors.ts';
import { type Lance, type NativeTable } from './loadLance.ts';
import type { Field } from './readBatch.ts';
import { type ReadTable } from './readTable.ts';
/** The table's name. */
export declare const CHUNKS = "chunks";
/** The table of prose about them, where somebody asked for it. */
export declare const COMMENTARY = "commentary";
/**
 * 2.0 and not 2.1: with 2.1 files, building a full-text index deadlocks on machines of one to three
 * CPUs (lancedb#3568).
 */
export declare const DATA_STORAGE_VERSION: never;
/**
 * Tells a table from one that was made in its place: a handle to the first one knows nothing of
 * that.
 */
export declare function tableStamp(dir: string): Promise<string>;
/**
 * Names the state of the table's indexes: another one after each rewriting. LanceDB keeps what it
 * has read of them, and their files open, for as long as a connection lives; whoever stays opens
 * the table anew then.
 */
export declare function indexStamp(dir: string): Promise<string>;
/** Names the state of the rows: another one after each commit to the table. */
export declare function rowsStamp(dir: string): Promise<string>;
/**
 * True once the table's first version was committed; a folder without one is what a killed creation
 * leaves behind.
 *
 * @throws CoraError STORE where that cannot be seen: a writer would put an empty table in its place
 */
export declare function hasTable(dir: string, name?: string): Promise<boolean>;
/**
 * @param dimensions expected length of the vectors; null takes what is there
 * @throws CoraError NO_INDEX, BROKEN_INDEX, INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH or PLATFORM
 */
export declare function openTable(dir: string, dimensions: number | null): Promise<LocalTable>;
/** Opens the table as openTable does, without what only writers need. */
export declare function openTableToRead(dir: string, dimensions: number | null): Promise<ReadHandle>;
export declare function exists(path: string): Promise<boolean>;
/** Creates an empty table, in place of what a killed creation left. */
export declare function createTable(dir: string, dimensions: number): Promise<LocalTable>;
/** @throws CoraError when the table was made by another chunker or embedder than the caller's */
export declare function checkSchema(fields: readonly Field[], dimensions: number, dir: string): void;
/** For reading. */
export interface ReadHandle {
    readonly reader: ReadTable;
    /** The folder that LanceDB keeps the table in; null for one in object storage. */
    readonly directory: string | null;
    /**
     * Errors of object storage, in Cora's words. A table that has this is read at one version: it is
     * not moved to the newest one.
     */
    readonly failure?: (error: unknown, verb: string) => CoraError;
    /**
     * A service keeps the table in order by its own rules, refuses to be told, and has no index of
     * words that Cora could use.
     */
    readonly isServed?: boolean;
    close(): void;
}
/** For writing, too. */
export interface TableHandle extends ReadHandle {
    readonly lance: Lance;
    readonly table: Table;
}
/** In a folder of this machine. */
export type LocalTable = TableHandle & {
    readonly directory: string;
};
export declare const CONNECTION: {
    readConsistencyInterval: number;
    namespaceClientProperties: {
        manifest_enabled: string;
    };
};
/** The folder that LanceDB keeps the table in. */
export declare function tableDirectory(dir: string, name: string): string;
/**
 * @returns the folder as LanceDB is told
 * @throws CoraError STORE, BROKEN_INDEX for what LanceDB must not see
 */
export declare function checkedFolder(dir: string, name: string): string;
/** Loads LanceDB's binary only. */
export declare function openToRead(dir: string, name: string): Promise<ReadHandle>;
/** @param create where it is to be created, in the place of what is there */
export declare function openToWrite(dir: string, name: string, create?: (connection: Connection) => Promise<Table>): Promise<LocalTable>;
/** Reads go through the same native table as writes: one idea of the newest version. */
export declare function nativeTableOf(table: Table): NativeTable;
