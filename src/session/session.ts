/**
 * What an entry calls: settings in, data out. Opens what a command needs (repository, store, embedder, parsers) and
 * closes it again. Never prints, never exits, never reads the environment that it is not given.
 */

import { CoraError } from '../base/errors.ts';
import type { SearchResult } from '../base/searchTypes.ts';
import type { Embedder } from '../base/types.ts';
import { createLazyParsers } from '../chunk/lazyParsers.ts';
import { createEmbedder } from '../embed/createEmbedder.ts';
import { isBuiltIn, parseEmbedderSpec } from '../embed/parseEmbedderSpec.ts';
import { openBlobReader } from '../git/openBlobReader.ts';
import type { SymbolContext } from '../graph/rowsOfName.ts';
import { gitContextAsker } from '../history/historySession.ts';
import type { Models, SearchContext } from '../search/members.ts';
import { createProseSource } from '../search/proseSource.ts';
import type { PathVectors } from '../search/retrieve.ts';
import { search } from '../search/search.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import type { Options } from '../settings/options.ts';
import { openStore } from '../store/openStore.ts';
import { currentView } from '../store/views.ts';
import { type CallerView, callerView, viewOfRecord } from '../view/callerView.ts';
import { noIndex } from '../view/noIndex.ts';
import type { RowCache } from '../view/searchedView.ts';
import { embedderFor, openWorkspaceFor, type Surroundings } from '../view/surroundings.ts';
import { storeDirOf, type Workspace } from '../view/workspace.ts';

export interface Searcher {
  /** Of the repository around, absolute; null for a bare one, and for an index that was named. */
  readonly worktree: string | null;
  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult>;
  /** For definitions and references. */
  symbols(): Promise<SymbolContext>;
  /** For a search together with other repositories. */
  parts(): Promise<{ context: SearchContext; view: CallerView }>;
  close(): void;
}

/** One after the other: both may come from one package with one set of global settings. */
export async function modelsFor(
  { rerank = 'none' }: Options,
  { env, log }: Surroundings,
  embedderOf: () => Promise<Embedder>,
): Promise<Models> {
  const embedder = await embedderOf();
  if (rerank === 'none') return { embedder, reranker: null };
  const { createCrossEncoder } = await import('../embed/crossEncoder.ts');
  return { embedder, reranker: await createCrossEncoder(rerank, { env, log }) };
}

/**
 * Opens the index of the repository around, or the one that `--index` names. The view is the caller's at this moment and
 * serves all searches until close.
 * @throws CoraError NO_INDEX, INCOMPATIBLE_INDEX, …
 */
export async function openSearcher(options: Options, surroundings: Surroundings): Promise<Searcher> {
  return options.index === undefined
    ? openRepositoryIndex(options, surroundings)
    : openNamedIndex(options.index, options, surroundings);
}

async function openRepositoryIndex(options: Options, surroundings: Surroundings): Promise<Searcher> {
  // Git is started first: it runs while the model is read.
  const [workspace, { embedder, reranker }] = await Promise.all([
    openWorkspaceFor(options, surroundings),
    modelsFor(options, surroundings, () => embedderFor(options, surroundings)),
  ]);
  const dir = storeDirOf(workspace, embedder);
  await mustBeBuilt(dir, workspace, embedder);
  const store = openStore(dir, embedder.dimensions, 'read');
  const parsers = createLazyParsers();
  const view = callerView({
    workspace,
    dir,
    store,
    embedder,
    chunk: parsers.chunk,
    committed: options.committed === true,
  });
  const blobs = openBlobReader(workspace.repository);
  const history = gitContextAsker(workspace, options, surroundings.log);
  const prose = createProseSource(dir, embedder.dimensions);
  return searcherOf({ caller: { workspace, blobs }, store, prose, history, embedder, reranker }, view, () => {
    parsers.close();
    blobs.close();
  });
}

const BUILD_OR_GREP = 'cora index   builds it; cora query --fallback TEXT answers with grep meanwhile';

/** @throws CoraError NO_INDEX that says which index is there instead */
export async function mustBeBuilt(dir: string, workspace: Workspace, embedder: Embedder): Promise<void> {
  if ((await currentView(dir)) === null) throw await noIndex(workspace, embedder, BUILD_OR_GREP);
}

async function openNamedIndex(path: string, options: Options, surroundings: Surroundings): Promise<Searcher> {
  // A query of the repository's own index loads nothing of this.
  const { readNamedIndex } = await import('./namedIndex.ts');
  const named = await readNamedIndex(path, surroundings, () => embedderFor(options, surroundings));
  const { record } = named;
  const { embedder, reranker } = await modelsFor(
    options,
    surroundings,
    async () => named.asked ?? embedderOfIndex(named.embedder.id, options, surroundings),
  );
  if (embedder.fingerprint !== named.embedder.fingerprint) {
    throw new CoraError(
      'EMBEDDER_MISMATCH',
      `The index was built with ${named.embedder.id}, which gives other vectors here.`,
      { hint: 'build it again as the embedder is now: cora index, then cora pack or cora push, in its repository' },
    );
  }
  const prose = named.dir === null ? null : createProseSource(named.dir, embedder.dimensions);
  const store = named.open(embedder.dimensions);
  return searcherOf(
    { caller: null, store, prose, history: async () => null, embedder, reranker },
    Promise.resolve(viewOfRecord(record)),
    () => undefined,
  );
}

/** An index is foreign: it may ask for an embedder that is built in, and for another one only if the user does too. */
async function embedderOfIndex(id: string, options: Options, surroundings: Surroundings): Promise<Embedder> {
  if (isBuiltIn(id)) return createEmbedder(parseEmbedderSpec(id), surroundings.env, surroundings.log);
  if (options.embedder !== id) {
    throw new CoraError('EMBEDDER_MISMATCH', `The index was built with the embedder ${id}.`, {
      hint: `If you trust it: --embedder ${id}`,
    });
  }
  return embedderFor(options, surroundings);
}

function searcherOf(
  context: Omit<SearchContext, 'rows' | 'paths'>,
  view: Promise<CallerView>,
  closeOthers: () => void,
): Searcher {
  const rows: RowCache = new Map();
  const paths: PathVectors = new Map();
  let isAsked = false;
  // Both are awaited where they are used; until then a failure of one must not end the process.
  context.store.catch(() => undefined);
  view.catch(() => undefined);
  return {
    worktree: context.caller?.workspace.repository.worktree ?? null,
    search: async (request, signal) => {
      // Git is at hand when the texts are read. It starts before LanceDB is loaded: the larger a process, the longer a start takes.
      context.caller?.blobs.start();
      // A process that is asked again will be asked more.
      if (isAsked) context.store.then((store) => store.keepInMemory()).catch(() => undefined);
      isAsked = true;
      return search({ ...context, rows, paths }, await view, request, signal);
    },
    symbols: async () => ({ store: await context.store, view: await view }),
    parts: async () => ({ context: { ...context, rows, paths }, view: await view }),
    close: () => {
      closeOthers();
      context.store.then((store) => store.close()).catch(() => undefined);
    },
  };
}
