/** What one commit did: the numbers of `git show --stat`, and the diffs of the files that the caller lets through. */
import type { CommitFile } from '../historyTypes.ts';
import type { TreeFile } from '../types.ts';
import type { Repository } from './repository.ts';
export interface ShownFile extends CommitFile {
    /** Lines; null for a binary file, and where blobs are missing. */
    added: number | null;
    deleted: number | null;
}
export interface ShownCommit {
    files: ShownFile[];
    /** As `git diff` writes it, one text for each file that was let through, in the order of `files`. */
    diffs: {
        path: string;
        text: string;
    }[];
}
/**
 * @param allowed the paths whose diffs may be shown, of those that the commit touched; of a renamed file both are asked for
 */
export declare function showCommit(repo: Repository, commit: string, allowed: (files: TreeFile[]) => Promise<ReadonlySet<string>>): Promise<ShownCommit>;
