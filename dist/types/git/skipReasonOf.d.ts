/** Decides whether a file is indexed, by what is known without reading it. Pure. */
import type { SkipReason } from '../base/types.ts';
import type { IndexingAttributes } from './treeAttributes.ts';
export interface ViewSettings {
    /** Globs of files that are indexed although a default rule leaves them out. */
    include: readonly string[];
    /** Globs of files that are not indexed; stronger than `include`. */
    exclude: readonly string[];
    /** Bytes. */
    maxFileSize: number;
}
/** Holds what files of the tree say about a path. */
export interface PathContext extends IndexingAttributes {
    /** The name of the ignore file that leaves it out. */
    ignoredBy: string | undefined;
}
export interface Skip {
    reason: SkipReason;
    detail?: string;
}
/**
 * The reason why a file is not indexed; null for one that is (its content may still turn out to be
 * binary or an LFS pointer).
 *
 * Secrets, `exclude`, ignore files and filters are final. `include` brings back what the attributes
 * and the default rules leave out, but no file that is too large.
 * @param size bytes; negative for a blob that is not in the repository
 * @param mode as git prints it
 */
export declare function skipReasonOf(path: string, size: number, mode: string, settings: ViewSettings, context?: PathContext): Skip | null;
