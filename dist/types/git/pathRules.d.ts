/**
 * Paths that are left out by their name: files that hold secrets, whatever the settings say, and, unless the settings include them,
 * what people have not written and what is no text.
 */
import type { SkipReason } from '../base/types.ts';
export interface DefaultRule extends PathRule {
    reason: SkipReason;
}
export declare const DEFAULT_RULES: readonly DefaultRule[];
/** The first rule that leaves the path out. */
export declare function defaultRuleOf(path: string): DefaultRule | undefined;
interface PathRule {
    /** For saying why, and for the tests: every rule has one. */
    name: string;
    /** Tried on the path in lower-case. */
    pattern: RegExp;
}
export declare const SECRET_RULES: readonly PathRule[];
/** The rule by which a file counts as secret, undefined for all others. */
export declare function secretRuleOf(path: string): string | undefined;
export {};
