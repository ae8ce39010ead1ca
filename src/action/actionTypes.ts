/**
 * The words of the GitHub Action's steps: what each is given, what it tells, what the run comes to,
 * and the keys of cache entries.
 */

import type { CoraError } from '../base/errors.ts';
import type { IndexReport, Watch } from '../base/types.ts';
import type { FetchPolicy } from '../net/fetchSafely.ts';
import type { IndexingRequest, PageSearch, Surroundings } from '../settings/requests.ts';
import type { PackReport } from '../share/packIndex.ts';
import type { PullReport } from '../share/pullIndex.ts';
import type { PushReport } from '../share/pushIndex.ts';
import type { PagesReport } from '../share/writePages.ts';
import type { ActionInputs, Runner } from './readInputs.ts';

export interface Restored {
  key: string;
  /** True if it is an index of this very commit. */
  isExact: boolean;
  /** The commit of the packed index. */
  commit: string;
  /** Bytes. */
  size: number;
  /** Blobs that came with it, and those whose rows were refused. */
  blobs: PullReport['blobs'];
}

/** The runner's cache. Its troubles are warnings of its own: it answers with null. */
export interface ActionCache {
  /** @returns the key that was found; `file` is there then */
  restore(file: string, keys: CacheKeys): Promise<string | null>;
  /** @returns whether the entry is new */
  save(file: string, key: string): Promise<boolean>;
}

export interface ActionRequest {
  inputs: ActionInputs;
  runner: Runner;
  /** The search settings that a page is built with. */
  search: PageSearch;
  /** Settings of the repository, with the inputs in them. */
  settings: IndexingRequest;
  surroundings: Surroundings;
  watch: Watch;
  /** Null where this runner has none, or the inputs want none. */
  cache: ActionCache | null;
  /** Makes a workflow artifact of a file. @throws what the service says */
  upload(name: string, file: string): Promise<void>;
  onStep(step: ActionStep): void;
  policy?: FetchPolicy;
}

export type ActionStep =
  | { step: 'restored'; restored: Restored | null; tookMs: number }
  | { step: 'indexed'; report: IndexReport }
  | { step: 'packed'; packed: PackReport }
  | { step: 'saved'; key: string; isNew: boolean; tookMs: number }
  | { step: 'uploaded'; name: string }
  | { step: 'pages'; pages: PagesReport }
  | { step: 'published'; published: PushReport }
  | { step: 'left-out'; what: 'save' | 'publish' | 'attest'; why: string };

export interface ActionReport {
  index: IndexReport;
  packed: PackReport;
  /** The entry that the cache gave; null where it had none that could be used. */
  restored: Restored | null;
  saved: string | null;
  uploaded: string | null;
  published: PushReport | null;
  pages: PagesReport | null;
  /** True if a step behind this one may attest the packed index. */
  mayAttest: boolean;
  /** The store that was built. */
  indexPath: string;
  /** The steps that were asked for and could not be done, while the index is whole. */
  failures: CoraError[];
  tookMs: number;
}

// Names of cache entries: `cora-index-STORE-SETTINGS-COMMIT`. Entries never change, so each commit
// has its own, and an older one is found by what stands before the commit: first one of the same
// settings, then any whose rows fit.

interface KeyParts {
  prefix: string;
  /** The fingerprint of the chunker and the embedder. */
  fingerprint: string;
  settingsHash: string;
  commit: string;
  /** `3/8` */
  shard: string | null;
}

export interface CacheKeys {
  key: string;
  /** Beginnings of keys that are tried in this order. */
  restoreKeys: string[];
}

/** Makes the keys of a run's cache entry. */
export function cacheKeysOf({ prefix, fingerprint, settingsHash, commit, shard }: KeyParts): CacheKeys {
  // A shard stands in front: its entries must not be found for the whole repository.
  const store = `${prefix}-${shard === null ? '' : `s${shard.replace('/', 'of')}-`}${fingerprint}-`;
  const settings = `${store}${settingsHash}-`;
  return { key: `${settings}${commit}`, restoreKeys: [settings, store] };
}
