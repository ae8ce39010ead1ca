/**
 * Names of cache entries: `cora-index-STORE-SETTINGS-COMMIT`. Entries never change, so each commit has its own, and an older
 * one is found by what stands before the commit: first one of the same settings, then any whose rows fit.
 */
export interface KeyParts {
    prefix: string;
    /** Of the chunker and the embedder. */
    fingerprint: string;
    settingsHash: string;
    commit: string;
    /** `3/8` */
    shard: string | null;
}
export interface CacheKeys {
    key: string;
    /** In this order, each by its beginning. */
    restoreKeys: string[];
}
export declare function cacheKeysOf({ prefix, fingerprint, settingsHash, commit, shard }: KeyParts): CacheKeys;
/** @returns what stands between prefix and commit; null for the key of something else */
export declare function groupOfKey(key: string, prefix: string): string | null;
