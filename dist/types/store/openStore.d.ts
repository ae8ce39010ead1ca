/**
 * A store: the ChunkStore port on a LanceDB table, and how it is opened. The class says what is asked of the table and how its answers
 * become rows. Opening a table is openTable.ts, upkeep optimizeTable.ts, the Arrow form schema.ts.
 */
import type { Finding } from './inspectStore.ts';
import { type ReadHandle, type TableHandle } from './openTable.ts';
import { type ResidentLimits } from './resident/residentReader.ts';
import type { ChunkStore } from './storePort.ts';
/**
 * @param dir the folder of one fingerprint (`<root>/<fingerprint>`); its table is `chunks.lance`
 * @param dimensions length of the embedder's vectors
 * @param mode `read` never writes anything, so it works in a read-only folder, beside a writer and many times at once;
 *   `write` creates what is missing and is to be used under `withWriteLock`; `rewrite` is that, and a table that cannot be used is replaced
 * @throws CoraError NO_INDEX (read only), BROKEN_INDEX, INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH, PLATFORM or STORE
 */
export declare function openStore(dir: string, dimensions: number, mode: 'read' | 'write' | 'rewrite'): Promise<ChunkStore>;
/** What doctor says first: whether LanceDB runs on this machine at all. */
export declare function platformFinding(): Promise<Finding | null>;
/** @param writer null for a store that is only read */
export declare function createLanceStore(handle: ReadHandle, writer: TableHandle | null, dimensions: number, limits?: ResidentLimits): ChunkStore;
