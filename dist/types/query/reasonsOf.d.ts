/** Why a result is there, in a few words. Pure. */
import type { SearchHit } from '../searchTypes.ts';
import type { QueryWords } from './queryWords.ts';
/**
 * The query's words that are in the hit, and what else speaks for it: `open, table; symbol`. Nearness alone is named where
 * nothing else is.
 */
export declare function reasonsOf({ why, text, signature, scope }: SearchHit, words: QueryWords): string;
