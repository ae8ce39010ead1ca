/** Decides if a file is indexed, from what is known without reading it. Pure. */
import type { SkipReason } from '../base/types.ts';
import type { IndexingAttributes } from './treeAttributes.ts';
export interface ViewSettings {
    /** Globs of files that are indexed although a default rule leaves them out. */
    include: readonly string[];
    /** Globs of files that are not indexed, even if `include` matches. */
    exclude: readonly string[];
    /** In bytes. */
    maxFileSize: number;
}
/** Tells what files of the tree say about a path. */
export interface PathContext extends IndexingAttributes {
    /** The name of the ignore file that leaves it out. */
    ignoredBy: string | undefined;
}
export interface Skip {
    reason: SkipReason;
    detail?: string;
}
export declare const NOTHING_SAID: PathContext;
/**
 * Returns why a file is not indexed; null if it is (its content may still turn out to be binary or
 * an LFS pointer).
 *
 * Secrets, `exclude`, ignore files and filters are final. `include` brings back what the attributes
 * and the default rules leave out, but no file that is too large.
 * @param size bytes; negative for a blob that is not in the repository
 * @param mode as git prints it
 */
export declare function skipReasonOf(path: string, size: number, mode: string, settings: ViewSettings, context?: PathContext): Skip | null;
export interface DefaultRule extends PathRule {
    reason: SkipReason;
}
export declare const DEFAULT_RULES: readonly DefaultRule[];
/** Returns the first rule that leaves the path out. */
export declare function defaultRuleOf(path: string): DefaultRule | undefined;
interface PathRule {
    /** For messages and tests: every rule has a name. */
    name: string;
    /** Matched with the path in lower case. */
    pattern: RegExp;
}
export declare const SECRET_RULES: readonly PathRule[];
/** Returns the rule by which a file counts as secret, undefined for all others. */
export declare function secretRuleOf(path: string): string | undefined;
export {};
