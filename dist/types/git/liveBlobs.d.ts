/** Which blobs someone may still want: those of all refs, worktrees and indexes, and of where refs stood in the last days. */
import type { Repository } from './repository.ts';
/** @param now seconds since 1970, to which the age of a reflog entry is compared */
export declare function liveBlobs(repo: Repository, now: number): Promise<Set<string>>;
