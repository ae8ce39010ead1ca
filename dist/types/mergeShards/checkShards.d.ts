/** Whether shards are all those of one index, each once. Pure. */
import type { Manifest } from '../artifact/manifest.ts';
import type { Shard } from '../types.ts';
export interface FoundShard {
    file: string;
    manifest: Manifest;
    shard: Shard;
}
/**
 * @param found at least one
 * @returns them in the order of their numbers
 * @throws CoraError BAD_ARTIFACT that names the files, or the shards that are missing
 */
export declare function checkShards(found: readonly FoundShard[]): FoundShard[];
