/**
 * What commentary says for its chunk: by words and by vector, each row by itself, so that nothing depends on what else is
 * described. Its words weigh as they do in the view's code; one that no code holds is the rarest of all. Pure.
 */

import { dot } from '../../base/dot.ts';
import type { PathWords } from '../../graph/pathWords.ts';
import type { Frequencies } from '../../view/statistics.ts';
import type { Query } from '../readQuery.ts';
import { createWordScorer } from './scoreWords.ts';

export interface ScoredProse {
  contentHash: string;
  /** BM25, ≥ 0. */
  words: number;
  /** How much of the query it holds, 0 to 1. */
  coverage: number;
  /** Cosine with the query; 0 where vectors are not asked for. */
  cosine: number;
}

/** Of a paragraph as the prompt asks for it. */
const AVERAGE_WORDS = 60;
const NO_PATH: PathWords = { stem: [], folders: new Set(), joined: '' };

/** @param vector the query's unit vector, null to leave vectors out */
export function scoreProse(
  rows: readonly { contentHash: string; words: string; vector: Float32Array }[],
  query: Query,
  statistics: Frequencies,
  { words, vector }: { words: boolean; vector: Float32Array | null },
): ScoredProse[] {
  const scorer = createWordScorer(query, {
    chunks: statistics.chunks,
    averageTokens: AVERAGE_WORDS,
    frequency: (term) => Math.max(1, statistics.frequency(term)),
  });
  return rows.map((row) => ({
    contentHash: row.contentHash,
    ...(words ? scorer.score(row.words, countWords(row.words), NO_PATH) : { words: 0, coverage: 0 }),
    cosine: vector === null ? 0 : dot(vector, row.vector),
  }));
}

/** They stand between single spaces. */
function countWords(words: string): number {
  let count = 1;
  for (let at = words.indexOf(' '); at !== -1; at = words.indexOf(' ', at + 1)) count += 1;
  return count;
}
