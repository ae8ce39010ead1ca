/**
 * Finds the words of a query in what is shown: their places in a line, the best lines of a chunk,
 * and the reasons for a hit. It also runs in browsers, and knows nothing of ranking and colours.
 * Pure.
 */
import type { TextSpan } from '../base/renderText.ts';
import type { SearchHit, SearchResult } from '../base/searchTypes.ts';
/** The query's words, stemmed, and its identifiers, each as one word. */
export interface QueryWords {
    stems: ReadonlySet<string>;
    names: ReadonlySet<string>;
    /** Maps each stem to the word in the query, in the query's order. */
    asked: ReadonlyMap<string, string>;
}
export declare function queryWordsOf(query: string): QueryWords;
/** @param all the identifiers of a query */
export declare function wordsAmong(all: readonly string[]): QueryWords;
declare const WORDS: unique symbol;
export declare function withWords<T extends object>(words: QueryWords, result: T): T;
/** Returns the words of the question, and of names that were assumed in place of unknown ones. */
export declare function wordsOfAnswer(answer: Pick<SearchResult, 'query' | 'assumed'> & {
    [WORDS]?: QueryWords;
}): QueryWords;
/** Finds the parts of a line that match; neighbouring parts are joined. */
export declare function findWords(line: string, words: QueryWords): TextSpan[];
export interface ExcerptOptions {
    /** The most lines to show. A gap of one line may be filled beyond that. */
    maxLines: number;
    /** Lines to show around a matching line. */
    context: number;
    /** The declaration on one line, '' for none; see Chunk. */
    signature: string;
}
/** @returns the indexes of the lines to show, ascending */
export declare function chooseLines(lines: readonly string[], words: QueryWords, options: ExcerptOptions): number[];
/**
 * Returns the query's words in the hit, and other reasons: `open, table; symbol`. Similarity is
 * named only if there is nothing else.
 */
export declare function reasonsOf({ why, text, signature, scope }: SearchHit, words: QueryWords): string;
/** Joins pairs of letters again where a script writes no spaces: 安装, 装钩 → 安装钩. */
export declare function joinPairs(words: readonly string[]): string[];
export {};
