/**
 * Says which blobs are whose where N machines build one index: it goes by the beginning of their
 * SHA, so that shards are of equal size, a blob stays in its shard from commit to commit, and
 * nobody has to tell anybody anything.
 */

import { CoraError } from '../base/errors.ts';
import type { ChosenFile, Shard, View } from '../base/types.ts';

/** The most shards of an index: whoever joins them has all of their files open. */
export const MOST_SHARDS = 256;

/** @param text `3/8` @throws CoraError USAGE */
export function readShard(text: string): Shard {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= 1 && shard.index <= shard.count && shard.count <= MOST_SHARDS) return shard;
  throw new CoraError('USAGE', `--shard takes a part and the number of parts, not "${text}".`, {
    hint: `--shard 3/8 is the third of eight; there may be up to ${MOST_SHARDS}`,
  });
}

/**
 * Says which shard a blob belongs to.
 * @returns the shard of a blob, from 1: its first 32 bits as a share of all such numbers
 */
export function shardOf(blob: string, count: number): number {
  return 1 + Math.floor((Number.parseInt(blob.slice(0, 8), 16) * count) / 2 ** 32);
}

export function isInShard(shard: Shard | null): (file: { blob: string }) => boolean {
  return ({ blob }) => shard === null || shardOf(blob, shard.count) === shard.index;
}

/** Takes the files of a shard; all shards report the files that the paths alone leave out. */
export function takeShard<F extends ChosenFile>(view: View<F>, shard: Shard | null): View<F> {
  if (shard === null) return view;
  const isIn = isInShard(shard);
  return { ...view, files: view.files.filter(isIn), missing: view.missing.filter(isIn), shard };
}
