/** All rules by which secrets are found in text, the precise ones first: what two of them find is called by the first one's name. */
import type { SecretRule } from './secretRule.ts';
export declare const CONTENT_RULES: readonly SecretRule[];
