/**
 * BUILD: git tree → plan → read blobs → chunk → embed → store → state. The steps in order; each
 * holds its own detail.
 */

import { asSentence, CoraError, isCoraError } from '../base/errors.ts';
import { blobKeyOf } from '../base/identity.ts';
import { comparePaths } from '../base/patterns.ts';
import type { BlobKey, Embedder, IndexReport, Log, Progress, Shard, View } from '../base/types.ts';
import type { ChunkPool } from '../chunk/pool.ts';
import { compileParsersFor, createHeapLimit } from '../disk/nodeRuntime.ts';
import type { RowReader } from '../engine/rowReader.ts';
import { openSearchFile } from '../engine/searchFile.ts';
import { SearchFileWriter } from '../engine/searchFileWriter.ts';
import { isLfsPointer, readBlobs } from '../git/readBlobs.ts';
import { resolveCommit } from '../git/resolveCommit.ts';
import { listTree, selectFiles } from '../git/treeFiles.ts';
import { type ChunkStore, openStore } from '../store/openStore.ts';
import { isDoubtful, readOutcomes, readState, type StoredOutcomes, writeOutcomes, writeState } from '../store/state.ts';
import {
  pruneViews,
  readCurrentView,
  tornViews,
  type ViewRecord,
  viewedBlobs,
  writeCurrentView,
  writeView,
} from '../store/views.ts';
import { WRITER_WAIT_MS, withWriteLock } from '../store/withWriteLock.ts';
import { type Computed, type ComputeRequest, computeRows } from '../view/computeRows.ts';
import { ViewStatistics } from '../view/statistics.ts';
import { RETENTION_MS, storeDirOf, viewIdOf, type Workspace } from '../view/workspace.ts';
import { type BuildPlan, countRecord, partLost, planBuild, reportOf, stateOf } from './build/planAndReport.ts';
import { removeDeadRows, takePendingRows } from './collectGarbage.ts';
import { isInShard, takeShard } from './takeShard.ts';

export interface BuildRequest {
  workspace: Workspace;
  embedder: Embedder;
  /** Closed when everything is parsed. */
  pool: ChunkPool;
  /** The number of blobs that may be in the parsers at once. */
  parallel: number;
  /** Null: HEAD. */
  rev: string | null;
  full: boolean;
  dryRun: boolean;
  /** Null: all blobs. */
  shard: Shard | null;
  /** Rows that a pull has just added, counted already. */
  seed?: { statistics: ViewStatistics; rowCounts: ReadonlyMap<BlobKey, number> };
  log: Log;
  onProgress(progress: Progress): void;
  signal?: AbortSignal;
}

/** Above this share of dead rows a build collects them. */
const MOST_DEAD = 0.5;
/** Statistics of that many commits are kept beside the current one: branches one goes back to. */
const VIEWS_KEPT = 8;

/**
 * Indexes one commit. Nothing is computed for blobs whose rows are there, whichever branch brought
 * them.
 * @throws CoraError; ABORTED after the signal, with what was reached: the next run goes on from
 * there
 */
export async function buildIndex(request: BuildRequest): Promise<IndexReport> {
  const started = Date.now();
  const { workspace } = request;
  const { repository } = workspace;
  const target = await resolveCommit(repository, request.rev ?? 'HEAD');
  const whole = await selectFiles(repository, target.tree, await listTree(repository, target.tree), workspace.settings);
  const view = takeShard(whole, request.shard);
  const dir = storeDirOf(workspace, request.embedder);
  if (request.dryRun) return dryRun(request, view, target.commit, dir, started);
  return withWriteLock(dir, { waitMs: WRITER_WAIT_MS, log: request.log, signal: request.signal }, async (lock) => {
    const store = await openStore(dir, request.embedder.dimensions, request.full ? 'rewrite' : 'write');
    try {
      await takePendingRows(dir, store, lock.ensureOwned);
      const search = await SearchFileWriter.begin(dir, store);
      const before = await readBefore(dir, store, request);
      const plan = planBuild({ files: view.files, ...before, full: request.full });
      compileParsersFor(plan.compute.length);
      const seed = seedIn(before, request);
      const counted = seed?.statistics ?? new ViewStatistics(request.embedder.dimensions);
      const computed = await computeRows(
        computeRequest({
          request,
          store,
          plan,
          mayReuseVectors: !request.full && before.known.size > 0,
          lock,
          counted,
          search,
        }),
      );
      for (const [key, count] of seed?.rowCounts ?? []) computed.rowCounts.set(key, count);
      // The parsers' memory is wanted by the indexes of the table.
      await request.pool.close();
      const outcomes = mergeOutcomes(before.outcomes, computed, request.signal?.aborted === true);
      if (computed.outcomes.size > 0 || plan.replace.length > 0) await writeOutcomes(dir, outcomes);
      if (request.signal?.aborted) throw aborted(computed.done, plan.compute.length);
      const rowless = plan.replace.filter((key) => !computed.rowCounts.has(key));
      if (rowless.length > 0) await store.remove(rowless);
      progress(request, 'store', 0, 1);
      if (computed.rowCounts.size > 0 || plan.replace.length > 0) await store.optimize(RETENTION_MS);
      progress(request, 'finish', 0, 1);
      const rows = rowsAfter(before.known, computed, rowless);
      const base = request.full ? null : before.view;
      const { record, redacted } = await countRecord({
        repository,
        store,
        base,
        dimensions: request.embedder.dimensions,
        view,
        target,
        rows,
        computed,
        counted,
      });
      const { embedder } = request;
      const { settings } = workspace;
      const id = viewIdOf(target.tree, settings, view.shard);
      const state = stateOf({ embedder, settings, view, record, redacted, id, outcomes, computed, started });
      lock.ensureOwned();
      // A run that has nothing to do has time to look at every byte.
      const looksAtAll = request.full || computed.rowCounts.size === 0;
      await search.finish(store, { looksAtAll, blobs: rows, viewed: viewedBlobs(dir, record) });
      await writeView(dir, id, record, base);
      await writeCurrentView(dir, id);
      await writeState(dir, state);
      const torn = looksAtAll || before.view === null ? await tornViews(dir) : [];
      await pruneViews(dir, VIEWS_KEPT, new Set([id]), torn);
      if ((1 - MOST_DEAD) * rowsIn(before.known) > record.chunks * (view.shard?.count ?? 1))
        await removeDeadRows(workspace, dir, store, MOST_DEAD, lock.ensureOwned).catch(keepRows(request.log));
      return reportOf(state, plan, computed, outcomes, view, started);
    } finally {
      store.close();
    }
  });
}

/** The index is whole without it. @returns what to do where git cannot say what is in use */
function keepRows(log: Log): (error: unknown) => void {
  return (error) => {
    if (!isCoraError(error) || error.code !== 'GIT') throw error;
    log.warn(`${asSentence(error.message)} Rows of other commits are kept.`);
  };
}

interface Before {
  /** The view of the last built commit; null if there is none that can be read. */
  view: ViewRecord | null;
  known: Map<BlobKey, number>;
  outcomes: StoredOutcomes;
  doubtful: ReadonlySet<BlobKey>;
  previous: ReadonlySet<BlobKey>;
}

async function readBefore(
  dir: string,
  store: Pick<RowReader, 'blobKeys'> | null,
  { full, shard, log }: BuildRequest,
): Promise<Before> {
  // With --full another version's is written anew, too: that is what its hint says.
  const rewritable = full ? ['BROKEN_INDEX', 'INCOMPATIBLE_INDEX'] : ['BROKEN_INDEX'];
  const unlessRewritable = (error: unknown): null => {
    // A damaged file is written again from the table. The table alone says which rows there are.
    if (!(error instanceof CoraError) || !rewritable.includes(error.code)) throw error;
    log.warn(`${asSentence(error.message)} It is written again.`);
    return null;
  };
  const state = await readState(dir).catch(unlessRewritable);
  const view = await readCurrentView(dir).catch(unlessRewritable);
  if (state !== null && view === null && !full)
    log.warn('The statistics of the last commit cannot be read. They are counted again.');
  const outcomes = full ? {} : await readOutcomes(dir);
  return {
    view,
    known: store === null ? new Map() : await store.blobKeys(),
    outcomes,
    doubtful: new Set(Object.keys(outcomes).filter((key) => isDoubtful(outcomes[key as BlobKey]))) as Set<BlobKey>,
    // Blobs of other shards are not gone.
    previous: new Set((view?.files ?? []).filter(isInShard(shard)).map(blobKeyOf)),
  };
}

/** Null where another run has removed some of it since. */
function seedIn({ known }: Before, { seed, full }: BuildRequest): NonNullable<BuildRequest['seed']> | null {
  return seed === undefined || full || ![...seed.rowCounts.keys()].every((key) => known.has(key)) ? null : seed;
}

async function dryRun(
  request: BuildRequest,
  view: View,
  commit: string,
  dir: string,
  started: number,
): Promise<IndexReport> {
  const store = await openSearchFile(dir, request.embedder.dimensions).catch((error: unknown) => {
    if (isCoraError(error) && ['NO_INDEX', 'BROKEN_INDEX'].includes(error.code)) return null;
    throw error;
  });
  const before = await readBefore(dir, store, request).finally(() => store?.close());
  const plan = planBuild({ files: view.files, ...before, full: request.full });
  const chunks = plan.reuse.reduce((sum, key) => sum + (before.known.get(key) ?? 0), 0);
  return {
    commit,
    shard: view.shard,
    files: view.files.length,
    chunks,
    computed: plan.compute.length,
    embedded: 0,
    reused: plan.reuse.length,
    removed: plan.remove.length,
    ...partLost([...view.skipped, ...plan.skipped].sort(comparePaths)),
    notes: [],
    tookMs: Date.now() - started,
    dryRun: true,
  };
}

interface ComputeParts {
  request: BuildRequest;
  store: ChunkStore;
  plan: BuildPlan;
  mayReuseVectors: boolean;
  lock: { ensureOwned(): void };
  counted: ViewStatistics;
  search: SearchFileWriter;
}

function computeRequest({
  request,
  store,
  plan,
  mayReuseVectors,
  lock,
  counted,
  search,
}: ComputeParts): ComputeRequest {
  const { repository } = request.workspace;
  return {
    store,
    embedder: request.embedder,
    files: plan.compute,
    // Without the signal: an abort ends the reading in order, and what was read is kept.
    read: (blobs) => readBlobs(repository, blobs),
    absent: repository.partial ? 'missing-blob' : 'missing-object',
    chunk: (bytes, language) => request.pool.chunk(bytes, language),
    refuse: (bytes) => (isLfsPointer(bytes) ? 'filtered' : bytes.length === 0 ? 'empty' : null),
    parallel: request.parallel,
    mayReuseVectors,
    replace: plan.replace.length > 0,
    beforeCommit: () => lock.ensureOwned(),
    onRows: async (rows) => {
      for (const row of rows) counted.add(row);
      await search.add(rows);
    },
    afterCommit: createHeapLimit(() => process.memoryUsage().heapUsed),
    onProgress: (done, chunks) => request.onProgress({ phase: 'chunk', done, total: plan.compute.length, chunks }),
    signal: request.signal,
  };
}

function progress(request: BuildRequest, phase: Progress['phase'], done: number, total: number): void {
  request.onProgress({ phase, done, total, chunks: 0 });
}

function aborted(done: number, total: number): CoraError {
  return new CoraError('ABORTED', `Stopped after ${done} of ${total} new files. What was computed is kept.`, {
    hint: 'cora index goes on from there.',
  });
}

/** After an abort, what was chunked need not have reached the table. */
function mergeOutcomes(before: StoredOutcomes, computed: Computed, wasAborted: boolean): StoredOutcomes {
  const out = { ...before };
  if (!wasAborted) for (const key of computed.rowCounts.keys()) delete out[key];
  // A blob that is not there today may be there tomorrow.
  for (const [key, outcome] of computed.outcomes) if (!outcome.skipped?.startsWith('missing-')) out[key] = outcome;
  return out;
}

/** Returns the number of rows of each blob that the table has now. */
function rowsAfter(
  before: ReadonlyMap<BlobKey, number>,
  { rowCounts }: Computed,
  rowless: readonly BlobKey[],
): Map<BlobKey, number> {
  const now = new Map(before);
  for (const [key, count] of rowCounts) now.set(key, count);
  for (const key of rowless) now.delete(key);
  return now;
}

function rowsIn(known: ReadonlyMap<BlobKey, number>): number {
  return [...known.values()].reduce((sum, rows) => sum + rows, 0);
}
