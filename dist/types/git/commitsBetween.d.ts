/** How far apart two commits are, where history can tell. */
import type { Repository } from './repository.ts';
/**
 * The number of commits that `to` has and `from` has not.
 * @returns null where it cannot be known: a commit is not there, they share no history, or history is cut off between them
 */
export declare function commitsBetween(repo: Repository, from: string, to: string): Promise<number | null>;
