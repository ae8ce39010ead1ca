/**
 * `cora watch`: file events → refresh. Events only say that something changed; what did is read from Git and from the files, each
 * time anew, so that no event can be lost or come in the wrong order. An optimisation: every query looks for itself.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { CoraError, isCoraError } from '../base/errors.ts';
import type { Embedder, IndexReport, Progress } from '../base/types.ts';
import { createLazyParsers } from '../chunk/lazyParsers.ts';
import { listIgnoredFolders } from '../git/listIgnoredFolders.ts';
import { refuseLostHead } from '../git/lostObject.ts';
import type { Repository } from '../git/repository.ts';
import { type IndexedEdits, indexEdits } from '../indexing/indexEdits.ts';
import { indexRepository } from '../indexing/indexRepository.ts';
import type { Options } from '../settings/options.ts';
import { viewStamp } from '../store/views.ts';
import { embedderFor, openWorkspaceFor, type Surroundings } from '../view/surroundings.ts';
import { storeDirOf, viewIdOf, type Workspace } from '../view/workspace.ts';
import { Bell, type Pace } from './bell.ts';
import { type Operation, operationUnderWay } from './runHook/operationUnderWay.ts';
import { type FolderWatcher, watchFolders } from './watchFolders.ts';

/** What one look at the repository led to. */
export interface Refresh {
  /** The commit that is checked out; null before the first one. */
  commit: string | null;
  /** Null where its index was there. */
  index: IndexReport | null;
  /** Of files that are not committed. */
  edits: IndexedEdits;
  /** Nothing is done until its end. */
  waitsFor: Operation | null;
  tookMs: number;
}

export interface WatchRequest {
  options: Options;
  surroundings: Surroundings;
  signal: AbortSignal;
  onReady?(): void;
  onProgress(progress: Progress): void;
  onRefresh(refresh: Refresh): void;
  /** What went wrong this time; the watching goes on. */
  onError(error: unknown): void;
  pace?: Pace;
}

const PACE: Pace = { quiet: 200, longest: 2_000 };
/** After a refresh that failed, as for a lock that another writer held. */
const RETRY_MS = 5_000;

/**
 * Ends with the signal.
 * @throws CoraError NOT_A_REPOSITORY (also when the repository goes away), USAGE (a bare one), EMBEDDER, …
 */
export async function watchRepository(request: WatchRequest): Promise<void> {
  const { options, surroundings, signal } = request;
  const [{ repository }, embedder] = await Promise.all([
    openWorkspaceFor(options, surroundings),
    embedderFor(options, surroundings),
  ]);
  const bell = new Bell(request.pace ?? PACE);
  const folders = await watchFolders({
    repository: withFiles(repository),
    ignored: await listIgnoredFolders(repository),
    onChange: () => bell.ring(),
    onError: request.onError,
  });
  const parsers = createLazyParsers();
  try {
    request.onReady?.();
    bell.ring();
    while (await bell.next(signal)) {
      const isDone = await refreshOnce(request, embedder, parsers.chunk, folders);
      if (!isDone) void sleep(RETRY_MS, undefined, { ref: false }).then(() => bell.ring());
    }
  } finally {
    parsers.close();
    await folders.close();
  }
}

function withFiles(repository: Repository): Repository & { worktree: string } {
  const { worktree } = repository;
  if (worktree !== null) return { ...repository, worktree };
  throw new CoraError('USAGE', `${repository.gitDir} is a bare repository: there are no files to watch.`, {
    hint: 'cora index   indexes what was pushed: run it in the post-receive hook',
  });
}

type Chunk = Parameters<typeof indexEdits>[0]['chunk'];

/** @returns false where it is to be tried again */
async function refreshOnce(
  request: WatchRequest,
  embedder: Embedder,
  chunk: Chunk,
  folders: FolderWatcher,
): Promise<boolean> {
  const { options, surroundings, signal } = request;
  try {
    const workspace = await openWorkspaceFor(options, surroundings);
    request.onRefresh(await refresh(request, workspace, embedder, chunk));
    folders.leave(await listIgnoredFolders(workspace.repository));
    return true;
  } catch (error) {
    if (isCoraError(error) && error.code === 'NOT_A_REPOSITORY') throw error;
    if (signal.aborted) return true;
    request.onError(error);
    return false;
  }
}

async function refresh(
  { options, surroundings, signal, onProgress }: WatchRequest,
  workspace: Workspace,
  embedder: Embedder,
  chunk: Chunk,
): Promise<Refresh> {
  const started = Date.now();
  refuseLostHead(workspace.repository);
  const { head, gitDir } = workspace.repository;
  const waitsFor = operationUnderWay(gitDir);
  const report = (index: IndexReport | null, edits: IndexedEdits): Refresh => {
    return { commit: head?.commit ?? null, index, edits, waitsFor, tookMs: Date.now() - started };
  };
  const none: IndexedEdits = { blobs: 0, chunks: 0 };
  // The last event of a rebase is the removal of its marks.
  if (head === null || waitsFor !== null) return report(null, none);
  const isThere = (await viewStamp(storeDirOf(workspace, embedder), viewIdOf(head.tree, workspace.settings))) !== '';
  const index = isThere ? null : await indexRepository(options, surroundings, { onProgress, signal });
  return report(index, await indexEdits({ workspace, embedder, chunk, log: surroundings.log, signal }));
}
