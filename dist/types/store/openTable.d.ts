/**
 * The table on disk: opened, created, reopened. Everything that touches LanceDB's table goes through a handle (tableHandle.ts), so
 * that one whose version was cleaned up by a writer recovers. What is read and written is lanceStore.ts.
 */
import type { Field } from './readBatch.ts';
import { type LocalTable, type ReadHandle } from './tableHandle.ts';
/** The table's name. */
export declare const CHUNKS = "chunks";
/** Of prose about them, where somebody asked for it. */
export declare const COMMENTARY = "commentary";
/** 2.0 and not 2.1: with 2.1 files, building a full-text index deadlocks on machines of one to three CPUs (lancedb#3568). */
export declare const DATA_STORAGE_VERSION: never;
export declare const DOCTOR_HINT = "run: cora doctor --fix";
/** Tells a table from one that was made in its place: a handle to the first one knows nothing of that. */
export declare function tableStamp(dir: string): Promise<string>;
/** True once the table's first version was committed; a folder without one is what a killed creation leaves behind. */
export declare function hasTable(dir: string, name?: string): Promise<boolean>;
/**
 * @param dimensions expected length of the vectors; null takes what is there
 * @throws CoraError NO_INDEX, BROKEN_INDEX, INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH or PLATFORM
 */
export declare function openTable(dir: string, dimensions: number | null): Promise<LocalTable>;
/** As openTable, without what only writers need. */
export declare function openTableToRead(dir: string, dimensions: number | null): Promise<ReadHandle>;
/** Creates an empty table, in place of what a killed creation left. */
export declare function createTable(dir: string, dimensions: number): Promise<LocalTable>;
/** @throws CoraError when the table was made by another chunker or embedder than the caller's */
export declare function checkSchema(fields: readonly Field[], dimensions: number, dir: string): void;
/** LanceDB's messages carry its source positions on further lines. */
export declare function firstLine(error: unknown): string;
