/** How much history a repository has: its commits, branches and tags, and the newest commit. */
import type { Options } from './options.ts';
import { type Surroundings } from './session.ts';
export interface RepositoryStats {
    /** Of HEAD; of a shallow clone those that are there. */
    commits: number;
    /** Local ones. */
    branches: number;
    tags: number;
    isShallow: boolean;
    /** Null before the first one. Its date is the author's, ISO 8601. */
    latest: {
        hash: string;
        message: string;
        author: string;
        date: string;
    } | null;
}
/** @throws CoraError NOT_A_REPOSITORY, GIT, ABORTED */
export declare function repositoryStats(options: Options, surroundings: Surroundings, signal?: AbortSignal): Promise<RepositoryStats>;
