/**
 * Tokens that say what they are: a prefix that their issuer chose and a body of known length. A row is an id, what it is, how it
 * begins, and its whole form; where the form has a group, only that is the secret. Forms are tried where the prefix stands, and
 * every repetition has an upper bound, so that looking costs no more than the text is long.
 */
import type { SecretRule } from './secretRule.ts';
export declare const TOKEN_RULES: readonly SecretRule[];
