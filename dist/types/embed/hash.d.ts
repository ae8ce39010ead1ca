/**
 * The `hash` embedder: signed feature hashing of words, a function of the text alone. It needs no model, no network and
 * no corpus, and is the floor that every other embedder has to beat.
 *
 * Features: stemmed words and joined identifiers as full-text search counts them, and the letter trigrams of rarer
 * words, so that `tokenizer` and `tokenise` meet. A feature's hash says which component it moves, and which way.
 *
 * Everything up to the last division is integer arithmetic, so the order of additions does not matter; what remains are
 * IEEE multiplications, a square root and a division, which round alike everywhere. Math.log need not, hence a table.
 *
 * A change to anything here changes vectors: raise HASH_VERSION.
 */
import type { Embedder } from '../base/types.ts';
/** @param dimensions length of the vectors */
export declare function createHashEmbedder(dimensions?: number): Embedder;
/** FNV-1a over UTF-16 code units with the finaliser of MurmurHash3, whose high bits (the sign) depend on every bit. */
export declare function hash32(text: string): number;
/** 1 + ln n in 1024ths; above the table, ln 2 for each halving. */
export declare function logWeight(n: number): number;
