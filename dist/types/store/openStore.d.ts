/** Opens a store: the ChunkStore port over a LanceDB table. The only way in for everyone outside this folder. */
import type { ChunkStore } from '../storePort.ts';
import type { Finding } from './finding.ts';
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
