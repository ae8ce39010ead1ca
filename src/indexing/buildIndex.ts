/**
 * BUILD: git tree → plan → read blobs → chunk → embed → store → state. The steps in order; each
 * holds its own detail.
 */

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { asSentence, CoraError, ifRefused } from '../base/errors.ts';
import { blobKeysOf } from '../base/identity.ts';
import { comparePaths } from '../base/patterns.ts';
import type {
  BlobKey,
  ChosenView,
  ChunkRow,
  Embedder,
  IndexReport,
  Log,
  Progress,
  RedactedCount,
  RepoState,
  Shard,
  View,
} from '../base/types.ts';
import { SELECTION } from '../base/version.ts';
import { createLazyParsers } from '../chunk/lazyParsers.ts';
import { compileParsersFor, createHeapLimit, heapAndBuffers, MOST_THREADS } from '../disk/nodeRuntime.ts';
import { withSearchFile } from '../engine/searchFile.ts';
import { type ChosenBefore, selectChanged } from '../git/diffTrees.ts';
import { originOf } from '../git/gitConfiguration.ts';
import { isLfsPointer, readBlobs } from '../git/readBlobs.ts';
import type { Commit } from '../git/repository.ts';
import { resolveCommit } from '../git/resolveCommit.ts';
import type { ViewSettings } from '../git/skipReasonOf.ts';
import { listTree, selectFiles } from '../git/treeFiles.ts';
import type { IndexingRequest } from '../settings/requests.ts';
import {
  readOutcomes,
  readWholeState,
  type StoredOutcomes,
  stateFile,
  writeOutcomes,
  writeState,
} from '../store/state.ts';
import { isLookDue } from '../store/storeHealth.ts';
import {
  pruneViews,
  readCurrentView,
  secretsCounted,
  tornViews,
  type ViewPath,
  type ViewRecord,
  viewedBlobs,
  writeCurrentView,
  writeView,
} from '../store/views.ts';
import { WRITER_WAIT_MS, withWriteLock } from '../store/withWriteLock.ts';
import { type Computed, computeRows } from '../view/computeRows.ts';
import { ViewStatistics } from '../view/statistics.ts';
import { settingsHash, storeDirOf, viewIdOf, type Workspace } from '../view/workspace.ts';
import { openDestination } from './build/keepRows.ts';
import { countGone, countRecord, partLost, planBuild, reportOf, stateOf } from './build/planAndReport.ts';
import { isInShard, takeShard } from './takeShard.ts';

export interface BuildRequest extends Pick<IndexingRequest, 'jobs' | 'rev' | 'full' | 'dryRun'> {
  workspace: Workspace;
  embedder: Embedder;
  /** Null: all blobs. */
  shard: Shard | null;
  /** Rows that a pull has just added, counted already. */
  seed?: { statistics: ViewStatistics; rowCounts: ReadonlyMap<BlobKey, number> };
  log: Log;
  /** Called once the rows of few new files are kept: what is left is to write the view. */
  onFewKept?(built: Pick<IndexReport, 'commit' | 'computed'>): void;
  onProgress(progress: Progress): void;
  signal?: AbortSignal;
}

/** The number of views that are kept beside the current one, for branches that one goes back to. */
const VIEWS_KEPT = 8;

/**
 * Indexes one commit, and reuses rows that are there.
 * @throws CoraError; ABORTED keeps what is done
 */
export async function buildIndex(request: BuildRequest): Promise<IndexReport> {
  const started = Date.now();
  const { workspace, rev } = request;
  const { repository, settings } = workspace;
  const target = (rev === null ? repository.head : null) ?? (await resolveCommit(repository, rev ?? 'HEAD'));
  const dir = storeDirOf(workspace, request.embedder);
  const [listed, origin] = await Promise.all([
    mayGoOn(request, dir) ? null : selectAll(workspace, target),
    originOf(repository),
  ]);
  if (request.dryRun) return dryRun(request, listed!, target.commit, dir, started);
  return withWriteLock(dir, { waitMs: WRITER_WAIT_MS, log: request.log, signal: request.signal }, async (lock) => {
    const before = await readBefore(dir, request);
    const changed =
      listed === null && before.chosen !== null
        ? await selectChanged(repository, before.chosen, target.tree, settings)
        : null;
    const chosen: ChosenView = changed ?? listed ?? (await selectAll(workspace, target));
    const { embedder, full, log, seed: given } = request;
    const { ensureOwned } = lock;
    const destination = await openDestination({
      ...{ workspace, dir, embedder, view: takeShard(chosen, request.shard), before, full },
      ...{ hasSeed: given !== undefined, ensureOwned, log },
    });
    try {
      const { known, plan } = destination;
      // Files that did not change have lost their rows.
      const isUnsure = plan.compute.some(({ size }) => size === undefined);
      const whole = isUnsure ? await selectAll(workspace, target) : chosen;
      const view = takeShard(whole, request.shard);
      compileParsersFor(plan.compute.length);
      const seed = seedIn(known, request);
      const counted = seed?.statistics ?? new ViewStatistics(embedder.dimensions);
      const keep = async (rows: readonly ChunkRow[]): Promise<void> => {
        ensureOwned();
        await destination.keep(rows);
        for (const row of rows) counted.add(row);
      };
      const jobs = destination.isWorthThreads ? Math.min(request.jobs ?? availableParallelism(), MOST_THREADS) : 0;
      const parsers = createLazyParsers({ jobs, log });
      const computed = await computeRows({
        embedder,
        files: plan.compute,
        // Without the signal: an abort ends the reading in order, and what was read is kept.
        read: (blobs) => readBlobs(repository, blobs),
        absent: repository.partial ? 'missing-blob' : 'missing-object',
        chunk: parsers.chunk,
        refuse: (bytes) => (isLfsPointer(bytes) ? 'filtered' : bytes.length === 0 ? 'empty' : null),
        parallel: Math.max(1, 2 * jobs),
        vectorsOf: full || known.size === 0 ? null : destination.vectorsOf,
        keep,
        onProgress: (done, chunks) => request.onProgress({ phase: 'chunk', done, total: plan.compute.length, chunks }),
        signal: request.signal,
        // A few files leave so little garbage that collecting it is not worth the time.
        afterCommit: destination.isWorthThreads ? createHeapLimit(heapAndBuffers) : () => undefined,
        // The parsers end first, because the last rows need their memory.
        afterChunking: parsers.close,
      }).finally(parsers.close);
      for (const [key, count] of seed?.rowCounts ?? []) computed.rowCounts.set(key, count);
      const outcomes = mergeOutcomes(before.outcomes, computed, request.signal?.aborted === true);
      if (computed.outcomes.size > 0 || plan.replace.length > 0) await writeOutcomes(dir, outcomes);
      const rowless = plan.replace.filter((key) => !computed.rowCounts.has(key));
      // The number of rows of each blob that the table has now.
      const rows = new Map(known);
      for (const [key, count] of computed.rowCounts) rows.set(key, count);
      for (const key of rowless) rows.delete(key);
      if (request.signal?.aborted) {
        await destination.abandon(rows);
        const done = `Stopped after ${computed.done} of ${plan.compute.length} new files. What was computed is kept.`;
        throw new CoraError('ABORTED', done, { hint: 'cora index goes on from there.' });
      }
      request.onProgress({ phase: 'store', done: 0, total: 1, chunks: 0 });
      await destination.settle(rowless, computed.rowCounts.size > 0);
      request.onProgress({ phase: 'finish', done: 0, total: 1, chunks: 0 });
      if (!destination.isWorthThreads) request.onFewKept?.({ commit: target.commit, computed: computed.done });
      // A run that has nothing to do has time to look at every byte, now and then.
      const isDue = computed.rowCounts.size === 0 && (await isLookDue(dir, before.lookedAt));
      const looksAtAll = full || destination.isDamaged || isDue;
      const lookedAt = looksAtAll ? new Date().toISOString() : before.lookedAt;
      const base = full ? null : before.view;
      const { dimensions } = embedder;
      const redactedBefore = looksAtAll ? null : before.redacted;
      const counting = { base, redactedBefore, dimensions, view, target, rows, computed, counted };
      const { record, redacted } = await countRecord({ origin, store: destination.rows, ...counting });
      const id = viewIdOf(target.tree, settings, view.shard);
      const state = stateOf({ embedder, settings, view, record, redacted, id, outcomes, computed, started, lookedAt });
      ensureOwned();
      await destination.finish({ looksAtAll, blobs: rows, viewed: viewedBlobs(dir, record) });
      await writeView(dir, id, record, base);
      await writeCurrentView(dir, id);
      await writeState(dir, state, full ? null : before.state);
      const torn = looksAtAll || before.view === null ? await tornViews(dir) : [];
      await pruneViews(dir, VIEWS_KEPT, new Set([id]), torn);
      await destination.collect(record.chunks * (view.shard?.count ?? 1));
      return reportOf(state, plan, computed, outcomes, view, countGone(before.viewed, whole), started);
    } finally {
      destination.close();
    }
  });
}

/** False if all files have to be looked at. A first run does so before it makes a folder. */
function mayGoOn({ workspace, full, dryRun, shard, seed }: BuildRequest, dir: string): boolean {
  const isPlain = !full && !dryRun && shard === null && seed === undefined;
  return isPlain && !workspace.repository.partial && existsSync(stateFile(dir));
}

async function selectAll({ repository, settings }: Workspace, { commit, tree }: Commit): Promise<View> {
  const listed = await listTree(repository, tree).catch(async (error: unknown) => {
    // The error says which object is missing.
    await resolveCommit(repository, commit);
    throw error;
  });
  return selectFiles(repository, tree, listed, settings);
}

interface Before {
  /** The state of the last build; null if there is none that can be read. */
  state: RepoState | null;
  /** The view of the last built commit; null if there is none that can be read. */
  view: ViewRecord | null;
  /** The secrets of that view; null if the state is of another view. */
  redacted: RedactedCount | null;
  /** Null if files are chosen otherwise now, or some were missing. */
  chosen: ChosenBefore | null;
  /** The time when a run last looked at every byte. */
  lookedAt: string | undefined;
  outcomes: StoredOutcomes;
  /** The files of that view; of a shard, its own. */
  viewed: readonly ViewPath[];
  previous: ReadonlySet<BlobKey>;
}

async function readBefore(dir: string, { workspace, full, shard, log }: BuildRequest): Promise<Before> {
  // With --full another version's is written anew, too: that is what its hint says.
  const rewritable = full ? ['BROKEN_INDEX', 'INCOMPATIBLE_INDEX'] : ['BROKEN_INDEX'];
  const unlessRewritable = (error: unknown): null => {
    // A damaged file is written again from the table. The table alone says which rows there are.
    if (!(error instanceof CoraError) || !rewritable.includes(error.code)) throw error;
    log.warn(`${asSentence(error.message)} It is written again.`);
    return null;
  };
  const state = await readWholeState(dir).catch(unlessRewritable);
  const view = await readCurrentView(dir).catch(unlessRewritable);
  const redacted = await secretsCounted(dir, state, view);
  if (state !== null && view === null && !full)
    log.warn('The statistics of the last commit cannot be read. They are counted again.');
  const outcomes = full ? {} : await readOutcomes(dir);
  // Blobs of other shards are not gone.
  const files = view?.files ?? [];
  const viewed = shard === null ? files : files.filter(isInShard(shard));
  const lookedAt = state?.times?.lookedAt;
  const chosen = redacted === null ? null : chosenBefore(state!, view!, workspace.settings);
  return { state, view, redacted, chosen, lookedAt, outcomes, viewed, previous: new Set(blobKeysOf(viewed)) };
}

function chosenBefore(state: RepoState, view: ViewRecord, settings: ViewSettings): ChosenBefore | null {
  const { selection, optionsHash, tree, skipped, failed, counts } = state;
  const isAlike = selection === SELECTION && optionsHash === settingsHash(settings) && tree === view.tree;
  const isWhole = failed.length === 0 && view.missing === undefined && view.shard === undefined;
  return isAlike && isWhole ? { tree, files: view.files, skipped, bytes: counts.bytes } : null;
}

/**
 * Returns the rows that a pull has added; null where another run has removed some of them since.
 */
function seedIn(
  known: ReadonlyMap<BlobKey, number>,
  { seed, full }: BuildRequest,
): NonNullable<BuildRequest['seed']> | null {
  return seed === undefined || full || ![...seed.rowCounts.keys()].every((key) => known.has(key)) ? null : seed;
}

async function dryRun(
  request: BuildRequest,
  whole: View,
  commit: string,
  dir: string,
  started: number,
): Promise<IndexReport> {
  const reading = withSearchFile(dir, request.embedder.dimensions, (rows) => rows.blobKeys());
  const known = await reading.catch(ifRefused(new Map<BlobKey, number>(), 'NO_INDEX', 'BROKEN_INDEX'));
  const view = takeShard(whole, request.shard);
  const before = await readBefore(dir, request);
  const plan = planBuild({ ...before, files: view.files, known, full: request.full });
  const chunks = plan.reuse.reduce((sum, key) => sum + (known.get(key) ?? 0), 0);
  return {
    commit,
    shard: view.shard,
    files: view.files.length,
    chunks,
    computed: plan.compute.length,
    embedded: 0,
    reused: plan.reuse.length,
    removed: countGone(before.viewed, whole),
    ...partLost([...view.skipped, ...plan.skipped].sort(comparePaths)),
    notes: [],
    tookMs: Date.now() - started,
    dryRun: true,
  };
}

/** After an abort, what was chunked need not have reached the table. */
function mergeOutcomes(before: StoredOutcomes, computed: Computed, wasAborted: boolean): StoredOutcomes {
  const out = { ...before };
  if (!wasAborted) for (const key of computed.rowCounts.keys()) delete out[key];
  // A blob that is not there today may be there tomorrow.
  for (const [key, outcome] of computed.outcomes) if (!outcome.skipped?.startsWith('missing-')) out[key] = outcome;
  return out;
}
