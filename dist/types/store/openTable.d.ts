/**
 * The table on disk: opened, created, reopened. Everything that touches LanceDB's table goes through a `TableHandle`, so
 * that a handle whose version was cleaned up by a writer recovers. What is read and written is lanceStore.ts.
 */
import type { Connection, Table } from '@lancedb/lancedb';
import { type Lance } from './loadLance.ts';
/** 2.0 and not 2.1: with 2.1 files, building a full-text index deadlocks on machines of one to three CPUs (lancedb#3568). */
export declare const DATA_STORAGE_VERSION: never;
export declare const CONNECTION: {
    readConsistencyInterval: number;
    namespaceClientProperties: {
        manifest_enabled: string;
    };
};
export declare const DOCTOR_HINT = "run: cora doctor --fix";
export interface TableHandle {
    readonly lance: Lance;
    readonly connection: Connection;
    readonly table: Table;
    readonly directory: string;
}
/** The folder that LanceDB keeps the table in. */
export declare function tableDirectory(dir: string, name?: string): string;
/** True once the table's first version was committed; a folder without one is what a killed creation leaves behind. */
export declare function hasTable(dir: string, name?: string): Promise<boolean>;
/**
 * @param dimensions expected length of the vectors; null takes what is there
 * @throws CoraError NO_INDEX, BROKEN_INDEX, INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH or PLATFORM
 */
export declare function openTable(dir: string, dimensions: number | null): Promise<TableHandle>;
/** Creates an empty table, in place of what a killed creation left. */
export declare function createTable(dir: string, dimensions: number): Promise<TableHandle>;
/** LanceDB's messages carry its source positions on further lines. */
export declare function firstLine(error: unknown): string;
