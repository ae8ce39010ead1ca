/**
 * After a pull where LanceDB's binary is not installed: the view of HEAD over the rows that are in
 * the search file. Files without rows are named as missing, so that questions read them as they
 * read edits. Nothing is chunked, embedded or put into a table.
 */

import { blobKeyOf } from '../base/identity.ts';
import type { BlobKey, Embedder, IndexReport, Log } from '../base/types.ts';
import { withSearchFile } from '../engine/searchFile.ts';
import { compareByPath } from '../git/pathBytes.ts';
import { resolveCommit } from '../git/resolveCommit.ts';
import { listTree, selectFiles } from '../git/treeFiles.ts';
import { readOutcomes, readState, writeState } from '../store/state.ts';
import { currentView, readView, writeCurrentView, writeView } from '../store/views.ts';
import { WRITER_WAIT_MS, withWriteLock } from '../store/withWriteLock.ts';
import { type Computed, chunkIdsOf } from '../view/computeRows.ts';
import type { ViewStatistics } from '../view/statistics.ts';
import { storeDirOf, viewIdOf, type Workspace } from '../view/workspace.ts';
import { countRecord, planBuild, reportOf, stateOf } from './build/planAndReport.ts';

interface ViewRequest {
  workspace: Workspace;
  embedder: Embedder;
  /** Rows that have just come, counted already. */
  seed: { statistics: ViewStatistics; chunkIds: Map<BlobKey, string[]> };
  log: Log;
}

/** @throws CoraError GIT, LOCKED, STORE, … */
export function viewWithoutTable({ workspace, embedder, seed, log }: ViewRequest): Promise<IndexReport> {
  const started = Date.now();
  const dir = storeDirOf(workspace, embedder);
  return withWriteLock(dir, { waitMs: WRITER_WAIT_MS, log }, (lock) =>
    withSearchFile(dir, embedder.dimensions, async (rows) => {
      const { repository, settings } = workspace;
      const target = await resolveCommit(repository, 'HEAD');
      const whole = await selectFiles(repository, target.tree, await listTree(repository, target.tree), settings);
      const state = await readState(dir).catch(() => null);
      const outcomes = await readOutcomes(dir);
      const previous = new Set(Object.values(state?.files ?? {}).map(blobKeyOf));
      const known = await rows.blobKeys();
      const plan = planBuild({ files: whole.files, known, outcomes, previous, full: false });
      const lacking = new Set(plan.compute.map(blobKeyOf));
      const late = whole.files.filter((file) => lacking.has(blobKeyOf(file)));
      const view = {
        ...whole,
        files: whole.files.filter((file) => !lacking.has(blobKeyOf(file))),
        missing: [...whole.missing, ...late].sort(compareByPath),
      };
      const computed: Computed = { ...NOTHING, chunkIds: seed.chunkIds };
      const chunkIds = await chunkIdsOf(rows, view, computed, state);
      const base = await currentView(dir);
      const { record, redacted } = await countRecord({
        ...{ repository, store: rows, dimensions: embedder.dimensions, view, target, chunkIds, computed },
        base: base === null ? null : await readView(dir, base),
        counted: seed.statistics,
      });
      const next = stateOf({ embedder, settings, view, record, redacted, chunkIds, outcomes, computed, started });
      lock.ensureOwned();
      const id = viewIdOf(target.tree, settings);
      await writeView(dir, id, record);
      await writeCurrentView(dir, id);
      await writeState(dir, next);
      return { ...reportOf(next, plan, computed, outcomes, view, started), late: late.length };
    }),
  );
}

const NOTHING: Omit<Computed, 'chunkIds'> = { embedded: 0, outcomes: new Map(), failed: new Map(), done: 0 };
