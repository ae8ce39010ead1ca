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

export function cacheKeysOf({ prefix, fingerprint, settingsHash, commit, shard }: KeyParts): CacheKeys {
  // A shard stands in front: the whole repository's entries must not be found by the beginning of a shard's.
  const store = `${prefix}-${shard === null ? '' : `s${shard.replace('/', 'of')}-`}${fingerprint}-`;
  const settings = `${store}${settingsHash}-`;
  return { key: `${settings}${commit}`, restoreKeys: [settings, store] };
}

const BEHIND_PREFIX = /^-((?:s\d+of\d+-)?[0-9a-f]{16}-[0-9a-f]{16})-(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** @returns what stands between prefix and commit; null for the key of something else */
export function groupOfKey(key: string, prefix: string): string | null {
  return key.startsWith(prefix) ? (BEHIND_PREFIX.exec(key.slice(prefix.length))?.[1] ?? null) : null;
}
