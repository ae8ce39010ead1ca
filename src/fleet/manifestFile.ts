/** state/manifest.json: read at any time, changed under a lock of its own that is held for milliseconds, replaced atomically. */

import { CoraError } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { cloneDir, manifestPath, prepareHome, stateDir } from '../settings/fleetHome.ts';
import { replaceFile } from '../store/replaceFile.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import type { FleetRepository, Manifest } from './fleetTypes.ts';
import { readStateFile } from './readStateFile.ts';

const MANIFEST_VERSION = 1;
const WAIT_MS = 15_000;

/** @throws CoraError CONFIG for a file that is no manifest, INCOMPATIBLE_INDEX for one of a newer Cora */
export async function readManifest(home: string): Promise<Manifest> {
  const file = manifestPath(home);
  const value = await readStateFile(file, MANIFEST_VERSION, 'CONFIG');
  if (value === undefined) return { version: MANIFEST_VERSION, lastSync: null, active: null, repos: {} };
  if (isManifest(value)) return value;
  throw new CoraError('CONFIG', `${file} is no manifest.`, {
    hint: 'Move it away and add the repositories again: cora repos add URL   (their clones are found again)',
  });
}

function isManifest(value: object | null): value is Manifest {
  return value !== null && 'repos' in value && isObject(value.repos) && Object.values(value.repos).every(isEntry);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isEntry(value: unknown): boolean {
  return (
    isObject(value) &&
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
export async function updateManifest<T>(home: string, log: Log, change: (manifest: Manifest) => T): Promise<T> {
  prepareHome(home);
  return withWriteLock(stateDir(home), { waitMs: WAIT_MS, log, lock: 'manifest' }, async (lock) => {
    const manifest = await readManifest(home);
    const result = change(manifest);
    lock.ensureOwned();
    await replaceFile(manifestPath(home), `${JSON.stringify(manifest, null, 2)}\n`);
    return result;
  });
}

/** By name, in code units. */
export function repositoriesOf(home: string, { repos, active }: Manifest): FleetRepository[] {
  return Object.entries(repos)
    .map(([id, entry]) => ({
      ...entry,
      id,
      dir: entry.kind === 'clone' ? cloneDir(home, id) : entry.url,
      active: id === active,
    }))
    .sort((a, b) => (a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1));
}
