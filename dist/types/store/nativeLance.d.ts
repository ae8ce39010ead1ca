/**
 * LanceDB's native binary, without the JavaScript around it. A process that only reads needs no more of LanceDB, and its
 * JavaScript with Arrow's takes 40 ms to load, a seventh of a cold query. What is declared here is what readTable.ts calls, as
 * `native.d.ts` of the pinned version of @lancedb/lancedb has it. Writing goes through the whole package: loadLance.ts.
 */
import type { ConnectionOptions } from '@lancedb/lancedb';
import { CoraError } from '../errors.ts';
export interface NativeLance {
    Connection: {
        new: (uri: string, options: Partial<ConnectionOptions>) => Promise<NativeConnection>;
    };
    JsFullTextQuery: {
        matchQuery(query: string, column: string, boost: number, fuzziness: number, maxExpansions: number, operator: 'AND' | 'OR', prefixLength: number): object;
    };
}
export interface NativeConnection {
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
    checkout(version: number): Promise<void>;
    checkoutLatest(): Promise<void>;
    stats(): Promise<{
        totalBytes: number;
    }>;
    close(): void;
}
export interface NativeSelect {
    selectColumns(columns: string[]): void;
    execute(): Promise<NativeBatches>;
}
export interface NativeVectorQuery extends NativeSelect {
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
/** @throws CoraError PLATFORM where LanceDB's binary for this platform is not installed or does not exist */
export declare function loadNativeLance(): NativeLance;
export declare function platformError(cause: unknown, platform: string, arch: string): CoraError;
