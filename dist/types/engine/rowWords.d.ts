/**
 * The words of a row, for scoring and for folding similar rows: how often it holds a term, which
 * words it has, and if two rows have the same ones.
 */
import type { ChunkRow } from '../base/types.ts';
export interface RowWords {
    /**
     * Returns how often the row holds each term.
     * @param terms a list without repetitions that is shared by many rows and never changed
     */
    counts(terms: readonly string[]): readonly number[];
    distinct(): ReadonlySet<string>;
    /**
     * The words by number, ascending, without names. Only numbers with the same `of` can be compared.
     */
    readonly numbered?: {
        of: object;
        words: readonly number[];
    };
    /** In UTF-16 code units of the search text. */
    readonly length: number;
    /** A 32-bit hash: see areSameWords. */
    readonly hash: number;
    /**
     * Fetches the words for `distinct`. It is set once `distinct` was called without having them:
     * that call returned a single word that no other row has, and everything made from it must be
     * made again.
     */
    readonly bring?: (() => Promise<void>) | null;
}
/** True if two rows have the same words in the same order. */
export declare function areSameWords(a: RowWords, b: RowWords): boolean;
/** Makes the words of a row from its search text. */
export declare function wordsOfRow(row: ChunkRow): RowWords;
/** Returns the row with its words, as queries want it. */
export declare function withRowWords(row: ChunkRow): ChunkRow & {
    words: RowWords;
};
export declare function wordsIn(searchText: string): RowWords;
/** Returns a 32-bit hash over the UTF-16 code units, which is not cryptographic. */
export declare function hashOfText(text: string): number;
/** Many words in one buffer, with a space between them. */
export interface TermUnits {
    /** Where each word's code units begin, by number, and where the next one after the last would. */
    starts: Uint32Array;
    units: Uint16Array;
}
/**
 * Returns `hashOfText` of the words with these numbers, joined by spaces, and the length of that
 * text.
 */
export declare function hashOfTerms(terms: Int32Array, count: number, { starts, units }: TermUnits): {
    hash: number;
    characters: number;
};
