/**
 * `cora index`, and every other command that ends with one: a request in, a report out. It never
 * prints and never exits.
 */

import { availableParallelism } from 'node:os';
import type { IndexReport, Watch } from '../base/types.ts';
import { shutOthersOut } from '../disk/makePrivate.ts';
import { addHistory } from '../history/historySession.ts';
import type { IndexingRequest, Surroundings } from '../settings/requests.ts';
import { embedderFor, openWorkspaceFor, storeDirOf, storesOfOtherVersions } from '../view/workspace.ts';
import { type BuildRequest, buildIndex } from './buildIndex.ts';
import { readShard } from './takeShard.ts';

/** Indexes a commit: see buildIndex. */
export async function indexRepository(
  request: IndexingRequest,
  surroundings: Surroundings,
  watch: Watch,
  seed?: BuildRequest['seed'],
): Promise<IndexReport> {
  const { rev, full, dryRun, commentary: settings } = request;
  const shard = request.shard === null ? null : readShard(request.shard);
  // A model that somebody mistyped is refused before anything is done.
  const commentator = settings === null ? null : (await import('./commentary.ts')).createCommentator(settings);
  const workspace = await openWorkspaceFor(request, surroundings);
  const embedder = await embedderFor(request, surroundings);
  // Refuses a folder that cannot hold an index, before anything is written.
  storeDirOf(workspace, embedder);
  if (workspace.location.isOwn && !dryRun) shutOthersOut(workspace.location.root);
  const { createChunkPool, MOST_THREADS } = await import('../chunk/pool.ts');
  const jobs = Math.min(request.jobs ?? availableParallelism(), MOST_THREADS);
  const pool = createChunkPool({ jobs, log: surroundings.log });
  try {
    const report = await buildIndex({
      workspace,
      embedder,
      pool,
      parallel: Math.max(1, 2 * jobs),
      rev,
      full,
      dryRun,
      shard,
      log: surroundings.log,
      ...watch,
      seed,
    });
    // Commit messages are not shared out: whoever puts the shards together reads them once.
    const history =
      report.dryRun || shard !== null
        ? undefined
        : await addHistory(workspace, request, surroundings.log, report, watch.signal);
    const isOfHead = !report.dryRun && shard === null && rev === null && seed === undefined;
    const edits = isOfHead
      ? await (await import('./indexEdits.ts')).indexManyEdits({
          workspace,
          embedder,
          log: surroundings.log,
          signal: watch.signal,
        })
      : undefined;
    const commentary = await commentator?.({ workspace, embedder, dryRun, surroundings, watch });
    const otherVersions = await storesOfOtherVersions(workspace.location.root, embedder);
    return {
      ...report,
      history,
      ...(edits === undefined ? {} : { edits }),
      ...(commentary === undefined ? {} : { commentary }),
      ...(otherVersions.length === 0 ? {} : { otherVersions }),
    };
  } finally {
    await pool.close();
  }
}
