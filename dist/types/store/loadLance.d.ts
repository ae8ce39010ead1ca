/**
 * The one door to LanceDB: loaded when a store is opened and not before, because its native binary costs every process
 * that loads it about 100 ms. Stops at the import; opening tables is lance.ts.
 *
 * The entry sets LANCEDB_LOG=error before the first store is opened, or LanceDB's warnings reach stderr.
 */
import { CoraError } from '../errors.ts';
export type Lance = typeof import('@lancedb/lancedb');
/** @throws CoraError PLATFORM where LanceDB's binary for this platform is not installed or does not exist */
export declare function loadLance(): Promise<Lance>;
export declare function platformError(cause: unknown, platform: string, arch: string): CoraError;
