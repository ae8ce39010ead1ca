/** Commentary on content that no row has any more, of whatever branch. The caller holds the write lock. */
import type { ChunkStore } from '../storePort.ts';
/** @returns how many were removed */
export declare function removeDeadCommentary(dir: string, store: ChunkStore, ensureOwned: () => void): Promise<number>;
