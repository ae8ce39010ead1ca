/** The view of the whole: every path in exactly one shard, and that the one its blob belongs to. */
import type { FilesMember } from '../artifact/filesMember.ts';
import type { OpenShard } from './openShards.ts';
/** @throws CoraError BAD_ARTIFACT that names the shard's file */
export declare function joinFiles(shards: readonly OpenShard[]): FilesMember;
