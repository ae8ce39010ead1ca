/**
 * Says where a build keeps its rows, chosen once: in the table, or, where few are new, in the
 * search file alone. There they are pending until a larger run puts them into the table.
 */

import { asSentence, whenRefused } from '../../base/errors.ts';
import { blobKeyOf } from '../../base/identity.ts';
import { filesBetween } from '../../base/lists.ts';
import type { BlobKey, ChosenFile, ChosenView, ChunkRow, Embedder, Log, RedactedCount } from '../../base/types.ts';
import { isBuiltIn } from '../../embed/parseEmbedderSpec.ts';
import type { RowReader } from '../../engine/rowReader.ts';
import { type FinishRequest, SearchFileWriter } from '../../engine/searchFileWriter.ts';
import { openStore } from '../../store/openStore.ts';
import { DAMAGED, TablelessStore } from '../../store/tablelessStore.ts';
import type { ViewPath, ViewRecord } from '../../store/views.ts';
import { RETENTION_MS, type Workspace } from '../../view/workspace.ts';
import { removeDeadRows, takePendingRows } from '../collectGarbage.ts';
import { type BuildPlan, type PlanInput, planBuild } from './planAndReport.ts';

export interface RowDestination {
  /** The number of rows of each blob before the run. */
  readonly known: ReadonlyMap<BlobKey, number>;
  readonly plan: BuildPlan;
  /** Reads rows, those of this run too. */
  readonly rows: Pick<RowReader, 'rowsByBlob' | 'redactedRows'>;
  /** True where damage was met on the way: the run then looks at every byte. */
  readonly isDamaged: boolean;
  /** False where starting a thread takes as long as parsing what is new. */
  readonly isWorthThreads: boolean;
  /**
   * Returns vectors by content hash, of those that are there. Null where looking for them takes
   * longer than computing them.
   */
  vectorsOf: ((contentHashes: readonly string[]) => Promise<Map<string, Float32Array>>) | null;
  /** Takes whole blobs. */
  keep(rows: readonly ChunkRow[]): Promise<void>;
  /** Is called after the last rows. @param rowless blobs that lose their rows */
  settle(rowless: readonly BlobKey[], hasNew: boolean): Promise<void>;
  /** Brings the search file up to the rows. */
  finish(request: FinishRequest): Promise<void>;
  /** Keeps what came before the run was aborted. @param blobs as of FinishRequest */
  abandon(blobs: ReadonlyMap<BlobKey, number>): Promise<void>;
  /** Removes rows that nobody uses where most of the rows are such. @param living rows in use */
  collect(living: number): Promise<void>;
  close(): void;
}

interface KeepRequest {
  workspace: Workspace;
  dir: string;
  embedder: Embedder;
  view: ChosenView;
  before: Pick<PlanInput, 'outcomes' | 'previous'> & { view: ViewRecord | null; redacted: RedactedCount | null };
  full: boolean;
  /** True if a pull has just added rows, whose blobs count as this run's. */
  hasSeed: boolean;
  ensureOwned(): void;
  log: Log;
}

/**
 * The most new files and bytes of a run that needs no table, and the most rows that may be pending
 * beside one. A pulled index has no table yet, and as many pending rows as it has.
 */
export const UNTABLED = { files: 500, bytes: 4_000_000, pendingRows: 5000 };
/** Starting threads takes as long as parsing so much. */
const SMALL = { files: 16, bytes: 1_000_000 };
/** Above this share of dead rows a build collects them. */
const MOST_DEAD = 0.5;
/** In a table of more rows, looking for a vector takes longer than the built-in model. */
const MOST_LOOKED_THROUGH = 200_000;

/** Chooses where a build keeps its rows. */
export async function openDestination(request: KeepRequest): Promise<RowDestination> {
  const small = await keepPending(request);
  return small === null || small === DAMAGED ? keepInTable(request, small === DAMAGED) : small;
}

/** @returns null where the run has more to do than to add rows of some files */
async function keepPending(request: KeepRequest): Promise<RowDestination | typeof DAMAGED | null> {
  const { dir, view, before, full, hasSeed, embedder } = request;
  const { files, shard } = view;
  if (full || shard !== undefined || (before.view === null && !hasSeed)) return null;
  const store = await TablelessStore.open(dir, embedder.dimensions, UNTABLED.pendingRows);
  if (store === null || store === DAMAGED) return store;
  const known = await store.blobKeys();
  const plan = planBuild({ files, ...before, known, full });
  const bytes = plan.compute.reduce((sum, { size = 0 }) => sum + size, 0);
  const isWithin = (most: typeof SMALL): boolean => plan.compute.length <= most.files && bytes <= most.bytes;
  if (!isWithin(UNTABLED) || plan.replace.length > 0 || isBloated(store, known, files)) {
    store.close();
    return null;
  }
  // Rows that go are taken out of the view's sums; where vectors cost something, those of all rows
  // are looked at.
  const base = isBuiltIn(embedder.id) ? before.view : null;
  if (!(await store.isSound(base === null ? known.keys() : plan.remove, countedBlobs(before, request.view)))) {
    store.close();
    return DAMAGED;
  }
  // Blobs that left the view, and those that came.
  const stayed = before.previous.size - plan.remove.length;
  const moved = plan.remove.length + plan.compute.length + plan.reuse.length - stayed;
  const isNear = before.view !== null && moved <= UNTABLED.files;
  const { table } = store;
  const search = await SearchFileWriter.begin(dir, table);
  return {
    ...{ known, plan, rows: store, isDamaged: false, isWorthThreads: !isWithin(SMALL) },
    vectorsOf: (hashes) => store.vectorsOf(hashes, plan.remove, !isBuiltIn(embedder.id)),
    keep: async (rows) => {
      store.add(rows);
      await search.add(rows);
    },
    settle: async () => undefined,
    finish: (finish) => search.finish(table, { ...finish, isPending: true, isNear }),
    abandon: (blobs) => search.finish(table, { blobs, looksAtAll: false, isPending: true }),
    collect: async () => undefined,
    close: () => store.close(),
  };
}

/** Returns the blobs whose secrets the run will count: see countRecord. */
function countedBlobs({ view, redacted }: KeepRequest['before'], now: ChosenView): BlobKey[] {
  if (view === null || redacted === null) return view?.redacted ?? [];
  const { gone, came } = filesBetween<ViewPath>(view.files, now.files);
  const had = new Set(view.redacted);
  return [...gone.map(blobKeyOf).filter((key) => had.has(key)), ...came.map(blobKeyOf)];
}

async function keepInTable(request: KeepRequest, isDamaged: boolean): Promise<RowDestination> {
  const { workspace, dir, view, before, full, embedder, ensureOwned, log } = request;
  const store = await openStore(dir, embedder.dimensions, full ? 'rewrite' : 'write');
  try {
    const search = await SearchFileWriter.begin(dir, store);
    const hasTaken = await takePendingRows(dir, store, ensureOwned);
    const known = await store.blobKeys();
    const plan = planBuild({ files: view.files, ...before, known, full });
    const isReplacing = plan.replace.length > 0;
    const looks = !isBuiltIn(embedder.id) || rowsOf(known) <= MOST_LOOKED_THROUGH;
    return {
      ...{ known, plan, rows: store, isDamaged, isWorthThreads: true },
      vectorsOf: looks ? (hashes) => store.vectorsOf(hashes) : null,
      keep: async (rows) => {
        if (isReplacing) await store.replace(rows);
        else await store.append(rows);
        await search.add(rows);
      },
      settle: async (rowless, hasNew) => {
        if (rowless.length > 0) await store.remove(rowless);
        if (hasTaken || hasNew || isReplacing) await store.optimize(RETENTION_MS);
      },
      finish: (finish) => search.finish(store, finish),
      // The next run finds them in the table.
      abandon: async () => undefined,
      collect: async (living) => {
        if (!areMostDead(known, living)) return;
        await removeDeadRows(workspace, dir, store, MOST_DEAD, ensureOwned).catch(keepThem(log));
      },
      close: () => store.close(),
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

/**
 * Beside a table, the run that puts the pending rows into it collects: rows that seem dead may be
 * of branches that are kept, and most often are.
 */
function isBloated(
  { hasTable }: TablelessStore,
  known: ReadonlyMap<BlobKey, number>,
  files: readonly ChosenFile[],
): boolean {
  if (hasTable) return false;
  const living = [...new Set(files.map(blobKeyOf))].reduce((sum, key) => sum + (known.get(key) ?? 0), 0);
  return rowsOf(known) > living + UNTABLED.pendingRows && areMostDead(known, living);
}

function areMostDead(known: ReadonlyMap<BlobKey, number>, living: number): boolean {
  return (1 - MOST_DEAD) * rowsOf(known) > living;
}

function rowsOf(known: ReadonlyMap<BlobKey, number>): number {
  return [...known.values()].reduce((sum, rows) => sum + rows, 0);
}

/** The index is whole without it. @returns what to do where git cannot say what is in use */
function keepThem(log: Log): (error: unknown) => void {
  return whenRefused(({ message }) => log.warn(`${asSentence(message)} Rows of other commits are kept.`), 'GIT');
}
