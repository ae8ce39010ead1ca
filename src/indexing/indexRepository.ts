/** `cora index`, and every other command that ends with one: settings in, report out. Never prints, never exits. */

import { availableParallelism } from 'node:os';
import type { IndexReport, Watch } from '../base/types.ts';
import { shutOthersOut } from '../disk/makePrivate.ts';
import { addHistory } from '../history/historySession.ts';
import type { Options } from '../settings/options.ts';
import { storesOfOtherVersions } from '../view/noIndex.ts';
import { embedderFor, openWorkspaceFor, type Surroundings } from '../view/surroundings.ts';
import { storeDirOf } from '../view/workspace.ts';
import { type BuildRequest, buildIndex } from './buildIndex.ts';
import { readShard } from './takeShard.ts';

/** Indexes a commit: see buildIndex. */
export async function indexRepository(
  options: Options,
  surroundings: Surroundings,
  watch: Watch,
  seed?: BuildRequest['seed'],
): Promise<IndexReport> {
  const shard = options.shard === undefined ? null : readShard(options.shard);
  const commentator =
    options.commentary === undefined || options.commentary === 'none' ? null : await import('./commentary.ts');
  // Before anything is done for somebody who mistyped it.
  commentator?.modelSpecOf(options);
  const workspace = await openWorkspaceFor(options, surroundings);
  const embedder = await embedderFor(options, surroundings);
  // Refuses a folder that cannot hold an index, before anything is written.
  storeDirOf(workspace, embedder);
  if (workspace.location.isOwn && options['dry-run'] !== true) shutOthersOut(workspace.location.root);
  const { createChunkPool, MOST_THREADS } = await import('../chunk/pool.ts');
  const jobs = Math.min(options.jobs ?? availableParallelism(), MOST_THREADS);
  const pool = createChunkPool({ jobs, log: surroundings.log });
  try {
    const report = await buildIndex({
      workspace,
      embedder,
      pool,
      parallel: Math.max(1, 2 * jobs),
      rev: options.rev ?? null,
      full: options.full === true,
      dryRun: options['dry-run'] === true,
      shard,
      log: surroundings.log,
      ...watch,
      seed,
    });
    // Commit messages are not shared out: whoever puts the shards together reads them once.
    const history =
      report.dryRun || shard !== null
        ? undefined
        : await addHistory(workspace, options, surroundings.log, report, watch.signal);
    const isOfHead = !report.dryRun && shard === null && options.rev === undefined && seed === undefined;
    const edits = isOfHead
      ? await (await import('./indexEdits.ts')).indexManyEdits({
          workspace,
          embedder,
          log: surroundings.log,
          signal: watch.signal,
        })
      : undefined;
    const commentary = await commentator?.addCommentary({ workspace, embedder, options, surroundings, watch });
    const otherVersions = await storesOfOtherVersions(workspace.location.root, embedder);
    return {
      ...report,
      history,
      ...(edits === undefined ? {} : { edits }),
      ...(commentary == null ? {} : { commentary }),
      ...(otherVersions.length === 0 ? {} : { otherVersions }),
    };
  } finally {
    await pool.close();
  }
}
