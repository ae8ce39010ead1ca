/** Which blobs someone may still want: those of all refs, worktrees and indexes, and of where refs stood in the last days. */
import { type Repository } from './repository.ts';
/**
 * @param now seconds since 1970, to which the age of a reflog entry is compared
 * @throws CoraError GIT where it cannot be known
 */
export declare function liveBlobs(repo: Repository, now: number): Promise<Set<string>>;
interface ListedWorktree {
    path: string;
    /** Null for a branch without a commit, and for a bare repository. */
    head: string | null;
    /** Why git would forget it: its folder is gone. Null for one that is there, or locked. */
    prunable: string | null;
}
/** `worktree /path NUL HEAD sha NUL branch … NUL prunable why NUL NUL worktree …`; before git 2.36 a newline stands for each NUL. */
export declare function listWorktrees(repo: Repository): Promise<ListedWorktree[]>;
export {};
