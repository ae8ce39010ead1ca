/** `cora gc`: the same collection that a build starts by itself when most rows are dead. */
import { type GarbageReport } from './build/removeDeadRows.ts';
import type { Embedder, Log } from './types.ts';
import { type Workspace } from './workspace.ts';
export interface GarbageRequest {
    workspace: Workspace;
    embedder: Embedder;
    log: Log;
    dryRun: boolean;
}
export declare function collectGarbage({ workspace, embedder, log, dryRun }: GarbageRequest): Promise<GarbageReport>;
