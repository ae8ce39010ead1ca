/**
 * `cora sync`: the first process takes the lock and brings what is due up to date, four
 * repositories at a time; every other one waits for it up to the timeout and then says that what is
 * there may be stale. One repository's failure is recorded with it and stops no other.
 */

import { appendFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createGate, inParallel } from '../base/concurrency.ts';
import { CoraError, ifAbsent, isCoraError, knownError, whenRefused } from '../base/errors.ts';
import type { Progress } from '../base/types.ts';
import { APPEND, makePrivate, PRIVATE_FILE } from '../disk/makePrivate.ts';
import { openRepository } from '../git/openRepository.ts';
import { refuseLostHead } from '../git/repository.ts';
import { prepareHome, stateDir, syncLogPath } from '../settings/userFolders.ts';
import { currentView } from '../store/views.ts';
import { type WriteLock, withWriteLock } from '../store/withWriteLock.ts';
import {
  type Fleet,
  type FleetEntry,
  type FleetRepository,
  type SyncedRepository,
  type SyncReport,
  updateManifest,
} from './fleet.ts';
import { createIndexFolders, indexMember } from './indexMember.ts';
import {
  deleteClone,
  describeRepository,
  dropEntry,
  insertEntry,
  listRepositories,
  namedRepositories,
} from './manageFleet.ts';
import { withoutSecrets } from './networkGit.ts';
import { readAddress } from './readAddress.ts';
import { updateClone } from './updateClone.ts';

interface SyncRequest {
  /** Names or parts of names; none for all that are due. A repository that is named is due. */
  names: readonly string[];
  /** True to ask also repositories that were asked less than an interval ago. */
  force: boolean;
  /** True to compute everything again, also where nothing is new; implies `force`. */
  full?: boolean;
  signal?: AbortSignal;
  /** Reports the progress of one repository. */
  onProgress?(id: string, progress: Progress): void;
  /** After each repository, in the order in which they are done. */
  onRepository?(done: SyncedRepository): void;
}

/**
 * The number of repositories that are synced in parallel, for the waits for servers: builds use all
 * cores by themselves.
 */
const AT_ONCE = 4;
const BUILDS_AT_ONCE = 2;

/**
 * Brings the repositories that are due up to date.
 * @throws CoraError USAGE for an unknown name, ABORTED, CONFIG; not for one repository's sync
 */
export async function syncFleet(fleet: Fleet, request: SyncRequest): Promise<SyncReport> {
  const { home, settings, surroundings } = fleet;
  const started = Date.now();
  const lock = { waitMs: settings.timeoutMs, log: surroundings.log, lock: 'sync' } as const;
  prepareHome(home);
  const follow = ({ message: stale }: CoraError): SyncReport => {
    return { role: 'follower', stale, repositories: [], removed: [], tookMs: Date.now() - started };
  };
  const leading = withWriteLock(stateDir(home), lock, (held) => lead(fleet, request, held, started));
  return leading.catch(whenRefused(follow, 'LOCKED'));
}

async function lead(fleet: Fleet, request: SyncRequest, held: WriteLock, started: number): Promise<SyncReport> {
  const { home, settings, surroundings } = fleet;
  const { removed, failed } = await followSettings(fleet);
  for (const one of failed) request.onRepository?.(one);
  const all = await listRepositories(fleet);
  const named = new Set(request.names.flatMap((name) => namedRepositories(all, name)));
  const chosen = request.names.length === 0 ? all : all.filter((one) => named.has(one));
  const isAsked = request.force || request.full === true || request.names.length > 0;
  const dirOf = createIndexFolders(fleet);
  const hasIndex = async (member: FleetRepository): Promise<boolean> =>
    (await currentView(await dirOf(member))) !== null;
  const isDueByTime = ({ lastTried, error }: FleetRepository): boolean => {
    if (lastTried === null || error !== null) return true;
    const now = Date.now();
    const last = Date.parse(lastTried);
    // A clock that was set back, or a manifest that somebody edited, must not stop the asking.
    if (!(last <= now)) return true;
    // Another process has just done this, while this one waited: it is not done twice.
    return isAsked ? last < started : now - last >= settings.intervalMs;
  };
  // Another version of Cora, or another embedder, wants another index. A folder that cannot be told
  // waits for its time.
  const isDue = async (member: FleetRepository): Promise<boolean> =>
    isDueByTime(member) || !(await hasIndex(member).catch(() => true));
  const shared = { held, builds: createGate(BUILDS_AT_ONCE), writes: createGate(1), hasIndex, request };
  const repositories = await inParallel(chosen, AT_ONCE, async (member) => {
    const before = Date.now();
    const done = (await isDue(member))
      ? await syncMember(fleet, member, shared)
      : { outcome: 'waiting' as const, commit: member.lastCommit, files: member.fileCount };
    const synced = { id: member.id, name: member.name, ...done, tookMs: Date.now() - before };
    request.onRepository?.(synced);
    return synced;
  });
  await updateManifest(home, surroundings.log, (manifest) => {
    manifest.lastSync = new Date().toISOString();
  });
  return { role: 'leader', repositories: [...repositories, ...failed], removed, tookMs: Date.now() - started };
}

interface Syncing {
  held: WriteLock;
  builds: ReturnType<typeof createGate>;
  /** The gate for writes to the manifest, one at a time. */
  writes: ReturnType<typeof createGate>;
  /**
   * True if the repository has an index. The manifest does not know of another embedder, or of a
   * folder that somebody removed.
   */
  hasIndex(member: FleetRepository): Promise<boolean>;
  request: SyncRequest;
}

type Done = Pick<SyncedRepository, 'outcome' | 'commit' | 'files' | 'index' | 'counts' | 'error'>;

async function syncMember(fleet: Fleet, member: FleetRepository, syncing: Syncing): Promise<Done> {
  const lastTried = new Date().toISOString();
  try {
    const { changes, ...done } = await bringUpToDate(fleet, member, syncing);
    await record(fleet, member, { lastTried, error: null, ...changes }, syncing);
    await writeSyncLog(fleet.home, `${member.name}: ${done.outcome} ${done.commit ?? ''}`);
    return done;
  } catch (thrown) {
    const error = knownError(thrown);
    if (isCoraError(error) && error.code === 'ABORTED') throw error;
    // An unknown error is one repository's too: the others go on, and its stack is in the log.
    const message = withoutSecrets(error instanceof Error ? error.message : String(error));
    const details = isCoraError(error) || !(error instanceof Error) ? message : (error.stack ?? message);
    await record(fleet, member, { lastTried, error: message }, syncing);
    await writeSyncLog(fleet.home, `${member.name}: failed: ${withoutSecrets(details)}`);
    return { outcome: 'failed', commit: member.lastIndexed, files: member.fileCount, error: message };
  }
}

async function bringUpToDate(
  fleet: Fleet,
  member: FleetRepository,
  { held, builds, hasIndex, request }: Syncing,
): Promise<Done & { changes: Partial<FleetEntry> }> {
  const { signal, full = false } = request;
  const onProgress = (progress: Progress): void => request.onProgress?.(member.id, progress);
  onProgress({ phase: 'fetch', done: 0, total: 0, chunks: 0 });
  const changes = await (member.kind === 'clone' ? fetched(fleet, member, signal) : looked(fleet, member));
  held.ensureOwned();
  const commit = changes.lastCommit!;
  const isKnown = !full && member.kind === 'clone' && member.lastIndexed === commit;
  if (isKnown && (await hasIndex(member))) {
    return { outcome: 'fresh', commit, files: member.fileCount, changes };
  }
  const indexed = await builds(() => indexMember(fleet, { ...member, ...changes }, { full, signal, onProgress }));
  const isNew = member.lastIndexed !== indexed.commit;
  return {
    outcome: isNew ? 'updated' : 'fresh',
    commit: indexed.commit,
    files: indexed.files,
    ...(isNew ? { index: indexed.index } : {}),
    counts: indexed.counts,
    changes: { ...changes, lastCommit: indexed.commit, lastIndexed: indexed.commit, fileCount: indexed.files },
  };
}

async function fetched(
  { settings, surroundings: { env } }: Fleet,
  { url, branch, dir }: FleetRepository,
  signal: AbortSignal | undefined,
): Promise<Partial<FleetEntry>> {
  const address = readAddress(url);
  if (address === null)
    throw new CoraError('CONFIG', `"${url}" in the manifest is not an address.`, {
      hint: 'cora repos remove NAME, then: cora repos add URL',
    });
  const { commit, isNew } = await updateClone({ address, branch, dir, env, stallMs: settings.timeoutMs, signal });
  const now = new Date().toISOString();
  return { lastPull: now, lastCommit: commit, ...(isNew ? { clonedAt: now } : {}) };
}

async function looked({ surroundings: { env } }: Fleet, { dir }: FleetRepository): Promise<Partial<FleetEntry>> {
  const repository = await openRepository(dir, env);
  refuseLostHead(repository);
  const { head } = repository;
  if (head === null) throw new CoraError('BAD_REVISION', 'It has no commits yet: commit something there first.');
  return { lastPull: new Date().toISOString(), lastCommit: head.commit };
}

/** Records what was synced; a repository that was removed meanwhile stays removed. */
async function record(
  { home, surroundings }: Fleet,
  member: FleetRepository,
  changes: Partial<FleetEntry>,
  { held, writes }: Syncing,
): Promise<void> {
  held.ensureOwned();
  const isThere = await writes(() =>
    updateManifest(home, surroundings.log, ({ repos }) => {
      const entry = repos[member.id];
      if (entry === undefined) return false;
      Object.assign(entry, changes);
      return true;
    }),
  );
  if (!isThere) await deleteClone(home, member);
}

// Repositories that the settings list (`repos-urls`) are in the manifest, and those that they list
// no more are not.

/**
 * A list that is not set, as in another shell, is no empty list: what an earlier one had added
 * stays, unless `prune` is given.
 * @returns names that were removed, and what could not be added: an address that is none stops no
 * other
 */
async function followSettings(fleet: Fleet): Promise<{ removed: string[]; failed: SyncedRepository[] }> {
  const { home, settings, surroundings } = fleet;
  const known = await listRepositories(fleet);
  const wanted = settings.urls ?? (settings.prune ? [] : null);
  if (wanted === null) return { removed: [], failed: [] };
  const failed: SyncedRepository[] = [];
  const described: { id: string; entry: FleetEntry }[] = [];
  for (const url of wanted) {
    const fail = ({ message: error }: CoraError): null => {
      const name = withoutSecrets(url);
      failed.push({ id: name, name, outcome: 'failed', commit: null, files: null, error, tookMs: 0 });
      return null;
    };
    const found = await describeRepository(fleet, { url }, 'settings').catch(whenRefused(fail));
    if (found !== null) described.push(found);
  }
  const gone = known.filter(
    ({ from, url }) =>
      from === 'settings' && !wanted.includes(url) && !described.some(({ entry }) => entry.url === url),
  );
  const added = described.filter(({ entry }) => !known.some(({ url }) => url === entry.url));
  if (added.length + gone.length > 0) {
    await updateManifest(home, surroundings.log, (manifest) => {
      for (const { id } of gone) dropEntry(manifest, id);
      for (const { id, entry } of added) {
        const isCalledSo = ({ name }: FleetEntry): boolean => name.toLowerCase() === entry.name.toLowerCase();
        // It is known by another address or in other letters.
        if (!Object.values(manifest.repos).some(isCalledSo)) insertEntry(manifest, id, entry);
      }
    });
  }
  for (const one of gone) await deleteClone(home, one);
  return { removed: gone.map(({ name }) => name), failed };
}

// logs/sync.log: one line for each repository that was asked. Never grows beyond two files of a
// megabyte.

const MOST_BYTES = 1_000_000;

/** @param text without credentials */
async function writeSyncLog(home: string, text: string): Promise<void> {
  const file = syncLogPath(home);
  makePrivate(dirname(file), true);
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  // Another repository's line may just have done it.
  if (size > MOST_BYTES) await rename(file, `${file}.1`).catch(ifAbsent(undefined));
  await appendFile(file, `${new Date().toISOString()} ${text}\n`, { flag: APPEND, mode: PRIVATE_FILE });
}
