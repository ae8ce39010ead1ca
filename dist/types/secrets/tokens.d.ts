/**
 * Tokens that say what they are: a prefix that a known issuer chose (issuers.ts), or a name and a purpose, as `shop_live_…`.
 * Forms are tried where the prefix stands, and every repetition has an upper bound, so that looking costs no more than the text is long.
 */
import type { SecretRule } from './secretRule.ts';
export declare function tokenRules(): SecretRule[];
export declare const ISSUED_RULES: readonly SecretRule[];
