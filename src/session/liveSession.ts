/**
 * A session for processes that stay, such as a server: each question is answered for the caller's files as they are when it is
 * asked (commits, edits, checkouts, builds of others), and what did not change since the last one is not read again. Like every
 * query it never locks and never writes.
 */

import { throwIfAborted } from '../base/errors.ts';
import { memoized } from '../base/parallel.ts';
import type { Embedder } from '../base/types.ts';
import { createLazyParsers } from '../chunk/lazyParsers.ts';
import { sharedGitLauncher } from '../git/gitLauncher.ts';
import { gitContextAsker } from '../history/historySession.ts';
import { createProseSource } from '../search/proseSource.ts';
import { callerView, search } from '../search/search.ts';
import type { Options } from '../settings/options.ts';
import { openStore } from '../store/openStore.ts';
import { indexStamp, tableStamp } from '../store/openTable.ts';
import { embedderFor, type Surroundings } from '../view/surroundings.ts';
import { storeDirOf, type Workspace } from '../view/workspace.ts';
import { modelsFor, mustBeBuilt, type Searcher } from './session.ts';
import { SharedStore } from './sharedStore.ts';
import { WorkspaceNow } from './workspaceNow.ts';

export interface LiveSession {
  /**
   * What answers for the caller's files as they are now. To be closed after its answer.
   * @throws CoraError NO_INDEX, NOT_A_REPOSITORY, ABORTED, …
   */
  now(signal?: AbortSignal): Promise<Searcher>;
  /** Questions that were asked before are still answered: the last of them ends what is open. */
  close(): void;
}

/** Opens nothing yet: the first question does. */
export function openLiveSession(options: Options, surroundings: Surroundings): LiveSession {
  let opened: SharedStore | null = null;
  let users = 0;
  let isClosed = false;
  const parsers = createLazyParsers();
  const launcher = sharedGitLauncher();
  const workspaces = new WorkspaceNow(options, surroundings, launcher.run);

  const models = memoized(() => modelsFor(options, surroundings, () => embedderFor(options, surroundings)));

  /** @returns that of the table as it is, already in use */
  async function takeStore(dir: string, { repository }: Workspace, { dimensions }: Embedder) {
    const key = [dir, await tableStamp(dir), repository.gitDir, repository.worktree].join('\0');
    const indexes = await indexStamp(dir);
    if (opened?.key !== key || opened.indexes !== indexes) {
      opened?.retire();
      const opening = new SharedStore({
        ...{ key, indexes, repository, before: opened },
        store: openStore(dir, dimensions, 'read'),
        prose: createProseSource(dir, dimensions),
      });
      opened = opening;
      opening.store.catch(() => {
        // What could not be opened is opened anew for the next question.
        opening.retire();
        if (opened === opening) opened = null;
      });
    }
    return { shared: opened, release: opened.use() };
  }

  async function searcherNow(signal: AbortSignal | undefined): Promise<Searcher> {
    // Git is started first: it runs while the model is read.
    const [workspace, { embedder, reranker }] = await Promise.all([workspaces.now(), models()]);
    throwIfAborted(signal);
    const dir = storeDirOf(workspace, embedder);
    await mustBeBuilt(dir, workspace, embedder);
    const { shared, release } = await takeStore(dir, workspace, embedder);
    const { store, prose, blobs, memory, lookUps } = shared;
    const began = (): void => {
      if (lookUps.began(store)) launcher.begin();
    };
    try {
      const view = await callerView({
        workspace,
        dir,
        store,
        embedder,
        chunk: parsers.chunk,
        committed: options.committed === true,
        memory,
        signal,
      });
      const { rows, paths } = shared.cachesOf(view);
      const context = { caller: { workspace, blobs }, store, prose, embedder, reranker, rows, paths };
      return {
        worktree: workspace.repository.worktree,
        search: (request, stop) => {
          began();
          return search(context, view, request, stop);
        },
        gitContext: gitContextAsker(workspace, options, surroundings.log),
        symbols: async () => {
          began();
          return { store: await store, view };
        },
        parts: async () => {
          began();
          return { context, view };
        },
        close: release,
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** @returns to be called by the user when it needs the session no more; again for nothing */
  function use(): () => void {
    users += 1;
    let isUsed = true;
    return () => {
      if (!isUsed) return;
      isUsed = false;
      users -= 1;
      closeUnused();
    };
  }

  function closeUnused(): void {
    if (!isClosed || users > 0) return;
    opened?.retire();
    opened = null;
    parsers.close();
    launcher.close();
  }

  return {
    async now(signal) {
      const leave = use();
      try {
        const searcher = await searcherNow(signal);
        const close = (): void => {
          searcher.close();
          leave();
        };
        return { ...searcher, close };
      } catch (error) {
        leave();
        throw error;
      }
    },
    close: () => {
      isClosed = true;
      closeUnused();
    },
  };
}
