/**
 * `cora merge`: packed shards of one commit become the packed index that one build of all would have given. Needs no
 * repository and no embedder; what one of the shards holds that it cannot hold, its own reader refuses.
 */
import type { Watch } from './indexRepository.ts';
export interface MergeReport {
    file: string;
    /** Bytes of the file. */
    size: number;
    /** Of the file. */
    sha256: string;
    commit: string;
    /** How many were joined. */
    shards: number;
    files: number;
    chunks: number;
    text: boolean;
    /** The logical digest: that of an index that was built in one piece. */
    digest: string;
    tookMs: number;
}
/**
 * @param named files, and folders that hold them at any depth
 * @param output null: the name that `cora pack` would give it
 * @throws CoraError NO_ARTIFACT, NO_INDEX, BAD_ARTIFACT, INCOMPATIBLE_INDEX, STORE, ABORTED; nothing is written then
 */
export declare function mergeShards(named: readonly string[], output: string | null, watch: Watch): Promise<MergeReport>;
