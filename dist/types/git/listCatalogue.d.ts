/**
 * `cora files`: the files of the working tree or of a revision with what can be told of each,
 * whether indexed or not.
 */
import type { Freshness } from '../base/searchTypes.ts';
import type { CatalogueEntry } from '../base/types.ts';
import { type Repository } from './repository.ts';
import { type ViewSettings } from './skipReasonOf.ts';
export interface Catalogue {
    /** Sorted by path. */
    files: CatalogueEntry[];
    freshness: Freshness;
}
/**
 * Every file of the working tree that Git does not ignore, or of a revision, with the verdict of
 * the settings. Reads of each what may be indexed.
 * @param rev null for the working tree, in a bare repository HEAD
 * @param options `except`: as of workingTreeChanges
 * @throws CoraError BAD_REVISION
 */
export declare function listCatalogue(repo: Repository, rev: string | null, settings: ViewSettings, { except, signal }?: {
    except?: string;
    signal?: AbortSignal;
}): Promise<Catalogue>;
export interface ChangedFile extends CatalogueEntry {
    change: 'added' | 'modified';
}
export interface ChangedFiles extends Catalogue {
    /** The commit that they are compared with. */
    since: string;
    /** Sorted by path; a rename is one file added and one deleted. */
    files: ChangedFile[];
    /** Paths that the commit has and that are there no more. */
    deleted: string[];
}
/**
 * Compares what files hold, so an edit that was taken back is none.
 * @param since a commit, branch or tag
 * @param rev null for the working tree, uncommitted and untracked files included
 * @throws CoraError BAD_REVISION
 */
export declare function changedFilesSince(repo: Repository, since: string, rev: string | null, settings: ViewSettings, options?: {
    except?: string;
    signal?: AbortSignal;
}): Promise<ChangedFiles>;
