/**
 * The end of a pull: the view of HEAD over the rows that are in the search file. Nothing is
 * chunked, embedded or put into a table. Where no index can be built here, files without rows are
 * named as missing: questions read them as they read edits.
 */

import { CoraError, ifRefused, isCoraError } from '../base/errors.ts';
import { blobKeyOf } from '../base/identity.ts';
import { comparePaths } from '../base/patterns.ts';
import type {
  BlobKey,
  ChosenFile,
  Embedder,
  EmbedderInfo,
  IndexReport,
  Log,
  RepoState,
  View,
  ViewFile,
} from '../base/types.ts';
import { openSearchFile } from '../engine/searchFile.ts';
import { originOf } from '../git/gitConfiguration.ts';
import { lookAtContent } from '../git/listCatalogue.ts';
import { readBlobs } from '../git/readBlobs.ts';
import type { Commit, Repository } from '../git/repository.ts';
import { resolveCommit } from '../git/resolveCommit.ts';
import { listTree, selectFiles } from '../git/treeFiles.ts';
import { readOutcomes, readWholeState, type StoredOutcomes, writeOutcomes, writeState } from '../store/state.ts';
import {
  readCurrentView,
  readView,
  secretsCounted,
  type ViewRecord,
  writeCurrentView,
  writeView,
} from '../store/views.ts';
import { WRITER_WAIT_MS, withWriteLock } from '../store/withWriteLock.ts';
import type { Computed } from '../view/computeRows.ts';
import type { ViewStatistics } from '../view/statistics.ts';
import { storeDirOf, viewIdOf, type Workspace } from '../view/workspace.ts';
import { countGone, countRecord, planBuild, reportOf, stateOf } from './build/planAndReport.ts';

interface ViewRequest {
  workspace: Workspace;
  embedder: Embedder;
  /** Rows that have just come, counted already. */
  seed: { statistics: ViewStatistics; rowCounts: Map<BlobKey, number> };
  /** The files of a commit that was HEAD before the rows came. */
  listed: ListedFiles;
  /** True to write the view also where files have no rows. */
  mayLack: boolean;
  log: Log;
}

/**
 * Makes the view of HEAD over rows that were pulled.
 * @returns null where files lack rows, and may not.
 * @throws CoraError GIT, LOCKED, STORE, …
 */
export function viewOfPulled(request: ViewRequest): Promise<IndexReport | null> {
  const { workspace, embedder, seed, listed, mayLack, log } = request;
  const started = Date.now();
  const dir = storeDirOf(workspace, embedder);
  return withWriteLock(dir, { waitMs: WRITER_WAIT_MS, log }, async (lock) => {
    const rows = await openSearchFile(dir, embedder.dimensions).catch((error: unknown) => {
      if (!isCoraError(error)) throw error;
      if (!mayLack) return null;
      throw new CoraError('NO_ARTIFACT', 'No file of the packed index is in this clone: there is nothing to take.', {
        hint: 'cora index   builds one here',
      });
    });
    if (rows === null) return null;
    try {
      const { repository, settings } = workspace;
      const target = await resolveCommit(repository, 'HEAD');
      const { whole } = target.tree === listed.tree ? listed : await filesOf(workspace, target);
      const base = await readCurrentView(dir);
      const state = await readWholeState(dir).catch(ifRefused(null, 'BROKEN_INDEX'));
      const outcomes = await readOutcomes(dir);
      const previous = new Set((base?.files ?? []).map(blobKeyOf));
      const known = await rows.blobKeys();
      const planned = planBuild({ files: whole.files, known, outcomes, previous, full: false });
      const idle = await idleOutcomes(repository, planned.compute);
      Object.assign(outcomes, idle);
      const compute = planned.compute.filter((file) => idle[blobKeyOf(file)] === undefined);
      const plan = { ...planned, compute };
      if (plan.compute.length > 0 && !mayLack) return null;
      const lacking = new Set(compute.map(blobKeyOf));
      const late = whole.files.filter((file) => lacking.has(blobKeyOf(file)));
      const view = {
        ...whole,
        files: whole.files.filter((file) => !lacking.has(blobKeyOf(file))),
        missing: [...whole.missing, ...late].sort(comparePaths),
      };
      const computed: Computed = { ...NOTHING, rowCounts: seed.rowCounts };
      const { record, redacted } = await countRecord({
        ...{ origin: await originOf(repository), store: rows, dimensions: embedder.dimensions, view, target, computed },
        ...{ base, redactedBefore: await secretsCounted(dir, state, base), rows: known },
        counted: seed.statistics,
      });
      const id = viewIdOf(target.tree, settings);
      const next = stateOf({ embedder, settings, view, record, redacted, id, outcomes, computed, started });
      lock.ensureOwned();
      if (Object.keys(idle).length > 0) await writeOutcomes(dir, outcomes);
      await writeView(dir, id, record, base);
      await writeCurrentView(dir, id);
      await writeState(dir, next, state);
      const report = reportOf(next, plan, computed, outcomes, view, countGone(base?.files ?? [], whole), started);
      return late.length === 0 ? report : { ...report, late: late.length };
    } finally {
      rows.close();
    }
  });
}

/** A state without what is counted in the rows. */
export type StateOfView = Omit<RepoState, 'redacted'>;

interface IndexedState {
  state: StateOfView;
  record: ViewRecord;
  /** The paths of files that are in no row. */
  lacking: string[];
}

/** Returns view and state of an indexed commit, perhaps not the last; null where it is not kept. */
export async function indexedStateOf(
  workspace: Workspace,
  embedder: EmbedderInfo,
  target: Commit,
): Promise<IndexedState | null> {
  const started = Date.now();
  const dir = storeDirOf(workspace, embedder);
  const id = viewIdOf(target.tree, workspace.settings);
  const kept = await readView(dir, id);
  if (kept === null) return null;
  const record = { ...kept, ...target };
  const [{ whole: view }, outcomes] = await Promise.all([filesOf(workspace, target), readOutcomes(dir)]);
  const indexed = new Set(record.files.map(({ path }) => path));
  const lacks = (file: ViewFile) => !indexed.has(file.path) && outcomes[blobKeyOf(file)]?.skipped === undefined;
  const lacking = view.files.filter(lacks).map(({ path }) => path);
  const { settings } = workspace;
  const redacted = { files: 0, secrets: 0 };
  const about = { embedder, settings, view, record, redacted, id, outcomes, computed: NOTHING, started };
  const { redacted: _, ...state } = stateOf(about);
  return { state, record, lacking };
}

/** The most files that are read to learn whether there is anything to index in them. */
const MOST_READ = 300;

/** The files of a tree that are indexed. */
export interface ListedFiles {
  tree: string;
  whole: View;
}

/** Lists the files of HEAD. Git takes a while, which a pull need not wait for. */
export async function listHead(workspace: Workspace): Promise<ListedFiles> {
  return filesOf(workspace, await resolveCommit(workspace.repository, 'HEAD'));
}

async function filesOf({ repository, settings }: Workspace, { tree }: Pick<Commit, 'tree'>): Promise<ListedFiles> {
  return { tree, whole: await selectFiles(repository, tree, await listTree(repository, tree), settings) };
}

/** Returns the outcomes of those that a build would read and leave out. */
async function idleOutcomes(repository: Repository, files: readonly ChosenFile[]): Promise<StoredOutcomes> {
  const idle: StoredOutcomes = {};
  if (files.length > MOST_READ) return idle;
  let at = 0;
  for await (const { bytes } of readBlobs(
    repository,
    files.map(({ blob }) => blob),
  )) {
    const skipped = bytes === null ? null : lookAtContent(bytes).reason;
    if (skipped !== null) idle[blobKeyOf(files[at]!)] = { skipped };
    at += 1;
  }
  return idle;
}

const NOTHING: Omit<Computed, 'rowCounts'> = { embedded: 0, outcomes: new Map(), failed: new Map(), done: 0 };
