/**
 * BM25F over a row's words and its file's path, with the statistics of the caller's view.
 * Robertson, Zaragoza: The Probabilistic Relevance Framework, 2009; one saturation for all fields.
 */
import type { PathWords } from './pathWords.ts';
import type { Query } from './readQuery.ts';
export interface Frequencies {
    chunks: number;
    averageTokens: number;
    frequency(term: string): number;
}
export declare function idf(statistics: Frequencies, term: string): number;
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
export declare function createWordScorer(query: Query, statistics: Frequencies): WordScorer;
