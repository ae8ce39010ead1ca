/**
 * Which chunks are shown, and in which order: one best chunk of each file first, further ones where they hold up; of those
 * that say the same, one. Pure.
 */

import { createLikeness } from './alike.ts';
import { diversify } from './diversify.ts';
import type { FusedFile } from './fuse.ts';
import { rankChunks, type Selected } from './rankChunks.ts';

export type { Selected };

export interface Selection {
  /** In their final order: score, then path in code units, then line. At most what `limit` results can be made of. */
  ranked: Selected[];
  /** Whether there are more behind them. */
  more: boolean;
}

export interface SelectOptions {
  /** Results wanted. Lines that a better chunk shows already are shown once, so that some chunks give none. */
  limit: number;
  /** How much unlikeness to the results before it counts, 0 to 1; 0 for the order of the scores. */
  diversity: number;
}

export function select(files: readonly FusedFile[], { limit, diversity }: SelectOptions): Selection {
  const likeness = createLikeness();
  const compared = diversity === 0 ? 2 * limit : Number.POSITIVE_INFINITY;
  const { ranked, more } = rankChunks(files, likeness, { files: limit, compared });
  const diverse = diversify(ranked, diversity, limit, likeness);
  const end = endOf(diverse, limit, ({ chunk }) => chunk.path);
  return { ranked: diverse.slice(0, end), more: more || diverse.length > end };
}

/** The first chunk of a file is always shown: with those of `limit` files there are enough. @returns how many chunks that are */
export function endOf<T>(ranked: readonly T[], limit: number, fileOf: (one: T) => string): number {
  const files = new Set<string>();
  const last = ranked.findIndex((one) => files.add(fileOf(one)).size === limit);
  return last === -1 ? ranked.length : last + 1;
}
