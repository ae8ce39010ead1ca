/** Handles of tables: connected and closed here, and nowhere else. Which table is right, and what is wrong with one, is openTable.ts. */
import type { Connection, Table } from '@lancedb/lancedb';
import type { CoraError } from '../errors.ts';
import { type Lance } from './loadLance.ts';
import { type NativeTable } from './nativeLance.ts';
import { type ReadTable } from './readTable.ts';
/** For reading. */
export interface ReadHandle {
    readonly reader: ReadTable;
    /** The folder that LanceDB keeps the table in; null for one in object storage. */
    readonly directory: string | null;
    /** Errors of object storage, in Cora's words. A table that has this is read at one version: it is not moved to the newest one. */
    readonly failure?: (error: unknown, verb: string) => CoraError;
    /** A service keeps the table in order by its own rules, refuses to be told, and has no index of words that Cora could use. */
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
/** Loads LanceDB's binary only. */
export declare function openToRead(dir: string, name: string): Promise<ReadHandle>;
/** @param tableOf opens the table, or creates it */
export declare function openToWrite(dir: string, name: string, tableOf?: (connection: Connection) => Promise<Table>): Promise<LocalTable>;
/** Reads go through the same native table as writes: one idea of the newest version. */
export declare function nativeTableOf(table: Table): NativeTable;
