/**
 * It looks for the words of a query in what is shown: where they stand in a line, which lines of a
 * chunk have them, why a hit is there. It runs in a browser too, and knows nothing of ranking and
 * colours. Pure.
 */
import type { TextSpan } from '../base/renderText.ts';
import type { SearchHit, SearchResult } from '../base/searchTypes.ts';
/** The query's words, stemmed, and its identifiers as one word. */
export interface QueryWords {
    stems: ReadonlySet<string>;
    names: ReadonlySet<string>;
    /** Maps each stem to the word that was asked, in the order of the query. */
    asked: ReadonlyMap<string, string>;
}
export declare function queryWordsOf(query: string): QueryWords;
/** @param all the identifiers of a query that was read already */
export declare function wordsAmong(all: readonly string[]): QueryWords;
declare const WORDS: unique symbol;
export declare function withWords<T extends object>(words: QueryWords, result: T): T;
/** Returns words of the question, and of names that were searched in place of unknown ones. */
export declare function wordsOfAnswer(answer: Pick<SearchResult, 'query' | 'assumed'> & {
    [WORDS]?: QueryWords;
}): QueryWords;
/** Finds the query's words in a line: the matching parts of identifiers, neighbours joined. */
export declare function findWords(line: string, words: QueryWords): TextSpan[];
export interface ExcerptOptions {
    /** Lines shown at most; a gap of one line is filled beyond it. */
    maxLines: number;
    /** Lines kept around a line that matches. */
    context: number;
    /** The declaration on one line, '' for none; see Chunk. */
    signature: string;
}
/** @returns indexes of the lines to show, ascending */
export declare function chooseLines(lines: readonly string[], words: QueryWords, options: ExcerptOptions): number[];
/**
 * The query's words that are in the hit, and what else speaks for it: `open, table; symbol`.
 * Nearness alone is named where nothing else is.
 */
export declare function reasonsOf({ why, text, signature, scope }: SearchHit, words: QueryWords): string;
export {};
