/**
 * A session answers questions about one index, each for the caller's files at the time of the
 * question, with all commits, edits, checkouts and builds. A command asks once. A server keeps the
 * session, so what has not changed is not read again. It never locks and never writes.
 */

import { stat } from 'node:fs/promises';
import { memoized, Users } from '../base/concurrency.ts';
import { CoraError, HasChanged, throwIfAborted } from '../base/errors.ts';
import type { SearchResult } from '../base/searchTypes.ts';
import type { Embedder } from '../base/types.ts';
import { createLazyParsers } from '../chunk/lazyParsers.ts';
import { createEmbedder } from '../embed/createEmbedder.ts';
import { isBuiltIn, parseEmbedderSpec } from '../embed/parseEmbedderSpec.ts';
import type { FarVectors } from '../engine/rowReader.ts';
import type { SegmentRows } from '../engine/segmentRows.ts';
import { sharedGitLauncher } from '../git/gitLauncher.ts';
import type { SymbolContext } from '../graph/readFiles.ts';
import { gitContextAsker, packedContextAsker } from '../history/historySession.ts';
import { callerFiles } from '../search/callerFiles.ts';
import type { Models, SearchContext } from '../search/members.ts';
import type { PathVectors } from '../search/retrieve.ts';
import { search } from '../search/search.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import type { SessionSettings, Surroundings } from '../settings/requests.ts';
import { createProseSource } from '../store/sideTables.ts';
import { currentView } from '../store/views.ts';
import { type CallerView, callerView, type GitLook } from '../view/callerView.ts';
import type { RowCache } from '../view/searchedView.ts';
import { embedderFor, noIndex, openWorkspaceFor, storeDirOf, type Workspace } from '../view/workspace.ts';
import { createWorkspaceNow, SharedStore, storeStamps } from './sharedStore.ts';

export interface Session {
  /**
   * Returns a searcher for the caller's files in their present state. The caller closes it after
   * the answer.
   * @param look an answer of Git from another session of the same repository; Git is not asked
   * again
   * @throws CoraError NO_INDEX, NOT_A_REPOSITORY, INCOMPATIBLE_INDEX, ABORTED, …
   */
  now(signal?: AbortSignal, look?: GitLook): Promise<Searcher>;
  /** Questions that were asked before are still answered; the last one closes the files. */
  close(): void;
}

export interface Searcher {
  /** The absolute path of the working tree; null for a bare repository and for a named index. */
  readonly worktree: string | null;
  /** The caller's files, which all answers are about. */
  readonly view: Promise<CallerView>;
  /** The rows of the repository's own index; null for a named index. */
  readonly store: Promise<SegmentRows> | null;
  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult>;
  /** Returns what definitions and references need. */
  symbols(): Promise<SymbolContext>;
  /** Runs `read`, and runs it again if a far index changes meanwhile. */
  withSymbols<T>(read: (known: SymbolContext) => Promise<T>): Promise<T>;
  /**
   * Returns the vectors of a far index, which a search begins to fetch; null for any other index.
   */
  far(): Promise<FarVectors | null>;
  /** Returns what a search over several repositories needs. */
  parts(): Promise<{ context: SearchContext; view: CallerView }>;
  close(): void;
}

/** Opens a session for one question. @throws CoraError as Session.now */
export async function openSearcher(settings: SessionSettings, surroundings: Surroundings): Promise<Searcher> {
  const session = openSession(settings, surroundings, true);
  return withClose(session.now(), session.close);
}

/**
 * Opens nothing yet; the first question does.
 * @param isForOne true if hardly more than one question will come
 */
export function openSession(settings: SessionSettings, surroundings: Surroundings, isForOne = false): Session {
  const { index } = settings;
  return index === null
    ? openRepositorySession(settings, surroundings, isForOne)
    : openNamedSession(index, settings, surroundings);
}

function openRepositorySession(settings: SessionSettings, surroundings: Surroundings, isForOne: boolean): Session {
  let searches = isForOne ? 0 : 1;
  let shared: SharedStore | null = null;
  let isAskedAgain = false;
  const parsers = createLazyParsers();
  const launcher = sharedGitLauncher();
  const workspaceNow = createWorkspaceNow(settings, surroundings, launcher.run);
  const models = memoized(() => modelsFor(settings, surroundings, () => embedderFor(settings, surroundings)));
  const users = new Users(() => {
    shared?.users.retire();
    shared = null;
    parsers.close();
    launcher.close();
  });

  /** Returns the open table and counts the caller as a user. */
  async function takeStore(dir: string, workspace: Workspace, embedder: Embedder) {
    const stamps = storeStamps(dir, workspace);
    if (shared?.isAt(stamps) !== true && (await currentView(dir)) === null)
      throw await noIndex(workspace, embedder, BUILD_OR_GREP);
    if (shared?.isAt(stamps) !== true) {
      const opening = new SharedStore(stamps, dir, workspace, embedder, shared);
      shared?.users.retire();
      shared = opening;
      opening.store.catch(() => {
        // After a failure, the next question opens the index again.
        opening.users.retire();
        if (shared === opening) shared = null;
      });
    }
    return { taken: shared, leave: shared.users.enter() };
  }

  async function searcherNow(signal: AbortSignal | undefined, look: GitLook | undefined): Promise<Searcher> {
    // Git is started first, so that it runs while the model is read.
    const opening = look === undefined ? workspaceNow() : openWorkspaceFor(settings, surroundings, look.repository);
    const [workspace, { embedder, reranker }] = await Promise.all([opening, models()]);
    throwIfAborted(signal);
    const dir = storeDirOf(workspace, embedder);
    const { taken, leave } = await takeStore(dir, workspace, embedder);
    const { store, prose, blobs, memory } = taken;
    const { chunk } = parsers;
    const { committed } = settings;
    const working = look?.working;
    const view = callerView({ workspace, dir, store, embedder, chunk, committed, memory, working, signal });
    const history = gitContextAsker(workspace, settings.historyLimit, surroundings.log);
    const isAgain = isAskedAgain;
    isAskedAgain = true;
    return searcherOf({
      worktree: workspace.repository.worktree,
      view,
      store,
      far: async () => null,
      parts: async () => {
        if (taken.beginLookUp() && isAgain && look === undefined) launcher.begin();
        const caller = callerFiles({ workspace, blobs });
        const known = await view;
        const context = { caller, store, prose, history, embedder, reranker, ...taken.cachesOf(known) };
        return { context, view: known };
      },
      // Git must be running when texts are read: the larger a process, the longer a start takes.
      // One question alone finds most texts in the working tree, which takes less time than git.
      beforeSearch: () => {
        if (searches++ > 0) blobs.start();
      },
      close: leave,
    });
  }

  return {
    now: (signal, look) => withClose(searcherNow(signal, look), users.enter()),
    close: () => users.retire(),
  };
}

/** Returns the searcher with a `close` that does more. If opening fails, that is done at once. */
export async function withClose(searching: Promise<Searcher>, closeMore: () => void): Promise<Searcher> {
  try {
    const searcher = await searching;
    const close = (): void => {
      searcher.close();
      closeMore();
    };
    return { ...searcher, close };
  } catch (error) {
    closeMore();
    throw error;
  }
}

interface SearcherParts extends Omit<Searcher, 'search' | 'symbols' | 'withSymbols'> {
  beforeSearch(): void;
}

function searcherOf({ beforeSearch, ...searcher }: SearcherParts): Searcher {
  const { view, parts } = searcher;
  // It is awaited where it is used; until then a failure must not count as unhandled.
  view.catch(() => undefined);
  const symbols = async (): Promise<SymbolContext> => {
    const { context, view: known } = await parts();
    return { store: await context.store, view: known };
  };
  return {
    ...searcher,
    search: async (request, signal) => {
      beforeSearch();
      const { context, view: known } = await parts();
      return search(context, known, request, signal);
    },
    symbols,
    withSymbols: async (read) => read(await symbols()),
  };
}

/** Creates the models one after the other: both may use one package with global settings. */
export async function modelsFor(
  { reranker }: Pick<SessionSettings, 'reranker'>,
  { env, log }: Surroundings,
  embedderOf: () => Promise<Embedder>,
): Promise<Models> {
  const embedder = await embedderOf();
  if (reranker === null) return { embedder, reranker: null };
  const { createCrossEncoder } = await import('../embed/transformers.ts');
  return { embedder, reranker: await createCrossEncoder(reranker, { env, log }) };
}

const BUILD_OR_GREP = 'cora index   builds it; cora query --fallback TEXT answers with grep meanwhile';

/**
 * A file stays open as long as it is not replaced. Other kinds of index are opened for each
 * question.
 */
function openNamedSession(path: string, settings: SessionSettings, surroundings: Surroundings): Session {
  let kept: KeptFile | null = null;
  const forget = (): void => {
    kept?.users.retire();
    kept = null;
  };

  async function searcherNow(): Promise<Searcher> {
    // The stamp is taken before opening: if the file is replaced meanwhile, the next stamp differs.
    const stamp = await stampOfFile(path);
    if (kept !== null && kept.stamp !== stamp) forget();
    if (stamp === null) return openNamedIndex(path, settings, surroundings);
    const one = kept ?? keptFile(stamp, openNamedIndex(path, settings, surroundings));
    kept = one;
    const leave = one.users.enter();
    try {
      return { ...(await one.searcher), close: leave };
    } catch (error) {
      // After a failure, the next question opens the index again.
      if (kept === one) forget();
      leave();
      throw error;
    }
  }

  return { now: searcherNow, close: forget };
}

interface KeptFile {
  stamp: string;
  searcher: Promise<Searcher>;
  users: Users;
}

function keptFile(stamp: string, searcher: Promise<Searcher>): KeptFile {
  const close = (): void => {
    searcher.then((opened) => opened.close()).catch(() => undefined);
  };
  return { stamp, searcher, users: new Users(close) };
}

/** @returns null if the path is no file */
async function stampOfFile(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  if (found?.isFile() !== true) return null;
  const { dev, ino, size, mtimeNs, ctimeNs } = found;
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

/**
 * If an index changes while it is read, it is read again. If that happens again, it is downloaded.
 */
const ATTEMPTS = 3;

async function openNamedIndex(path: string, settings: SessionSettings, surroundings: Surroundings): Promise<Searcher> {
  let attempt = 1;
  const openAgain = async (error: unknown): Promise<Searcher> => {
    if (!(error instanceof HasChanged) || attempt >= ATTEMPTS) throw error;
    surroundings.log.debug(error.message);
    attempt += 1;
    return openOnce().catch(openAgain);
  };
  const openOnce = (): Promise<Searcher> => openNamedOnce(path, attempt === ATTEMPTS, settings, surroundings);
  let opened = await openOnce().catch(openAgain);
  const asking = async <T>(ask: (searcher: Searcher) => Promise<T>): Promise<T> => {
    const asked = opened;
    try {
      return await ask(asked);
    } catch (error) {
      const { damagedIn } = await import('./namedIndex.ts');
      const said = damagedIn(path, error);
      // Another question may have opened the new index already.
      if (!(said instanceof HasChanged && asked !== opened)) {
        const again = await openAgain(said);
        asked.close();
        opened = again;
      }
      return asking(ask);
    }
  };
  return {
    ...{ worktree: null, view: opened.view, store: null },
    search: (request, signal) => asking((searcher) => searcher.search(request, signal)),
    symbols: () => opened.symbols(),
    withSymbols: (read) => asking((searcher) => searcher.withSymbols(read)),
    far: async () => {
      let far = await opened.far();
      if (far === null) return null;
      const bring = async (searcher: Searcher): Promise<void> => {
        far = await searcher.far();
        await far?.bring();
      };
      return { missing: () => far?.missing() ?? 0, bring: () => asking(bring) };
    },
    parts: () => opened.parts(),
    close: () => opened.close(),
  };
}

const BUILD_AGAIN =
  'build it again with the embedder you have now: in its repository, cora index, then cora pack or cora push';

/**
 * @param whole true to download the index of an address, because reading it by ranges has failed
 */
async function openNamedOnce(
  path: string,
  whole: boolean,
  settings: SessionSettings,
  surroundings: Surroundings,
): Promise<Searcher> {
  // Loaded only here: queries of the repository's own index do not need it.
  const { readNamedIndex } = await import('./namedIndex.ts');
  const named = await readNamedIndex(path, surroundings, () => embedderFor(settings, surroundings), whole);
  const { id, fingerprint } = named.embedder;
  const embedderOf = async () => named.asked ?? embedderOfIndex(id, settings, surroundings);
  const { embedder, reranker } = await modelsFor(settings, surroundings, embedderOf);
  if (embedder.fingerprint !== fingerprint) {
    const message = `The index was built with ${id}, which gives different vectors here.`;
    throw new CoraError('EMBEDDER_MISMATCH', message, { hint: BUILD_AGAIN });
  }
  const prose = named.dir === null ? null : createProseSource(named.dir, embedder.dimensions);
  const store = named.open(embedder.dimensions);
  store.catch(() => undefined);
  const rows: RowCache = new Map();
  const paths: PathVectors = new Map();
  const { view } = named;
  const history = packedContextAsker(view.files, memoized(named.commits));
  const context = { caller: null, store, prose, history, embedder, reranker, rows, paths };
  let isAsked = false;
  const searcher = searcherOf({
    worktree: null,
    view: Promise.resolve(view),
    store: null,
    far: async () => (await store).afar,
    parts: async () => ({ context, view }),
    beforeSearch: () => {
      if (isAsked) store.then((opened) => opened.keepInMemory()).catch(() => undefined);
      isAsked = true;
    },
    close: () => {
      store.then((opened) => opened.close()).catch(() => undefined);
    },
  });
  return {
    ...searcher,
    search: async (request, signal) => {
      const result = await searcher.search(request, signal);
      // Somebody who got an answer without vectors will ask again, so they are fetched now.
      if (result.missingVectors !== undefined)
        store.then(({ afar }) => afar?.bring()).catch((error: Error) => surroundings.log.debug(error.message));
      return result;
    },
  };
}

/**
 * The index comes from somebody else, so it may only name an embedder that is built in or that the
 * user chose.
 */
async function embedderOfIndex(id: string, settings: SessionSettings, surroundings: Surroundings): Promise<Embedder> {
  if (isBuiltIn(id)) return createEmbedder(parseEmbedderSpec(id), surroundings.env, surroundings.log);
  if (settings.embedder !== id) {
    throw new CoraError('EMBEDDER_MISMATCH', `The index was built with the embedder ${id}.`, {
      hint: `If you trust it: --embedder ${id}`,
    });
  }
  return embedderFor(settings, surroundings);
}
