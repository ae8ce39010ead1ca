/** The history of a commit, as names: newest first, as `git log` has it. */
import type { Repository } from './repository.ts';
export interface AncestorRequest {
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
