/**
 * The types of the fleet: what its functions are given, what its manifest holds, what a sync tells.
 */

import type { IndexReport } from '../base/types.ts';
import type { FleetSettings, PlaceSettings, Surroundings } from '../settings/requests.ts';

/** Holds what every function of the fleet is given. */
export interface Fleet {
  /** The base directory, absolute: `~/.cora` unless the user says otherwise. */
  home: string;
  settings: FleetSettings;
  surroundings: Surroundings;
  /**
   * Returns what counts in a repository: those of the fleet for a clone, its own for a directory
   * that is used in place.
   */
  settingsOf(member: Pick<FleetRepository, 'kind' | 'dir'>): PlaceSettings;
}

/** One repository of the manifest. Times are ISO 8601; null for what has not happened yet. */
export interface FleetEntry {
  /**
   * The address as it was given, without credentials; the absolute directory of a repository that
   * is used in place.
   */
  url: string;
  /**
   * `clone`: below `repos/`, Cora's own. `place`: the user's own directory, which Cora only
   * indexes.
   */
  kind: 'clone' | 'place';
  /** The name that people and answers use: `github.com/org/name`. */
  name: string;
  /** Asked for with `--branch`; null for the default branch. */
  branch: string | null;
  /** The source from which its published index is pulled; null for the release of its address. */
  source: string | null;
  /** Listed by the settings and removed with them, or added by a command. */
  from: 'command' | 'settings';
  addedAt: string;
  clonedAt: string | null;
  /** The last time that its address was asked, and the last time that it answered. */
  lastTried: string | null;
  lastPull: string | null;
  lastCommit: string | null;
  lastIndexed: string | null;
  fileCount: number | null;
  /** The reason why the last sync failed; null where it did not. */
  error: string | null;
}

export interface FleetManifest {
  version: 1;
  lastSync: string | null;
  /** The id of the repository in use. */
  active: string | null;
  /** By id, which is also the folder's name below `repos/`. */
  repos: Record<string, FleetEntry>;
}

/** An entry with what follows from it. */
export interface FleetRepository extends FleetEntry {
  id: string;
  /** The folder of its Git data: the bare clone, or the directory that is used in place. */
  dir: string;
  active: boolean;
}

/**
 * Chunks of the view; blobs that were chunked, vectors that were computed, blobs whose rows were
 * there.
 */
export type IndexCounts = Pick<IndexReport, 'chunks' | 'computed' | 'embedded' | 'reused'>;

/** The result of a sync for one repository. */
export interface SyncedRepository {
  id: string;
  name: string;
  /**
   * `updated`: another commit than before is indexed. `fresh`: it was asked and nothing was new.
   * `waiting`: it was asked less than an interval ago. `failed`: see `error`; what was indexed
   * before still answers.
   */
  outcome: 'updated' | 'fresh' | 'waiting' | 'failed';
  commit: string | null;
  files: number | null;
  /** Tells where the index came from; only of `updated`. */
  index?: 'pulled' | 'built';
  /** The counts of the index, where this sync built or pulled one. */
  counts?: IndexCounts;
  error?: string;
  tookMs: number;
}

export interface SyncReport {
  /**
   * `follower`: another process was still syncing when the wait was over; what is there answers and
   * may be stale.
   */
  role: 'leader' | 'follower';
  /** The message with which the wait ended; only for a follower. */
  stale?: string;
  repositories: SyncedRepository[];
  /** Repositories that the settings do not list any more. */
  removed: string[];
  tookMs: number;
}
