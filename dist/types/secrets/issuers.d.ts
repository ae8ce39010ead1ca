/** Tokens of known issuers, by the form that their issuer gave them: id, kind, how it begins, the whole form, how much of it stands before. */
import type { TokenFormat } from './secretRule.ts';
export declare const KNOWN_FORMATS: readonly TokenFormat[];
export declare const MORE_FORMATS: readonly TokenFormat[];
