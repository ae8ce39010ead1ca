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
  /** No score is higher: that of what is ranked before all of these. */
  above?: number;
}

/** The order does not depend on the limit: it says where the order is cut. */
export function select(files: readonly FusedFile[], options: SelectOptions): Selection {
  const { limit, diversity, above = Number.POSITIVE_INFINITY } = options;
  const likeness = createLikeness();
  const { ranked, more } = rankChunks(files, likeness, limit);
  const diverse = diversify(ranked, (one) => one, diversity, likeness);
  const end = endOf(diverse, limit, ({ chunk }) => chunk.path);
  return { ranked: diverse.slice(0, end).map((one) => noHigher(one, above)), more: more || diverse.length > end };
}

export function noHigher(one: Selected, above: number): Selected {
  return one.score > above ? { ...one, score: above } : one;
}

/** The first chunk of a file is always shown: with those of `limit` files there are enough. @returns how many chunks that are */
export function endOf<T>(ranked: readonly T[], limit: number, fileOf: (one: T) => string): number {
  const files = new Set<string>();
  const last = ranked.findIndex((one) => files.add(fileOf(one)).size === limit);
  return last === -1 ? ranked.length : last + 1;
}
