/**
 * The newest index of the cache, and what is new since. A cache entry is foreign input: it goes through the reader of `cora pull`,
 * which holds every row against the repository's own blobs. Whatever is wrong with it is a warning, and all is computed.
 */
import type { IndexReport } from '../types.ts';
import type { ActionRequest, Restored } from './actionTypes.ts';
import type { CacheKeys } from './cacheKeys.ts';
interface RestoreRequest extends ActionRequest {
    keys: CacheKeys;
    /** An empty one of this run. */
    folder: string;
}
/** What an entry holds. The name counts: entries with another one are not found. */
export declare const CACHED = "cora-index.tar.gz";
export declare function restoreIndex(request: RestoreRequest): Promise<{
    index: IndexReport;
    restored: Restored | null;
}>;
export {};
