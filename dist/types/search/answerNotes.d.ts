/**
 * It writes the sentences of an answer beside its results: what was assumed, why there are fewer, how fresh the index is, which
 * commits fit. Every format says them alike. Pure.
 */
import type { GitContext } from '../base/historyTypes.ts';
import type { SearchResult } from '../base/searchTypes.ts';
/** @returns [] for a whole answer about everything that the caller has */
export declare function answerNotes(result: SearchResult): string[];
/**
 * @param nothing why no file passes the filters: see explainFilters
 * @returns the answer with its sentence: `12 of 50: nothing else in the index matches.`
 */
export declare function withFewer<T extends Omit<SearchResult, 'fewer'>>(result: T, nothing?: string | null): T & Pick<SearchResult, 'fewer'>;
export declare function gitContextLines({ matching, recent, authors, asked }: GitContext): string[];
