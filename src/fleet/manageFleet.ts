/**
 * `cora repos`: what the manifest lists. Adding asks no server and removing waits for none:
 * `cora sync` does the rest.
 */

import { realpath, rm, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { openRepository } from '../git/openRepository.ts';
import type { Repository } from '../git/repository.ts';
import { cloneDir } from '../settings/userFolders.ts';
import {
  type Fleet,
  type FleetEntry,
  type FleetManifest,
  type FleetRepository,
  readFleetManifest,
  repositoriesOf,
  updateManifest,
} from './fleet.ts';
import { checkBranch, checkName, idOf, readAddress } from './readAddress.ts';
import { mustBeOurs } from './updateClone.ts';

export interface AddRequest {
  /** An address, or a directory inside a repository. */
  url: string;
  name?: string | undefined;
  branch?: string | undefined;
  source?: string | undefined;
}

interface Removed extends FleetRepository {
  /** The directory that was deleted; null where the repository is the user's own directory. */
  deleted: string | null;
}

export async function listRepositories({ home }: Pick<Fleet, 'home'>): Promise<FleetRepository[]> {
  return repositoriesOf(home, await readFleetManifest(home));
}

/** The first one becomes active. @throws CoraError USAGE (no address, twice), NOT_A_REPOSITORY */
export async function addRepository(fleet: Fleet, request: AddRequest): Promise<FleetRepository> {
  const { home, surroundings } = fleet;
  const { id, entry } = await describeRepository(fleet, request, 'command');
  const unique = await updateManifest(home, surroundings.log, (manifest) => insertEntry(manifest, id, entry));
  return (await listRepositories(fleet)).find((one) => one.id === unique)!;
}

/**
 * Adds an entry to a manifest.
 * @returns its id, which differs from all others
 * @throws CoraError USAGE
 */
export function insertEntry(manifest: FleetManifest, id: string, entry: FleetEntry): string {
  for (const [other, known] of Object.entries(manifest.repos)) {
    if (known.name.toLowerCase() === entry.name.toLowerCase()) {
      const branch = known.branch === null ? '' : `, branch ${known.branch}`;
      throw new CoraError('USAGE', `"${known.name}" has been added already (${known.url}${branch}).`, {
        hint: `cora repos remove ${known.name}   or add it with another --name`,
      });
    }
    // File systems that ignore case would put both into one folder.
    if (other.toLowerCase() === id.toLowerCase())
      return insertEntry(manifest, `${id}_${idOf(` ${entry.name}`).slice(-8)}`, entry);
  }
  manifest.repos[id] = entry;
  manifest.active ??= id;
  return id;
}

const UNTOUCHED = {
  branch: null,
  source: null,
  from: 'command' as const,
  clonedAt: null,
  lastTried: null,
  lastPull: null,
  lastCommit: null,
  lastIndexed: null,
  fileCount: null,
  error: null,
};

/** Makes the entry of an address or a directory. */
export async function describeRepository(
  { surroundings, home }: Fleet,
  { url, name, branch, source }: AddRequest,
  from: FleetEntry['from'],
): Promise<{ id: string; entry: FleetEntry }> {
  const address = readAddress(url);
  const common = { from, source: source === undefined ? null : await sourceOf(source, surroundings.dir) };
  if (address === null) {
    if (branch !== undefined) {
      throw new CoraError('USAGE', '--branch works only with an address: a directory is searched as it is.', {
        hint: `cora repos add file://${resolve(surroundings.dir, url)} --branch ${branch}   clones it`,
      });
    }
    const { id, entry } = await describeDirectory(surroundings, url, name);
    return { id, entry: { ...entry, ...common } };
  }
  const called = name === undefined ? address.name : checkName(name);
  const id = name === undefined ? address.id : idOf(called.replaceAll('/', '_'));
  const dir = cloneDir(home, id);
  const own = {
    url: address.url,
    kind: 'clone' as const,
    name: called,
    branch: branch === undefined ? null : checkBranch(branch),
    addedAt: new Date().toISOString(),
  };
  if ((await stat(dir).catch(() => null)) !== null) await mustBeOurs(dir);
  return { id, entry: { ...UNTOUCHED, ...common, ...own } };
}

/** Makes the entry of a directory of the user. @throws CoraError NOT_A_REPOSITORY */
export async function describeDirectory(
  surroundings: Fleet['surroundings'],
  path: string,
  name?: string,
): Promise<{ id: string; entry: FleetEntry; repository: Repository }> {
  const repository = await openRepository(resolve(surroundings.dir, path), surroundings.env);
  const dir = await realpath(repository.worktree ?? repository.gitDir);
  const called = name === undefined ? basename(dir) : checkName(name);
  return {
    id: idOf(`local_${called.replaceAll('/', '_')}`),
    entry: { ...UNTOUCHED, url: dir, kind: 'place', name: called, addedAt: new Date().toISOString() },
    repository,
  };
}

/** Returns a directory of the user as a fleet has it, without adding it to one. */
export function placeOfUser({ name, dir }: Pick<FleetRepository, 'name' | 'dir'>): FleetRepository {
  return { ...UNTOUCHED, id: name, name, url: dir, dir, kind: 'place', addedAt: '', active: false };
}

/** A file is named from where the caller stands, and pulled from elsewhere. */
async function sourceOf(source: string, dir: string): Promise<string> {
  if (source.startsWith('-'))
    throw new CoraError('USAGE', `"${source}" is not a source to pull from.`, {
      hint: 'cora pull --help   says what you can name',
    });
  if (/:\/\/[^/]*@/.test(source)) {
    throw new CoraError('USAGE', 'The source holds a name or password, which would be kept in a file.', {
      hint: 'leave them out of the address; keys are read from the environment',
    });
  }
  const path = resolve(dir, source);
  return (await stat(path).catch(() => null)) === null ? source : path;
}

/** Deletes its clone with the index; a user's own directory stays. @throws CoraError USAGE */
export async function removeRepository(fleet: Fleet, wanted: string): Promise<Removed> {
  const { home, surroundings } = fleet;
  const found = pickRepository(await listRepositories(fleet), wanted);
  if (found.from === 'settings') {
    surroundings.log.warn(`The settings list ${found.name}: the next sync brings it back.`);
  }
  await updateManifest(home, surroundings.log, (manifest) => dropEntry(manifest, found.id));
  return { ...found, deleted: await deleteClone(home, found) };
}

export function dropEntry(manifest: FleetManifest, id: string): void {
  delete manifest.repos[id];
  if (manifest.active === id) manifest.active = null;
}

/** Deletes the clone of a repository. @returns the folder, null where there is none of Cora's */
export async function deleteClone(
  home: string,
  { id, kind }: { id: string; kind: FleetEntry['kind'] },
): Promise<string | null> {
  const dir = cloneDir(home, id);
  if (kind !== 'clone' || (await stat(dir).catch(() => null)) === null) return null;
  await mustBeOurs(dir);
  await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  return dir;
}

export async function useRepository(fleet: Fleet, wanted: string): Promise<FleetRepository> {
  const found = pickRepository(await listRepositories(fleet), wanted);
  await updateManifest(fleet.home, fleet.surroundings.log, (manifest) => {
    manifest.active = found.id;
  });
  return { ...found, active: true };
}

/** The one of this name or id, or the only one whose name holds it. @throws CoraError USAGE */
function pickRepository(all: readonly FleetRepository[], wanted: string): FleetRepository {
  const [found, ...others] = namedRepositories(all, wanted);
  if (others.length === 0) return found;
  const names = namesOf([found, ...others]);
  throw new CoraError('USAGE', `"${wanted}" fits several: ${names}.`, { hint: 'Write one of these names.' });
}

/** Finds by id, name or address; else all whose names hold the text. @throws CoraError USAGE */
export function namedRepositories(
  all: readonly FleetRepository[],
  wanted: string,
): [FleetRepository, ...FleetRepository[]] {
  const [found, ...others] = matchingRepositories(all, [wanted]);
  if (found === undefined) throw unknownRepository(all, wanted);
  return [found, ...others];
}

export function unknownRepository(all: readonly FleetRepository[], wanted: string): CoraError {
  if (all.length === 0) {
    return new CoraError('USAGE', 'No repository has been added yet.', { hint: 'cora repos add URL, then: cora sync' });
  }
  const near = nearest(
    wanted,
    all.map(({ name }) => name),
  );
  return new CoraError('USAGE', `There is no repository "${wanted}".`, {
    hint: near === undefined ? `There are: ${namesOf(all)}` : `Did you mean ${near}?`,
  });
}

type Nameable = Pick<FleetRepository, 'id' | 'name' | 'url'>;

/** Finds those of this id, name or address, else all whose names hold the text; `*` for all. */
export function matchingRepositories<T extends Nameable>(all: readonly T[], wanted: readonly string[]): T[] {
  const found = new Set(wanted.flatMap((text) => fitting(all, text)));
  return all.filter((one) => found.has(one));
}

function fitting<T extends Nameable>(all: readonly T[], wanted: string): readonly T[] {
  if (wanted === '*') return all;
  const exact = all.filter(({ id, name, url }) => [id, name, url].includes(wanted));
  const part = wanted.toLowerCase();
  return exact.length > 0 ? exact : all.filter(({ name }) => name.toLowerCase().includes(part));
}

const MOST_NAMED = 8;

function namesOf(all: readonly FleetRepository[]): string {
  const named = all.slice(0, MOST_NAMED).map(({ name }) => name);
  return [...named, ...(all.length > MOST_NAMED ? [`and ${all.length - MOST_NAMED} more`] : [])].join(', ');
}
