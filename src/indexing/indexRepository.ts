/**
 * `cora index`, and every other command that ends with one: a request in, a report out. It never
 * prints and never exits.
 */

import { existsSync } from 'node:fs';
import type { IndexReport, Watch } from '../base/types.ts';
import { shutOthersOut } from '../disk/makePrivate.ts';
import { addHistory } from '../history/historySession.ts';
import type { IndexingRequest, Surroundings } from '../settings/requests.ts';
import { stateFile } from '../store/state.ts';
import { embedderFor, openWorkspaceFor, storeDirOf, storesOfOtherVersions } from '../view/workspace.ts';
import { type BuildRequest, buildIndex } from './buildIndex.ts';
import { readShard } from './takeShard.ts';

/** Indexes a commit, and its history, edits and commentary where these are wanted. */
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
  const dir = storeDirOf(workspace, embedder);
  if (workspace.location.isOwn && !dryRun) shutOthersOut(workspace.location.root);
  const { log } = surroundings;
  const { signal } = watch;
  const isOfHead = shard === null && rev === null && seed === undefined;
  const lookForEdits = () => import('./indexEdits.ts').then(({ hasManyEdits }) => hasManyEdits({ workspace, signal }));
  // Git takes as long as a run of few files, which most runs after the first are.
  const isThere = existsSync(stateFile(dir));
  const early = isOfHead && isThere && !full && !dryRun ? lookForEdits() : undefined;
  // It is awaited below, or nobody asks.
  early?.catch(() => undefined);
  const readRest = (built: Pick<IndexReport, 'commit' | 'computed'>, edits: Promise<boolean> | undefined) =>
    Promise.all([
      // Commit messages are not shared out: whoever puts the shards together reads them once.
      shard === null ? addHistory(workspace, request, log, built, signal) : undefined,
      isOfHead && (edits ?? lookForEdits()),
    ]);
  let rest: ReturnType<typeof readRest> | undefined;
  const report = await buildIndex({
    ...{ workspace, embedder, jobs: request.jobs, rev, full, dryRun, shard, log, ...watch, seed },
    // The rest waits for git meanwhile.
    onFewKept: (built) => {
      rest = readRest(built, early);
      // It is awaited below.
      rest.catch(() => undefined);
    },
  }).finally(() => rest?.catch(() => undefined));
  if (!dryRun) rest ??= readRest(report, undefined);
  const [history, hasMany] = (await rest) ?? [];
  const edits =
    hasMany && (await (await import('./indexEdits.ts')).indexManyEdits({ workspace, embedder, log, signal }));
  const commentary = await commentator?.({ workspace, embedder, dryRun, surroundings, watch });
  const { root } = workspace.location;
  const otherVersions = await storesOfOtherVersions(root, embedder);
  return {
    ...report,
    history,
    ...(edits ? { edits } : {}),
    ...(commentary === undefined ? {} : { commentary }),
    ...(otherVersions.length === 0 ? {} : { otherVersions }),
  };
}
