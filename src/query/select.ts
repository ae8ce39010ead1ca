/**
 * Which chunks are shown, and in which order: one best chunk of each file first, further ones where they hold up; of those
 * that say the same, one. Pure.
 */

import { createLikeness } from './alike.ts';
import { diversify } from './diversify.ts';
import { foldAlike } from './foldAlike.ts';
import type { FusedFile } from './fuse.ts';
import type { RetrievedChunk } from './retrieve.ts';
import type { Feature } from './weights.ts';

export interface Selected {
  chunk: RetrievedChunk;
  score: number;
  /** The score of the ranking, where a reranker's took its place. */
  fused?: number;
  /** Of its file, before weights. */
  features: Record<Feature, number>;
  /** Chunks that say the same, ranked below it. */
  alike?: RetrievedChunk[];
}

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

/** What each further chunk of a file loses, and how much its distance to the file's best one costs. */
const DECAY = 0.6;
const GAP = 0.5;
/** Only these many of the best are compared with each other. */
const MOST_COMPARED = 200;

export function select(files: readonly FusedFile[], { limit, diversity }: SelectOptions): Selection {
  const all = inOrder(files, limit);
  const likeness = createLikeness();
  const folded = foldAlike(all.slice(0, MOST_COMPARED), likeness);
  const ranked = [...diversify(folded, diversity, limit, likeness), ...all.slice(MOST_COMPARED)];
  const end = endOf(ranked, limit);
  return { ranked: ranked.slice(0, end), more: ranked.length > end };
}

function inOrder(files: readonly FusedFile[], limit: number): Selected[] {
  const all: Selected[] = [];
  for (const { score, features, chunks } of files) {
    const best = chunks[0]!.own;
    chunks.slice(0, limit).forEach(({ chunk, own }, at) => {
      all.push({ chunk, features, score: at === 0 ? score : score - DECAY * at - GAP * (best - own) });
    });
  }
  return all.sort(
    (a, b) =>
      b.score - a.score ||
      compare(a.chunk.path, b.chunk.path) ||
      a.chunk.row.startLine - b.chunk.row.startLine ||
      a.chunk.row.startByte - b.chunk.row.startByte,
  );
}

/** The first chunk of a file is always shown: with those of `limit` files there are enough. */
function endOf(ranked: readonly Selected[], limit: number): number {
  const paths = new Set<string>();
  const last = ranked.findIndex(({ chunk }) => paths.add(chunk.path).size === limit);
  return last === -1 ? ranked.length : last + 1;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
