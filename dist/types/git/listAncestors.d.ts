/** The history of a commit, as names: its ancestors, how far apart two commits are, and where a shallow clone is cut off. */
import type { Repository } from './repository.ts';
interface AncestorRequest {
    /** Object names. */
    from: string;
    /** All where it is left out. */
    limit?: number;
    /** Their ancestors, and they themselves, are left out. */
    without?: readonly string[];
    signal?: AbortSignal;
}
/** The commit itself and what it descends from, by commit date, children before parents. */
export declare function listAncestors(repo: Repository, { from, limit, without, signal }: AncestorRequest): Promise<string[]>;
/** False also where one of the commits is not there. */
export declare function isAncestor(repo: Repository, ancestor: string, commit: string): Promise<boolean>;
/**
 * The number of commits that `to` has and `from` has not.
 * @returns null where it cannot be known: a commit is not there, they share no history, or history is cut off between them
 */
export declare function commitsBetween(repo: Repository, from: string, to: string): Promise<number | null>;
/** The commits whose parents are missing; none in a whole clone. */
export declare function shallowCommits(repo: Repository): Promise<ReadonlySet<string>>;
export {};
