/** Which chunks are shown, and in which order: one best chunk of each file first, further ones where they hold up. Pure. */

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
}

/** What each further chunk of a file loses, and how much its distance to the file's best one costs. */
const DECAY = 0.6;
const GAP = 0.5;

/** @returns at most `limit` chunks in their final order: score, then path in code units, then line */
export function select(files: readonly FusedFile[], limit: number): { selected: Selected[]; truncated: boolean } {
  const all: Selected[] = [];
  for (const { score, features, chunks } of files) {
    const best = chunks[0]!.own;
    chunks.slice(0, limit).forEach(({ chunk, own }, at) => {
      all.push({ chunk, features, score: at === 0 ? score : score - DECAY * at - GAP * (best - own) });
    });
  }
  all.sort(
    (a, b) =>
      b.score - a.score ||
      compare(a.chunk.path, b.chunk.path) ||
      a.chunk.row.startLine - b.chunk.row.startLine ||
      a.chunk.row.startByte - b.chunk.row.startByte,
  );
  return { selected: all.slice(0, limit), truncated: all.length > limit };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
