/**
 * A repository of the fleet is indexed here: by which settings, pulled where somebody publishes its
 * index, built where not; and here is told where that index lies and how large it is.
 */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { memoized } from '../base/concurrency.ts';
import { isCoraError } from '../base/errors.ts';
import type { EmbedderInfo, IndexReport, Progress, RepoState } from '../base/types.ts';
import { indexRepository } from '../indexing/indexRepository.ts';
import type { FetchPolicy } from '../net/fetchSafely.ts';
import type { PlaceSettings, Surroundings } from '../settings/requests.ts';
import { pullIndex } from '../share/pullIndex.ts';
import { fingerprintDir } from '../store/location.ts';
import { readState, stateFile } from '../store/state.ts';
import { readView } from '../store/views.ts';
import { embedderFor, openWorkspaceFor, storeDirOf, storeFingerprint, viewIdOf } from '../view/workspace.ts';
import type { Fleet, FleetRepository, IndexCounts } from './fleet.ts';
import { packBytes } from './networkGit.ts';

interface Indexed {
  commit: string;
  files: number;
  index: 'pulled' | 'built';
  /** Files that could not be indexed. */
  failed: number;
  counts: IndexCounts;
}

interface IndexMemberRequest {
  /** Everything is computed again, here. */
  full: boolean;
  signal?: AbortSignal | undefined;
  onProgress?(progress: Progress): void;
}

/**
 * The limits of retries for a pull. They are low, so that a fleet of three hundred repositories
 * without releases does not wait for each of them.
 */
const PULLING: FetchPolicy = { attempts: 2, firstDelayMs: 300, maxDelayMs: 2000, stallMs: 20_000 };

/** The packed bytes below which threads take longer to start than to parse. */
const SMALL = 400_000;

/**
 * Indexes a repository of the fleet: pulls its index, or builds it.
 * @throws CoraError what building throws; a pull that fails is not one of them
 */
export async function indexMember(
  fleet: Fleet,
  member: FleetRepository,
  { full, signal, onProgress = () => undefined }: IndexMemberRequest,
): Promise<Indexed> {
  const { settings, surroundings } = memberPlace(fleet, member);
  const watch = { onProgress, signal };
  const isSmall = member.kind === 'clone' && (await packBytes(member.dir)) < SMALL;
  const own = isSmall ? { ...settings, jobs: 0 } : settings;
  if (!full && isWorthAsking(member)) {
    try {
      const { index } = await pullIndex({ ...own, source: member.source, policy: PULLING }, surroundings, watch);
      return indexedBy(index, 'pulled');
    } catch (error) {
      if (!isCoraError(error) || error.code === 'ABORTED' || error.code === 'LOCKED') throw error;
      const message = `${member.name}: no index to pull (${error.message}); it is built here`;
      if (member.source === null) surroundings.log.debug(message);
      else surroundings.log.warn(message);
    }
  }
  return indexedBy(await indexRepository({ ...own, full }, surroundings, watch), 'built');
}

function indexedBy(report: IndexReport, index: Indexed['index']): Indexed {
  const { commit, files, failed, chunks, computed, embedded, reused } = report;
  return { commit, files, index, failed: failed.length, counts: { chunks, computed, embedded, reused } };
}

type Member = Pick<FleetRepository, 'kind' | 'dir'> & {
  /** The directory whose settings count, where it is another one than the top. */
  settledIn?: string;
};

export function memberPlace(
  { surroundings, settingsOf }: Fleet,
  { kind, dir, settledIn = dir }: Member,
): { settings: PlaceSettings; surroundings: Surroundings } {
  return { settings: settingsOf({ kind, dir: settledIn }), surroundings: { ...surroundings, dir } };
}

/** Asked once where nobody named a source: later commits are built from there on. */
function isWorthAsking({ kind, source, url, lastIndexed }: FleetRepository): boolean {
  if (source !== null) return true;
  return kind === 'clone' && lastIndexed === null && /(^|[/@.])github\.com[:/]/i.test(url);
}

export interface IndexSummary {
  commit: string;
  /** ISO 8601. */
  builtAt: string;
  files: number;
  chunks: number;
}

/** Null where nothing was built. @throws CoraError INCOMPATIBLE_INDEX, BROKEN_INDEX, … */
export type SummaryOf = (member: Member) => Promise<IndexSummary | null>;

export function createIndexSummaries(fleet: Fleet): SummaryOf {
  const dirOf = createIndexFolders(fleet);
  const known = new Map<string, { stamp: string; summary: IndexSummary | null }>();

  return async (member) => {
    const dir = await dirOf(member);
    const found = await stat(stateFile(dir)).catch(() => null);
    if (found === null) return null;
    const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`;
    const last = known.get(dir);
    if (last?.stamp === stamp) return last.summary;
    const summary = summaryOf(await readState(dir));
    known.set(dir, { stamp, summary });
    return summary;
  };
}

/** The view of HEAD answers if it is kept, whatever was built later. */
export async function summaryOfPlace(fleet: Fleet, member: Member): Promise<IndexSummary | null> {
  const { settings, surroundings } = memberPlace(fleet, member);
  const workspace = await openWorkspaceFor(settings, surroundings);
  const dir = storeDirOf(workspace, await embedderFor(settings, surroundings));
  const last = summaryOf(await readState(dir));
  const { head } = workspace.repository;
  if (last === null || head === null) return last;
  const record = await readView(dir, viewIdOf(head.tree, workspace.settings));
  if (record === null) return last;
  return { ...last, commit: head.commit, files: record.files.length, chunks: record.chunks };
}

/** Names the folder of an index, which may not be there. */
export function createIndexFolders(fleet: Fleet): (member: Member) => Promise<string> {
  const embedder = memoized(() => embedderFor(fleet.settings, fleet.surroundings));
  const dirs = new Map<string, string>();
  return async (member) => {
    if (member.kind === 'clone') return indexDirOf(member.dir, await embedder());
    const { settings, surroundings } = memberPlace(fleet, member);
    const key = `${member.dir}\0${JSON.stringify(settings)}`;
    const dir =
      dirs.get(key) ??
      storeDirOf(await openWorkspaceFor(settings, surroundings), await embedderFor(settings, surroundings));
    dirs.set(key, dir);
    return dir;
  };
}

function summaryOf(state: Pick<RepoState, 'commit' | 'counts' | 'times'> | null): IndexSummary | null {
  if (state === null) return null;
  const { commit, counts, times } = state;
  return { commit, builtAt: times.builtAt, files: counts.files, chunks: counts.chunks };
}

/** Returns the folder of a clone's index. @param dir of the clone, which is bare */
export function indexDirOf(dir: string, embedder: Pick<EmbedderInfo, 'fingerprint'>): string {
  return fingerprintDir(join(dir, 'cora'), storeFingerprint(embedder));
}
