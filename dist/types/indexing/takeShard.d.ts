/**
 * Which blobs are whose where N machines build one index: by the beginning of their SHA, so that shards are of equal size, a
 * blob stays in its shard from commit to commit, and nobody has to tell anybody anything.
 */
import type { Shard, View } from '../base/types.ts';
/** Whoever joins them has all of their files open. */
export declare const MOST_SHARDS = 256;
/** @param text `3/8` @throws CoraError USAGE */
export declare function readShard(text: string): Shard;
/** @returns the shard that a blob belongs to, from 1: the first 32 bits of its SHA as a share of all such numbers */
export declare function shardOf(blob: string, count: number): number;
export declare function isInShard(shard: Shard | null): (file: {
    blob: string;
}) => boolean;
/** What the paths alone leave out is said by every shard. */
export declare function takeShard(view: View, shard: Shard | null): View;
