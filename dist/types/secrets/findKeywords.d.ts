/**
 * Where any of many short words stands in bytes, in one pass: an Aho-Corasick automaton, whose cost does not depend on how many
 * words there are. It is what makes looking for a hundred kinds of secrets as cheap as looking for one.
 * Aho, Corasick: Efficient string matching: an aid to bibliographic search, CACM 18 (1975).
 */
export type FindKeywords = (bytes: Uint8Array, found: (keyword: number, at: number) => void) => void;
/** @param keywords ASCII, matched in either case; `found` is told their places in this list, and where each begins */
export declare function createKeywordFinder(keywords: readonly string[]): FindKeywords;
