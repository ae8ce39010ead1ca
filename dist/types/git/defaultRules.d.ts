/** What is left out unless the settings include it: not written by people, or not text. */
import type { SkipReason } from '../types.ts';
import type { PathRule } from './secretRules.ts';
export interface DefaultRule extends PathRule {
    reason: SkipReason;
}
export declare const DEFAULT_RULES: readonly DefaultRule[];
/** The first rule that leaves the path out. */
export declare function defaultRuleOf(path: string): DefaultRule | undefined;
