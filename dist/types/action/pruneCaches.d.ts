/**
 * Removes cache entries of ours that no run can reach any more, over GitHub's REST protocol: behind the newest ones of each
 * branch, and all of branches and pull requests that are gone. GitHub itself only removes what nobody used for a week, or
 * what is over 10 GB together with the caches of everything else.
 * https://docs.github.com/en/rest/actions/cache
 */
import { type SafeRequest } from '../artifact/fetchSafely.ts';
export interface PruneRequest {
    /** Of the REST API. */
    api: string;
    /** `owner/name` */
    repository: string;
    prefix: string;
    token: string;
    asking: Pick<SafeRequest, 'fetch' | 'log' | 'policy' | 'signal'>;
}
interface CacheEntry {
    id: number;
    ref: string;
    key: string;
}
/** @returns keys of what was removed @throws CoraError NETWORK with GitHub's status, ABORTED */
export declare function pruneCaches(request: PruneRequest): Promise<string[]>;
/** @param entries newest first */
export declare function surplusOf(entries: readonly CacheEntry[], prefix: string, gone: ReadonlySet<string>): CacheEntry[];
/** An entry that was found broken would be found again by every run of its commit. */
export declare function removeCache(request: PruneRequest, key: string, ref: string): Promise<void>;
export {};
