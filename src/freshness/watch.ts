/**
 * `cora watch`: file events → refresh. Events only say that something changed; what did is read
 * from Git and from the files, each time anew, so that no event can be lost or come in the wrong
 * order. An optimisation: every query looks for itself.
 */

import { EventEmitter, once } from 'node:events';
import { join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watch } from 'chokidar';
import { CoraError, isCoraError } from '../base/errors.ts';
import type { Embedder, IndexReport, Progress } from '../base/types.ts';
import { createLazyParsers } from '../chunk/lazyParsers.ts';
import { type Repository, refuseLostHead } from '../git/repository.ts';
import { listIgnoredFolders } from '../git/tracking.ts';
import { type IndexedEdits, indexEdits } from '../indexing/indexEdits.ts';
import { indexRepository } from '../indexing/indexRepository.ts';
import type { IndexingRequest, Surroundings } from '../settings/requests.ts';
import { viewStamp } from '../store/views.ts';
import { embedderFor, openWorkspaceFor, storeDirOf, viewIdOf, type Workspace } from '../view/workspace.ts';
import { type Operation, operationUnderWay } from './runHook.ts';

/** The result of one look at the repository. */
export interface Refresh {
  /** The commit that is checked out; null before the first one. */
  commit: string | null;
  /** Null where its index was there. */
  index: IndexReport | null;
  /** The uncommitted files that were indexed. */
  edits: IndexedEdits;
  /** The operation of Git whose end is waited for; null for none. */
  waitsFor: Operation | null;
  tookMs: number;
}

export interface WatchRequest {
  settings: IndexingRequest;
  surroundings: Surroundings;
  signal: AbortSignal;
  onReady?(): void;
  onProgress(progress: Progress): void;
  onRefresh(refresh: Refresh): void;
  /** Reports what went wrong this time; the watching goes on. */
  onError(error: unknown): void;
  pace?: Pace;
}

const PACE: Pace = { quiet: 200, longest: 2_000 };
/**
 * Milliseconds after which a failed refresh is tried again, such as one for which another writer
 * held the lock.
 */
const RETRY_MS = 5_000;

/**
 * Watches a repository until the signal.
 * @throws CoraError NOT_A_REPOSITORY (also when the repository goes away), USAGE (a bare one),
 * EMBEDDER, …
 */
export async function watchRepository(request: WatchRequest): Promise<void> {
  const { settings, surroundings, signal } = request;
  const [{ repository }, embedder] = await Promise.all([
    openWorkspaceFor(settings, surroundings),
    embedderFor(settings, surroundings),
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
  const { settings, surroundings, signal } = request;
  try {
    const workspace = await openWorkspaceFor(settings, surroundings);
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
  { settings, surroundings, signal, onProgress }: WatchRequest,
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
  const isThere = viewStamp(storeDirOf(workspace, embedder), viewIdOf(head.tree, workspace.settings)) !== '';
  const index = isThere ? null : await indexRepository(settings, surroundings, { onProgress, signal });
  return report(index, await indexEdits({ workspace, embedder, chunk, log: surroundings.log, signal }));
}

/** Milliseconds. */
interface Pace {
  /** A storm is over when nothing came for that long. */
  quiet: number;
  /** But no later than that after its first event. */
  longest: number;
}

/** Who waits is woken when it has been quiet for a moment, or has rung for too long. */
export class Bell {
  readonly #pace: Pace;
  /** When it first rang since it was last answered, and when last; by performance.now(). */
  #first: number | null = null;
  #last = 0;
  readonly #rings = new EventEmitter();

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Also while an earlier storm is answered: the next one begins with it. */
  ring(): void {
    this.#last = performance.now();
    this.#first ??= this.#last;
    this.#rings.emit('ring');
  }

  /** @returns false where the signal ended the waiting */
  async next(signal: AbortSignal): Promise<boolean> {
    // An abort ends the waiting, and then the loop.
    if (this.#first === null) await once(this.#rings, 'ring', { signal }).catch(() => undefined);
    while (!signal.aborted && this.#first !== null) {
      const now = performance.now();
      const left = Math.min(this.#last + this.#pace.quiet, this.#first + this.#pace.longest) - now;
      if (left <= 0) break;
      await sleep(left, undefined, { signal }).catch(() => undefined);
    }
    this.#first = null;
    return !signal.aborted;
  }
}

export interface FolderWatcher {
  /** Folders that Git has come to ignore since: they are left alone from now on. */
  leave(folders: readonly string[]): void;
  close(): Promise<void>;
}

interface WatchedTree {
  repository: Repository & { worktree: string };
  /** Paths from the top level that need no looking into. */
  ignored: readonly string[];
  onChange(): void;
  /** Reports what the system refused: some changes are seen later, by the next one. */
  onError(error: CoraError): void;
}

/** Folders that are never watched, even where Git does not ignore them (yet). */
const NEVER_WATCHED = new Set(['.git', 'node_modules']);

/**
 * Folders are watched and not files: a tree of 100,000 files costs as much as its folders.
 * @returns when every folder is watched: whoever looks at the files after that misses nothing
 */
export async function watchFolders({ repository, ignored, onChange, onError }: WatchedTree): Promise<FolderWatcher> {
  const { worktree, gitDir, commonDir } = repository;
  const left = new Set(ignored);
  const isLeft = (path: string): boolean => {
    const names = relative(worktree, path).split(sep);
    return names.some((name, at) => NEVER_WATCHED.has(name) || left.has(names.slice(0, at + 1).join('/')));
  };
  const common = { ignoreInitial: true, followSymlinks: false, atomic: false, ignorePermissionErrors: true } as const;
  const files = watch(worktree, {
    ...common,
    ignored: (path, stats) => stats?.isDirectory() === false || (path !== worktree && isLeft(path)),
  });
  // HEAD, the index and the marks of a rebase; then branches, and what moves them without any of
  // those.
  const heads = join(commonDir, 'refs', 'heads');
  const gitFolders = [gitDir, join(gitDir, 'logs'), heads];
  const moves = watch(gitFolders, {
    ...common,
    // Neither the objects nor Cora's own folder.
    ignored: (path, stats) =>
      stats?.isDirectory() === false || !(gitFolders.includes(path) || path.startsWith(heads + sep)),
  });
  const watchers = [files, moves];
  const ready = watchers.map(
    (watcher) =>
      new Promise<void>((resolve) => {
        watcher.on('ready', resolve);
        // Files are ignored, so that what happens to them comes as a folder's own event only.
        watcher.on('raw', onChange);
        watcher.on('all', onChange);
        watcher.on('error', (error) => onError(watchRefused(error)));
      }),
  );
  await Promise.all(ready);
  return {
    leave: (folders) => {
      const fresh = folders.filter((folder) => !left.has(folder));
      for (const folder of fresh) left.add(folder);
      if (fresh.length > 0) files.unwatch(fresh.map((folder) => join(worktree, folder)));
    },
    close: async () => {
      await Promise.all(watchers.map((watcher) => watcher.close()));
    },
  };
}

function watchRefused(error: unknown): CoraError {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const message =
    code === 'ENOSPC' || code === 'EMFILE'
      ? 'The system lets this user watch no more folders; some changes will be seen late.'
      : `A folder cannot be watched: ${(error as Error).message}`;
  const hint =
    code === 'ENOSPC'
      ? 'sudo sysctl fs.inotify.max_user_watches=524288   or do without: every query looks for itself'
      : 'CHOKIDAR_USEPOLLING=1 cora watch   looks again and again instead; every query looks for itself anyway';
  return new CoraError('PLATFORM', message, { hint, cause: error });
}
