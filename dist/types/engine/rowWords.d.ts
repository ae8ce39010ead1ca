/**
 * The words of a row as scoring and folding ask for them: how often a term is among them, which
 * there are, and whether those of two rows are the same.
 */
import type { ChunkRow } from '../base/types.ts';
export interface RowWords {
    /**
     * Returns how often each term stands among the words.
     * @param terms one list for many rows, which nobody changes; no term twice
     */
    counts(terms: readonly string[]): readonly number[];
    distinct(): ReadonlySet<string>;
    /** Their numbers, ascending, which need no names; `of` is what gave them. */
    readonly numbered?: {
        of: object;
        words: readonly number[];
    };
    /** Characters of the search text. */
    readonly length: number;
    /** 32 bits: see areSameWords. */
    readonly hash: number;
    /**
     * Not null once `distinct` was asked for words that are not there, and gave none that another row
     * has: brings them. Whatever was made of them meanwhile has to be made again.
     */
    readonly bring?: (() => Promise<void>) | null;
}
/** True for the same words in the same order. */
export declare function areSameWords(a: RowWords, b: RowWords): boolean;
/** Returns the words of a row that is whole in memory. */
export declare function wordsOfRow(row: ChunkRow): RowWords;
/** The row with its words, as queries ask for it. */
export declare function withRowWords(row: ChunkRow): ChunkRow & {
    words: RowWords;
};
export declare function wordsIn(searchText: string): RowWords;
/** Returns 32 bits over the UTF-16 code units. No signature. */
export declare function hashOfText(text: string): number;
/** Words, in one place: a space stands before each but the first. */
export interface TermUnits {
    /** By word, and one more: where its UTF-16 code units begin. */
    starts: Uint32Array;
    units: Uint16Array;
}
/**
 * `hashOfText` of words, by their numbers, that are joined by spaces; and the UTF-16 code units of
 * that text.
 */
export declare function hashOfTerms(terms: Int32Array, count: number, { starts, units }: TermUnits): {
    hash: number;
    characters: number;
};
