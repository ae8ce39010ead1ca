/**
 * A session for processes that stay, such as a server: each question is answered for the caller's files as they are when it is
 * asked (commits, edits, checkouts, builds of others), and what did not change since the last one is not read again. Like every
 * query it never locks and never writes.
 */

import { memoized } from '../base/concurrency.ts';
import { throwIfAborted } from '../base/errors.ts';
import type { Embedder } from '../base/types.ts';
import { createLazyParsers } from '../chunk/lazyParsers.ts';
import { sharedGitLauncher } from '../git/gitLauncher.ts';
import { type BlobReader, openBlobReader } from '../git/openBlobReader.ts';
import type { LaunchGit } from '../git/repository.ts';
import { headStamp } from '../git/stamps.ts';
import { gitContextAsker } from '../history/historySession.ts';
import { createProseSource, type ProseSource } from '../search/proseSource.ts';
import type { PathVectors } from '../search/retrieve.ts';
import { search } from '../search/search.ts';
import type { Options } from '../settings/options.ts';
import { openStore } from '../store/openStore.ts';
import { indexStamp, tableStamp } from '../store/openTable.ts';
import type { ChunkStore } from '../store/storePort.ts';
import { type CallerView, callerView } from '../view/callerView.ts';
import type { RowCache } from '../view/searchedView.ts';
import { embedderFor, openWorkspaceFor, type Surroundings, workspaceRequest } from '../view/surroundings.ts';
import { ViewMemory } from '../view/viewMemory.ts';
import { storeDirOf, type Workspace, workspaceOf } from '../view/workspace.ts';
import { modelsFor, mustBeBuilt, type Searcher } from './session.ts';

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
      const history = gitContextAsker(workspace, options, surroundings.log);
      const context = { caller: { workspace, blobs }, store, prose, history, embedder, reranker, rows, paths };
      return {
        worktree: workspace.repository.worktree,
        search: (request, stop) => {
          began();
          return search(context, view, request, stop);
        },
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

// The workspace of a session that stays, as it is at each question.

/** Asks git where HEAD is only when the files that say so have changed. */
class WorkspaceNow {
  readonly #options: Options;
  readonly #surroundings: Surroundings;
  readonly #launch: LaunchGit;
  #last: { workspace: Workspace; stamp: string | null } | null = null;

  constructor(options: Options, surroundings: Surroundings, launch: LaunchGit) {
    this.#options = options;
    this.#surroundings = surroundings;
    this.#launch = launch;
  }

  async now(): Promise<Workspace> {
    const last = this.#last;
    // Taken before git is asked: of a HEAD that moves meanwhile the next stamp is another one.
    const stamp = last === null ? null : headStamp(last.workspace.repository);
    if (last !== null && stamp !== null && stamp === last.stamp) {
      return workspaceOf(workspaceRequest(this.#options, this.#surroundings), last.workspace.repository);
    }
    const found = await openWorkspaceFor(this.#options, this.#surroundings);
    const workspace = { ...found, repository: { ...found.repository, launch: this.#launch } };
    const isSame = last !== null && workspace.repository.gitDir === last.workspace.repository.gitDir;
    this.#last = { workspace, stamp: isSame ? stamp : null };
    return workspace;
  }
}

// What the questions of a session that stays share as long as the table is the same.

interface SharedParts extends Pick<Workspace, 'repository'> {
  key: string;
  indexes: string;
  store: Promise<ChunkStore>;
  prose: ProseSource;
  /** Of the same key, with other indexes: what is known of its views is taken over. */
  before: SharedStore | null;
}

/** One table and the git process beside it, with what is remembered of both. Closed when the last answer from it was given. */
class SharedStore {
  readonly key: string;
  /** See indexStamp. */
  readonly indexes: string;
  readonly store: Promise<ChunkStore>;
  readonly prose: ProseSource;
  readonly blobs: BlobReader;
  readonly memory: ViewMemory<CallerView>;
  readonly lookUps: LookUps;
  #view: CallerView | null = null;
  #rows: RowCache = new Map();
  readonly #paths: PathVectors = new Map();
  #users = 0;
  #isRetired = false;

  constructor({ key, indexes, repository, store, prose, before }: SharedParts) {
    this.key = key;
    this.indexes = indexes;
    this.store = store;
    this.prose = prose;
    const known = before?.key === key ? before : null;
    this.memory = known?.memory ?? new ViewMemory<CallerView>();
    this.lookUps = new LookUps(known?.lookUps);
    this.blobs = openBlobReader(repository);
    this.blobs.start();
  }

  /** Which blobs have rows is remembered for one view. */
  cachesOf(view: CallerView): { rows: RowCache; paths: PathVectors } {
    if (this.#view !== view) this.#rows = new Map();
    this.#view = view;
    return { rows: this.#rows, paths: this.#paths };
  }

  /** @returns to be called once when its user needs it no more */
  use(): () => void {
    this.#users += 1;
    let isUsed = true;
    return () => {
      if (!isUsed) return;
      isUsed = false;
      this.#users -= 1;
      if (this.#isRetired) this.#close();
    };
  }

  retire(): void {
    this.#isRetired = true;
    this.#close();
  }

  #close(): void {
    if (this.#users > 0) return;
    this.blobs.close();
    this.store.then((store) => store.close()).catch(() => undefined);
  }
}

/** A process that is asked again will be asked more: from then on the table is kept in memory. */
class LookUps {
  #count: number;

  /** After the same table with other indexes, the next look-up is the second. */
  constructor(before: LookUps | undefined) {
    this.#count = before === undefined ? 0 : Math.min(before.#count, 1);
  }

  /** @returns whether it is so now */
  began(store: Promise<ChunkStore>): boolean {
    this.#count += 1;
    if (this.#count === 2) store.then((opened) => opened.keepInMemory()).catch(() => undefined);
    return this.#count >= 2;
  }
}
