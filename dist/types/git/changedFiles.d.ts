/**
 * The files that changed since a commit: `cora files --since`, and changedFilesSince of the
 * library. Compared is what the files hold, so an edit that was taken back is none.
 */
import type { CatalogueEntry } from '../base/types.ts';
import { type Catalogue } from './listCatalogue.ts';
import type { Repository } from './repository.ts';
import type { ViewSettings } from './skipReasonOf.ts';
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
 * @param since a commit, branch or tag
 * @param rev null for the working tree, uncommitted and untracked files included
 * @throws CoraError BAD_REVISION
 */
export declare function changedFilesSince(repo: Repository, since: string, rev: string | null, settings: ViewSettings, options?: {
    except?: string;
    signal?: AbortSignal;
}): Promise<ChangedFiles>;
