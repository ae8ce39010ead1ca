/**
 * The fleet: what its functions are given, what its manifest holds and how that is read and
 * changed, what a sync tells.
 */

import { parseOrNull, STATE_JSON } from '../base/boundedJson.ts';
import { CoraError, type ErrorCode } from '../base/errors.ts';
import type { IndexReport, Log } from '../base/types.ts';
import { PACKAGE_NAME } from '../base/version.ts';
import { isAbsent, MOST_STATE, readBoundedSync } from '../disk/boundedRead.ts';
import { replaceFile } from '../disk/replaceFile.ts';
import type { FleetSettings, PlaceSettings, Surroundings } from '../settings/requests.ts';
import { cloneDir, manifestPath, prepareHome, stateDir } from '../settings/userFolders.ts';
import { withWriteLock } from '../store/withWriteLock.ts';

export interface Fleet {
  /** The base directory, absolute: `~/.cora` unless the user says otherwise. */
  home: string;
  settings: FleetSettings;
  surroundings: Surroundings;
  /** Returns the settings that count: the fleet's for a clone, its own for a directory in place. */
  settingsOf(member: Pick<FleetRepository, 'kind' | 'dir'>): PlaceSettings;
}

/** One repository of the manifest. Times are ISO 8601; null for what has not happened yet. */
export interface FleetEntry {
  /** The address without credentials; of a repository that is used in place, its directory. */
  url: string;
  /** `clone`: below `repos/`, Cora's own. `place`: the user's directory, only indexed. */
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

export interface FleetRepository extends FleetEntry {
  id: string;
  /** The folder of its Git data: the bare clone, or the directory that is used in place. */
  dir: string;
  active: boolean;
}

/** Chunks of the view; blobs that were chunked; vectors that were computed; blobs reused. */
export type IndexCounts = Pick<IndexReport, 'chunks' | 'computed' | 'embedded' | 'reused'>;

export interface SyncedRepository {
  id: string;
  name: string;
  /** `waiting`: asked less than an interval ago. `failed`: what was indexed before answers. */
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
  /** `follower`: another process was still syncing after the wait: answers may be stale. */
  role: 'leader' | 'follower';
  /** The message with which the wait ended; only for a follower. */
  stale?: string;
  repositories: SyncedRepository[];
  /** Repositories that the settings do not list any more. */
  removed: string[];
  tookMs: number;
}

// state/manifest.json: read at any time, changed under a lock of its own that is held for
// milliseconds, replaced atomically.

const MANIFEST_VERSION = 1;
const WAIT_MS = 15_000;

/** @throws CoraError CONFIG for no manifest, INCOMPATIBLE_INDEX for one of a newer Cora */
export async function readFleetManifest(home: string): Promise<FleetManifest> {
  const file = manifestPath(home);
  const value = await readStateFile(file, MANIFEST_VERSION, 'CONFIG');
  if (value === undefined) return { version: MANIFEST_VERSION, lastSync: null, active: null, repos: {} };
  if (isManifest(value)) return value;
  throw new CoraError('CONFIG', `${file} is not a valid list of repositories.`, {
    hint: 'Move it away and add the repositories again: cora repos add URL   (their clones are found again)',
  });
}

function isManifest(value: object | null): value is FleetManifest {
  const { repos } = (value ?? {}) as Partial<FleetManifest>;
  return typeof repos === 'object' && repos !== null && Object.entries(repos).every(isEntry);
}

const TEXTS = ['url', 'name', 'addedAt'] as const;
const TEXTS_OR_NULL = [
  ...(['branch', 'source', 'clonedAt', 'lastTried', 'lastPull'] as const),
  ...(['lastCommit', 'lastIndexed', 'error'] as const),
];

/** Its id becomes the name of a folder. */
function isEntry([id, value]: [string, Partial<Record<keyof FleetEntry, unknown>> | null]): boolean {
  if (value === null || !/^\w[\w.-]*$/.test(id)) return false;
  const { kind, from, fileCount } = value;
  return (
    (kind === 'clone' || kind === 'place') &&
    (from === 'command' || from === 'settings') &&
    (fileCount === null || typeof fileCount === 'number') &&
    TEXTS.every((key) => typeof value[key] === 'string') &&
    TEXTS_OR_NULL.every((key) => value[key] === null || typeof value[key] === 'string')
  );
}

/**
 * Changes the manifest under its lock.
 * @param change makes the new manifest of the one that is there, and what this returns
 */
export async function updateManifest<T>(home: string, log: Log, change: (manifest: FleetManifest) => T): Promise<T> {
  prepareHome(home);
  return withWriteLock(stateDir(home), { waitMs: WAIT_MS, log, lock: 'manifest' }, async (lock) => {
    const manifest = await readFleetManifest(home);
    const result = change(manifest);
    lock.ensureOwned();
    await replaceFile(manifestPath(home), `${JSON.stringify(manifest, null, 2)}\n`);
    return result;
  });
}

/** Returns the repositories by name, in code units. */
export function repositoriesOf(home: string, { repos, active }: FleetManifest): FleetRepository[] {
  return Object.entries(repos)
    .map(([id, entry]) => ({
      ...entry,
      id,
      dir: entry.kind === 'clone' ? cloneDir(home, id) : entry.url,
      active: id === active,
    }))
    .sort((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1));
}

/**
 * Notes in the manifest what was indexed. Does nothing where the repository is not in it (any
 * more).
 */
export async function recordIndexed(
  { home, surroundings }: Fleet,
  { kind, dir }: Pick<FleetRepository, 'kind' | 'dir'>,
  { commit, files }: { commit: string; files: number },
): Promise<void> {
  const now = new Date().toISOString();
  await updateManifest(home, surroundings.log, ({ repos }) => {
    const entry = Object.values(repos).find(({ kind: known, url }) => known === kind && url === dir);
    if (entry === undefined) return;
    const seen = { lastTried: now, lastPull: now, lastCommit: commit };
    Object.assign(entry, { ...seen, lastIndexed: commit, fileCount: files, error: null });
  });
}

/**
 * Reads a JSON file of a home's state.
 * @param newest the version of the format that is known
 * @param code of the error where the file is there and cannot be read
 * @returns undefined where there is no file, null where it holds no JSON object with a version
 * @throws CoraError of that code, INCOMPATIBLE_INDEX for a file of a newer Cora
 */
export async function readStateFile(
  file: string,
  newest: number,
  code: ErrorCode,
): Promise<(object & { version: number }) | null | undefined> {
  if (isAbsent(file)) return undefined;
  let text: string;
  try {
    // Each request to a server needs the list of repositories, and waiting takes ten times as long.
    text = readBoundedSync(file, MOST_STATE).toString('utf8');
  } catch (error) {
    const cause = error as NodeJS.ErrnoException;
    if (cause.code === 'ENOENT') return undefined;
    throw new CoraError(code, `${file} cannot be read (${cause.code}).`, {
      hint: 'check what it is and who may read it: ls -l',
      cause,
    });
  }
  const value = parseOrNull(text, STATE_JSON) as { version?: unknown } | null;
  if (typeof value !== 'object' || value === null || typeof value.version !== 'number') return null;
  if (value.version > newest) {
    throw new CoraError('INCOMPATIBLE_INDEX', `${file} was written by a newer Cora.`, {
      hint: `update cora: npm install ${PACKAGE_NAME}@latest`,
    });
  }
  return { ...value, version: value.version };
}
