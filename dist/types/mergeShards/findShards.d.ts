/** Packed shards by what the user named. Only manifests are read here. */
import type { FoundShard } from './checkShards.ts';
/**
 * @param named files, and folders: of these every packed shard at any depth, because CI systems unpack each job's files into a
 *   folder of its own. Other packed indexes in a folder are passed over; one that is named is refused
 * @throws CoraError NO_ARTIFACT, BAD_ARTIFACT, INCOMPATIBLE_INDEX
 */
export declare function findShards(named: readonly string[]): Promise<FoundShard[]>;
