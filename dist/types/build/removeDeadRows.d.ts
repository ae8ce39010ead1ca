/** Rows of blobs that no branch, worktree, index or recent reflog entry holds any more. The caller holds the write lock. */
import type { ChunkStore } from '../storePort.ts';
import type { BlobKey } from '../types.ts';
import { type Workspace } from '../workspace.ts';
export interface GarbageReport {
    rows: number;
    deadRows: number;
    deadBlobs: number;
    removed: boolean;
    /** Described chunks that no row holds any more; only where some were removed. */
    commentary?: number;
}
export declare function findDeadRows(workspace: Workspace, dir: string, store: ChunkStore): Promise<{
    dead: BlobKey[];
    report: GarbageReport;
}>;
/**
 * Commentary goes with the last row of its content.
 * @param above do nothing while dead rows are less than this share of all
 */
export declare function removeDeadRows(workspace: Workspace, dir: string, store: ChunkStore, above: number, ensureOwned: () => void): Promise<GarbageReport>;
