/**
 * Rows of blobs that no branch, worktree, index or recent reflog entry holds any more are counted and removed, and commentary on them:
 * by `cora gc`, and by a build when most rows are dead.
 */
import type { Options } from '../settings/options.ts';
import type { ChunkStore } from '../store/storePort.ts';
import { type Surroundings } from '../view/surroundings.ts';
import { type Workspace } from '../view/workspace.ts';
/** @throws CoraError NO_INDEX, LOCKED, … */
export declare function collectGarbage(options: Options, surroundings: Surroundings, { dryRun }: {
    dryRun: boolean;
}): Promise<GarbageReport>;
interface GarbageReport {
    rows: number;
    deadRows: number;
    deadBlobs: number;
    removed: boolean;
    /** Described chunks that no row holds any more; only where some were removed. */
    commentary?: number;
}
/**
 * Commentary goes with the last row of its content.
 * @param above do nothing while dead rows are less than this share of all
 */
export declare function removeDeadRows(workspace: Workspace, dir: string, store: ChunkStore, above: number, ensureOwned: () => void): Promise<GarbageReport>;
export {};
