/**
 * state/manifest.json: read at any time, changed under a lock of its own that is held for
 * milliseconds, replaced atomically.
 */

import { parseBounded, STATE_JSON } from '../base/boundedJson.ts';
import { CoraError, type ErrorCode } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { PACKAGE_NAME } from '../base/version.ts';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { replaceFile } from '../disk/replaceFile.ts';
import { cloneDir, manifestPath, prepareHome, stateDir } from '../settings/userFolders.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import type { Fleet, FleetManifest, FleetRepository } from './fleet.ts';

const MANIFEST_VERSION = 1;
const WAIT_MS = 15_000;

/**
 * @throws CoraError CONFIG for a file that is no manifest, INCOMPATIBLE_INDEX for one of a newer
 * Cora
 */
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
  return value !== null && 'repos' in value && isAnyObject(value.repos) && Object.values(value.repos).every(isEntry);
}

function isAnyObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isEntry(value: unknown): boolean {
  return (
    isAnyObject(value) &&
    'name' in value &&
    typeof value.name === 'string' &&
    'url' in value &&
    typeof value.url === 'string'
  );
}

/**
 * @param change makes the new manifest of the one that is there now, whoever wrote it
 * @returns what `change` returned beside it
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

/** By name, in code units. */
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

// Records in the manifest that a server indexed a directory where it lies: `cora sync` records its
// own.

/** Changes nothing where the list does not have the repository (any more). */
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

// A file of the home's state/ as JSON: read at any time, whoever replaces it.

/**
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
  const text = await readTextBounded(file, MOST_STATE).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CoraError(code, `${file} cannot be read (${error.code}).`, { cause: error });
  });
  if (text === null) return undefined;
  const value = parseState(text) as { version?: unknown } | null;
  if (typeof value !== 'object' || value === null || typeof value.version !== 'number') return null;
  if (value.version > newest) {
    throw new CoraError('INCOMPATIBLE_INDEX', `${file} was written by a newer Cora.`, {
      hint: `update cora: npm install ${PACKAGE_NAME}@latest`,
    });
  }
  return { ...value, version: value.version };
}

function parseState(text: string): unknown {
  try {
    return parseBounded(text, STATE_JSON);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
