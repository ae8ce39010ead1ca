/**
 * The whole of LanceDB, for writing: loaded when a store is opened for it and not before. Readers take its native binary
 * alone: nativeLance.ts. Stops at the import; opening tables is openTable.ts.
 *
 * The entry sets LANCEDB_LOG=error before the first store is opened, or LanceDB's warnings reach stderr.
 */
export type Lance = typeof import('@lancedb/lancedb');
/** @throws CoraError PLATFORM where LanceDB's binary for this platform is not installed or does not exist */
export declare function loadLance(): Promise<Lance>;
