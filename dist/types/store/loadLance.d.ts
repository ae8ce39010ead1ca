/**
 * LanceDB, loaded. A process that only reads takes the native binary without the JavaScript around
 * it, which with Arrow takes 40 ms to load; the whole package is loaded when a store is opened for
 * writing, and not before.
 */
import type { ConnectionOptions } from '@lancedb/lancedb';
import { CoraError } from '../base/errors.ts';
export interface NativeLance {
    Connection: {
        new: (uri: string, options: Partial<ConnectionOptions>) => Promise<NativeConnection>;
    };
    JsFullTextQuery: {
        matchQuery(query: string, column: string, boost: number, fuzziness: number, maxExpansions: number, operator: 'AND' | 'OR', prefixLength: number): object;
    };
}
interface NativeConnection {
    openTable(name: string, namespace: string[]): Promise<NativeTable>;
    close(): void;
}
export interface NativeTable {
    /** An Arrow file without batches. */
    schema(): Promise<Buffer>;
    version(): Promise<number>;
    countRows(predicate?: string): Promise<number>;
    listVersions(): Promise<unknown[]>;
    listIndices(): Promise<{
        name: string;
    }[]>;
    indexStats(name: string): Promise<{
        numUnindexedRows: number;
    } | null>;
    query(): NativeQuery;
    takeOffsets(offsets: number[]): NativeSelect;
    takeRowIds(ids: bigint[]): NativeSelect;
    checkout(version: number): Promise<void>;
    checkoutLatest(): Promise<void>;
    stats(): Promise<{
        totalBytes: number;
    }>;
    close(): void;
}
export interface NativeSelect {
    selectColumns(columns: string[]): void;
    withRowId(): void;
    execute(): Promise<NativeBatches>;
}
interface NativeVectorQuery extends NativeSelect {
    distanceType(type: 'dot'): void;
}
export interface NativeQuery extends NativeSelect {
    onlyIf(predicate: string): void;
    limit(limit: number): void;
    fullTextSearch(query: {
        query: object;
    }): void;
    fastSearch(): void;
    nearestTo(vector: Float32Array): NativeVectorQuery;
}
export interface NativeBatches {
    /** An Arrow file of one batch; null at the end. */
    next(): Promise<Buffer | null>;
}
/**
 * @throws CoraError PLATFORM where LanceDB's binary for this platform is not installed or does not
 * exist
 */
export declare function loadNativeLance(): NativeLance;
export declare function platformError(cause: unknown, platform: string, arch: string): CoraError;
export type Lance = typeof import('@lancedb/lancedb');
/** Loads the whole of LanceDB, for writing. @throws CoraError PLATFORM as loadNativeLance */
export declare function loadLance(): Promise<Lance>;
export {};
