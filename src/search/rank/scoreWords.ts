/**
 * BM25F over a row's words and its file's path, with the statistics of the caller's view.
 * Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009; one saturation for all fields.
 */

import { occurrences } from '../../base/words.ts';
import type { PathWords } from '../../graph/pathWords.ts';
import type { Frequencies } from '../../view/statistics.ts';
import type { Query, WeightedTerm } from '../readQuery.ts';

/** Within 0.006 of NDCG for k1 0.9 to 1.6, b 0.5 to 0.9 and field weights × 0.5 to × 2. */
const K1 = 1.2;
const B = 0.75;
const FILE_NAME = 2;
const FOLDER = 1;

export function idf(statistics: Frequencies, term: string): number {
  const frequency = Math.max(0, statistics.frequency(term));
  return Math.log(1 + (Math.max(statistics.chunks, frequency) - frequency + 0.5) / (frequency + 0.5));
}

export interface WordScorer {
  /** @param searchText words separated by single spaces; the words of defined names stand in it three times */
  score(searchText: string, tokens: number, path: PathWords): WordScore;
}

export interface WordScore {
  /** BM25F, ≥ 0. */
  words: number;
  /** How much of the query the text holds: inverse document frequencies of its words found / of all its words, 0 to 1. */
  coverage: number;
}

/** Precomputes what depends on the query and the view alone. */
export function createWordScorer(query: Query, statistics: Frequencies): WordScorer {
  const prepare = ({ term, weight }: WeightedTerm) => ({
    term,
    factor: weight * idf(statistics, term),
    // A word that no row holds need not be looked for in each of them.
    inRows: statistics.frequency(term) > 0,
    isAsked: weight === 1,
  });
  const terms = query.terms.map(prepare);
  const joined = query.joined.map(prepare);
  const asked = terms.reduce((sum, { factor, isAsked }) => sum + (isAsked ? factor : 0), 0) || 1;
  const average = statistics.averageTokens || 1;
  return {
    score(searchText, tokens, path) {
      const norm = 1 - B + (B * tokens) / average;
      let total = 0;
      let covered = 0;
      for (const { term, factor, inRows, isAsked } of terms) {
        const inText = inRows ? occurrences(searchText, term) / norm : 0;
        if (isAsked && inText > 0) covered += factor;
        const count = inText + (path.stem.includes(term) ? FILE_NAME : 0) + (path.folders.has(term) ? FOLDER : 0);
        total += (factor * count) / (count + K1);
      }
      for (const { term, factor, inRows } of joined) {
        const count = (inRows ? occurrences(searchText, term) / norm : 0) + (path.joined === term ? FILE_NAME : 0);
        total += (factor * count) / (count + K1);
      }
      return { words: total, coverage: covered / asked };
    },
  };
}
