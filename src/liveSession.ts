/**
 * A session for processes that stay, such as a server: each question is answered for the caller's files as they are when it is
 * asked (commits, edits, checkouts, builds of others), and what did not change since the last one is not read again. Like every
 * query it never locks and never writes.
 */

import { createLazyParsers } from './chunk/lazyParsers.ts';
import { CoraError } from './errors.ts';
import { sharedGitLauncher } from './git/gitLauncher.ts';
import { headStamp } from './git/headStamp.ts';
import type { LaunchGit } from './git/launcherMessages.ts';
import { type BlobReader, openBlobReader } from './git/openBlobReader.ts';
import { gitContextAsker } from './historySession.ts';
import type { Options } from './options.ts';
import type { RowCache } from './query/retrieve.ts';
import type { PathVectors } from './search/addPaths.ts';
import { createProseSource, type ProseSource } from './search/proseSource.ts';
import { ViewMemory } from './search/viewMemory.ts';
import { type CallerView, callerView, search } from './search.ts';
import {
  embedderFor,
  type Models,
  modelsFor,
  mustBeBuilt,
  openWorkspaceFor,
  type Searcher,
  type Surroundings,
  workspaceRequest,
} from './session.ts';
import { openStore } from './store/openStore.ts';
import { tableStamp } from './store/openTable.ts';
import type { ChunkStore } from './storePort.ts';
import { storeDirOf, type Workspace, workspaceOf } from './workspace.ts';

export interface LiveSession {
  /**
   * What answers for the caller's files as they are now. To be closed after its answer.
   * @throws CoraError NO_INDEX, NOT_A_REPOSITORY, ABORTED, …
   */
  now(signal?: AbortSignal): Promise<Searcher>;
  close(): void;
}

/** Opens nothing yet: the first question does. */
export function openLiveSession(options: Options, surroundings: Surroundings): LiveSession {
  let models: Promise<Models> | null = null;
  let opened: OpenStore | null = null;
  const parsers = createLazyParsers();
  const launcher = sharedGitLauncher();
  const workspaces = new WorkspaceNow(options, surroundings, launcher.run);

  const modelsOnce = (): Promise<Models> => {
    models ??= modelsFor(options, surroundings, () => embedderFor(options, surroundings)).catch((error: unknown) => {
      // A model that could not be read may be there the next time.
      models = null;
      throw error;
    });
    return models;
  };

  return {
    async now(signal) {
      // Git is started first: it runs while the model is read.
      const [workspace, { embedder, reranker }] = await Promise.all([workspaces.now(), modelsOnce()]);
      if (signal?.aborted === true) throw new CoraError('ABORTED', 'Interrupted.', { cause: signal.reason });
      const dir = storeDirOf(workspace, embedder);
      await mustBeBuilt(dir, workspace, embedder);
      const key = [dir, await tableStamp(dir), workspace.repository.gitDir, workspace.repository.worktree].join('\0');
      if (opened?.key !== key) {
        opened?.retire();
        const opening = new OpenStore(
          key,
          workspace,
          openStore(dir, embedder.dimensions, 'read'),
          createProseSource(dir, embedder.dimensions),
        );
        opened = opening;
        opening.store.catch(() => {
          // What could not be opened is opened anew for the next question.
          if (opened === opening) opened = null;
        });
      }
      const { store, prose, blobs, memory, lookUps } = opened;
      const began = (): void => {
        if (lookUps.began(store)) launcher.begin();
      };
      const release = opened.use();
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
        const { rows, paths } = opened.cachesOf(view);
        const context = { caller: { workspace, blobs }, store, prose, embedder, reranker, rows, paths };
        return {
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
    },
    close: () => {
      opened?.retire();
      parsers.close();
      launcher.close();
    },
  };
}

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

/** One table and the git process beside it, with what is remembered of both. Closed when the last answer from it was given. */
class OpenStore {
  readonly key: string;
  readonly store: Promise<ChunkStore>;
  readonly prose: ProseSource;
  readonly blobs: BlobReader;
  readonly memory = new ViewMemory<CallerView>();
  readonly lookUps = new LookUps();
  #view: CallerView | null = null;
  #rows: RowCache = new Map();
  readonly #paths: PathVectors = new Map();
  #users = 0;
  #isRetired = false;

  constructor(key: string, { repository }: Workspace, store: Promise<ChunkStore>, prose: ProseSource) {
    this.key = key;
    this.store = store;
    this.prose = prose;
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
  #count = 0;

  /** @returns whether it is so now */
  began(store: Promise<ChunkStore>): boolean {
    this.#count += 1;
    if (this.#count === 2) store.then((opened) => opened.keepInMemory()).catch(() => undefined);
    return this.#count >= 2;
  }
}
