/** A set of characters in a pattern: [a-z], [^\s"], [[:alpha:]_], []x], [x-]. */
import { type Token } from './patternTokens.ts';
import { type Cursor } from './readEscape.ts';
/** Reads on from behind the opening bracket. */
export declare function parseSet(cursor: Cursor): Token;
