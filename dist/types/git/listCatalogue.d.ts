/**
 * `cora files`: lists the files of the working tree or of a revision, with what is known of each,
 * indexed or not.
 */
import type { Freshness } from '../base/searchTypes.ts';
import type { CatalogueEntry, SkipReason } from '../base/types.ts';
import { type Repository } from './repository.ts';
import { type ViewSettings } from './skipReasonOf.ts';
export interface Catalogue {
    /** Sorted by path. */
    files: CatalogueEntry[];
    freshness: Freshness;
}
/**
 * Lists every file of the working tree that git does not ignore, or of a revision, and whether the
 * settings allow to index it. Only files that may be indexed are read.
 * @param rev null for the working tree, or HEAD in a bare repository
 * @param options `except` as in workingTreeChanges
 * @throws CoraError BAD_REVISION
 */
export declare function listCatalogue(repo: Repository, rev: string | null, settings: ViewSettings, { except, signal }?: {
    except?: string;
    signal?: AbortSignal;
}): Promise<Catalogue>;
interface Look {
    isBinary: boolean;
    /** Why a build would not index it; null if it would. */
    reason: SkipReason | null;
}
/** Says whether content is binary, and why a file of it has no rows. */
export declare function lookAtContent(bytes: Uint8Array): Look;
export interface ChangedFile extends CatalogueEntry {
    change: 'added' | 'modified';
}
export interface ChangedFiles extends Catalogue {
    /** The commit with which files are compared. */
    since: string;
    /** Sorted by path. A rename is an added and a deleted file. */
    files: ChangedFile[];
    /** Paths of the commit that do not exist any more. */
    deleted: string[];
}
/**
 * Compares contents, so an edit that was undone does not count.
 * @param since a commit, branch or tag
 * @param rev null for the working tree, with uncommitted and untracked files
 * @throws CoraError BAD_REVISION
 */
export declare function changedFilesSince(repo: Repository, since: string, rev: string | null, settings: ViewSettings, options?: {
    except?: string;
    signal?: AbortSignal;
}): Promise<ChangedFiles>;
export {};
