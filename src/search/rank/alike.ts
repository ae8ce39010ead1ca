/** How much two chunks say the same: by their words, and by their vectors where there are any. Pure. */

import { dot } from '../../base/dot.ts';
import type { ScoredRow } from '../../view/searchedView.ts';

/** Remembers the words of the rows that it has seen: make one for each search. */
export interface Likeness {
  /** Same words in the same order. */
  isIdentical(a: ScoredRow, b: ScoredRow): boolean;
  /** Jaccard of their words is at least `least`, 0 to 1. */
  isAlike(a: ScoredRow, b: ScoredRow, least: number): boolean;
  /** Cosine, or Jaccard of the words where there are no vectors: 0 to 1. */
  similarity(a: ScoredRow, b: ScoredRow): number;
}

/** Chunks whose words are nearly the same have nearer vectors than this. Saves looking at most words. */
const LEAST_COSINE = 0.85;

export function createLikeness(): Likeness {
  const words = new Map<string, ReadonlySet<string>>();
  const wordsOf = ({ chunkId, searchText }: ScoredRow): ReadonlySet<string> => {
    let known = words.get(chunkId);
    if (known === undefined) {
      known = new Set(searchText.split(' '));
      words.set(chunkId, known);
    }
    return known;
  };
  const isIdentical = (a: ScoredRow, b: ScoredRow): boolean => a.searchText === b.searchText;
  return {
    isIdentical,
    isAlike: (a, b, least) =>
      isIdentical(a, b) ||
      (shareOf(a.searchText.length, b.searchText.length) >= least ** 2 &&
        (a.vector === undefined || b.vector === undefined || dot(a.vector, b.vector) >= LEAST_COSINE) &&
        jaccard(wordsOf(a), wordsOf(b), least) >= least),
    similarity: (a, b) =>
      a.vector !== undefined && b.vector !== undefined
        ? Math.max(0, dot(a.vector, b.vector))
        : jaccard(wordsOf(a), wordsOf(b), 0),
  };
}

/** @returns 0 as soon as it cannot reach `least` any more */
function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>, least: number): number {
  if (a.size === 0 && b.size === 0) return 1;
  if (shareOf(a.size, b.size) < least) return 0;
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common / (a.size + b.size - common);
}

function shareOf(a: number, b: number): number {
  return Math.min(a, b) / Math.max(a, b, 1);
}
