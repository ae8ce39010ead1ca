/**
 * The library: a program that imports 'cora-query' gets this module, built as dist/api.js. It opens
 * a repository (openCora) or an index without one (openIndex) and returns plain data. docs/api.md
 * shows how to use it.
 */

import { resolve } from 'node:path';
import { withOpened } from './base/concurrency.ts';
import { CoraError, knownError } from './base/errors.ts';
import type { CommitSearchResult } from './base/historyTypes.ts';
import { defined } from './base/lists.ts';
import { silentLog } from './base/log.ts';
import type { Filters, SearchResult } from './base/searchTypes.ts';
import type { CatalogueEntry, IndexReport, Log, Progress } from './base/types.ts';
import { readStatus, type Status } from './freshness/readStatus.ts';
import { type WatchRequest, watchRepository } from './freshness/watch.ts';
import { type ChangedFiles, changedFilesSince, listCatalogue } from './git/listCatalogue.ts';
import type { ReferenceHit, SymbolHit } from './graph/referenceModel.ts';
import { findReferences, findSymbols } from './graph/symbols.ts';
import { searchHistory } from './history/historySession.ts';
import { indexRepository } from './indexing/indexRepository.ts';
import { fitTexts } from './search/fitResult.ts';
import { type SearchRequest, searchRequestOf } from './search/searchRequest.ts';
import { openSearcher, openSession, type Searcher } from './session/session.ts';
import { type Argument, checkCall, checkedCalls, type RequestFields, requestOf } from './settings/checkCall.ts';
import { configKeyOf } from './settings/optionSpec.ts';
import type { Flags, OptionName, Options } from './settings/options.ts';
import {
  commitsRequest,
  indexingRequest,
  indexSettings,
  packRequest,
  searchSettings,
  sessionSettings,
} from './settings/requests.ts';
import { parseValue, resolveOptions, settle, unknownVariables } from './settings/resolveOptions.ts';
import { cacheDirOf } from './settings/userFolders.ts';
import { type PackReport, packIndex } from './share/packIndex.ts';
import { type PullReport, pullIndex } from './share/pullIndex.ts';
import { quietLance } from './store/lanceEnvironment.ts';
import { type FileChunks, fileChunks, type Lines, readLines } from './view/readLines.ts';
import { openWorkspaceFor } from './view/workspace.ts';

export type { ErrorCode } from './base/errors.ts';
export { CoraError, isCoraError } from './base/errors.ts';
export type { CommitHit, CommitSearchResult } from './base/historyTypes.ts';
export type * from './base/searchTypes.ts';
export type { ResultFormat } from './base/searchTypes.ts';
export type {
  CatalogueEntry,
  ChunkKind,
  FailedFile,
  IndexReport,
  Log,
  MentionKind,
  Progress,
  ReferenceKind,
  SkippedFile,
} from './base/types.ts';
export type { Status } from './freshness/readStatus.ts';
export type { Refresh } from './freshness/watch.ts';
export type { ChangedFile, ChangedFiles } from './git/listCatalogue.ts';
export type { ReferenceHit, SymbolHit } from './graph/referenceModel.ts';
export { renderResult } from './search/renderResult.ts';
export type { PackReport } from './share/packIndex.ts';
export type { PullReport } from './share/pullIndex.ts';
export type { FileChunk, FileChunks, Lines } from './view/readLines.ts';

/**
 * Keys of cora.config.json. A setting that is given here comes before the CORA_* variables, and
 * these before the file.
 */
export interface CoraSettings {
  /**
   * The folder of the index; by default inside the common Git directory, where the command line has
   * it too.
   */
  store?: string;
  /** builtin (the default), hash, transformers:MODEL, ollama:MODEL, openai:MODEL, voyage:MODEL */
  embedder?: string;
  /** Globs of files that are indexed although a default rule leaves them out. */
  include?: readonly string[];
  /** Globs of files that are never indexed. */
  exclude?: readonly string[];
  /** Bytes; larger files are left out. */
  maxFileSize?: number;
  /** Parser threads; by default the number of cores. */
  jobs?: number;
  /** The number of the newest commits are indexed for `commits`; 0 for none. */
  history?: number;
  /** `transformers:MODEL` orders the best 30 results; none by default. */
  rerank?: string;
}

export interface OpenRequest {
  settings?: CoraSettings;
  /**
   * The environment from which CORA_* variables, keys of services, proxies and the cache directory
   * are read; this process's by default.
   */
  env?: NodeJS.ProcessEnv;
  /** The log for notes and warnings; nowhere by default. Nothing is ever printed. */
  log?: Log;
}

/**
 * A field that is left out has the default of `cora query`: ten results of the whole view, hybrid.
 */
export interface QueryRequest extends Partial<Omit<SearchRequest, 'question' | 'include' | 'history'>> {
  /**
   * Estimated tokens of all results at most, as they are written in `text`; null for any number.
   */
  budget?: number | null;
  /** Ends the search between two of its steps, with the error ABORTED. */
  signal?: AbortSignal;
}

export interface RunRequest {
  onProgress?(progress: Progress): void;
  /**
   * Ends the run in order, with the error ABORTED; what was computed is kept, and the next run goes
   * on from there.
   */
  signal?: AbortSignal;
}

export interface PullSourceRequest extends RunRequest {
  /** `OWNER/REPO[/.github/workflows/FILE.yml][@REF]`: who must have attested the index. */
  signer?: string;
  /** The file of the Sigstore bundle; else it is looked for beside the index, then at GitHub. */
  bundle?: string;
  /** A file of trust roots in the place of the shipped one. */
  trustRoot?: string;
}

export interface IndexRequest extends RunRequest {
  /** The commit to index, as Git names it; HEAD by default. */
  rev?: string;
  /** Compute everything again. */
  full?: boolean;
  /** Only say what would be done. */
  dryRun?: boolean;
}

/** Without `text` the file holds no source code: who pulls it has that. */
export interface PackFileRequest {
  text?: boolean;
}

export interface FindCommitsRequest {
  limit?: number;
}

/** Asks for a commit, branch or tag; without it for the files as they are now. */
export interface RevisionRequest {
  rev?: string;
}

/** Lines are 1-based and inclusive; the whole file without them. */
export interface ReadRequest extends RevisionRequest {
  startLine?: number;
  endLine?: number;
}

/**
 * Ends with the signal. An error that is not handled goes to the log as a warning; the watching
 * goes on.
 */
export type WatchCallbacks = Pick<WatchRequest, 'signal'> &
  Partial<Pick<WatchRequest, 'onReady' | 'onProgress' | 'onRefresh' | 'onError'>>;

/**
 * An index that answers. All methods throw a CoraError for what a user can mend: `code`, `message`,
 * and `hint`, the next step.
 */
export interface OpenIndex {
  /** @throws CoraError NO_INDEX, INCOMPATIBLE_INDEX, CONFIG, … */
  query(text: string, request?: QueryRequest): Promise<SearchResult>;
  /**
   * Returns where a name is defined, by path, then line. `Outer.inner` asks for an inner of Outer.
   */
  definitions(name: string): Promise<SymbolHit[]>;
  /**
   * Returns who mentions a name, by path, then line, each with the definition that is meant where
   * that could be told.
   */
  references(name: string): Promise<ReferenceHit[]>;
  /** Lets go of the table and of git. To be called once, when nothing is asked any more. */
  close(): void;
}

/**
 * A repository and its index. Each question is answered for the files as they are when it is asked,
 * uncommitted edits included.
 */
export interface Cora extends OpenIndex {
  /** The top of the working tree; null in a bare repository. */
  readonly worktree: string | null;
  /**
   * Indexes the commit that is checked out; only what is new is computed. One writer at a time:
   * others wait for the lock.
   * @throws CoraError LOCKED, BAD_REVISION, STORE, ABORTED, …
   */
  index(request?: IndexRequest): Promise<IndexReport>;
  /**
   * Takes an index that others built, checks it against this clone's own blobs, and indexes the
   * rest.
   * @param source anything that `cora pull` takes; the rolling GitHub release of `origin` where it
   * is left out
   * @throws CoraError NO_ARTIFACT, NOT_ATTESTED, BAD_ARTIFACT, NETWORK, …
   */
  pull(source?: string, request?: PullSourceRequest): Promise<PullReport>;
  /**
   * Writes the last built index into one file, for `pull`, `openIndex` and `cora unpack`.
   * @param file from the current directory; its end chooses the compression. By default named after
   * its commit
   * @throws CoraError NO_INDEX, STORE, …
   */
  pack(file?: string, request?: PackFileRequest): Promise<PackReport>;
  /**
   * Indexes commits and edits as they happen, until the signal. Never needed: a question looks for
   * itself.
   */
  watch(callbacks: WatchCallbacks): Promise<void>;
  /** Returns how fresh the index is, what is in it, how large it is. @throws CoraError NO_INDEX */
  status(): Promise<Status>;
  /**
   * Commits of this history, by what they say and touched; without words the newest ones. Needs no
   * index.
   */
  commits(words?: string, request?: FindCommitsRequest): Promise<CommitSearchResult>;
  /** Returns the commit that is checked out; null where there is none yet. */
  currentCommit(): Promise<string | null>;
  /**
   * Returns the files of the last commit as they are now, or those of another commit, by path, each
   * with its language, its blob, and whether it is indexed or why not.
   * @throws CoraError BAD_REVISION
   */
  listTrackedFiles(request?: RevisionRequest): Promise<CatalogueEntry[]>;
  /**
   * Returns what changed since a commit, branch or tag: in the working tree, uncommitted and
   * untracked files included, or in another commit.
   * @throws CoraError BAD_REVISION
   */
  changedFilesSince(since: string, request?: RevisionRequest): Promise<ChangedFiles>;
  /**
   * Returns the text of a file that Git would commit, with secrets written over.
   * @param path from the top of the repository, with `/`
   * @throws CoraError BAD_PATH that says why it is not shown, BAD_REVISION, USAGE for other lines
   */
  readFile(path: string, request?: ReadRequest): Promise<Lines>;
  /**
   * Returns the chunks that an index makes of a file; needs none.
   * @param path from the top of the repository, with `/`
   * @throws CoraError BAD_PATH that says why it is in no index, BAD_REVISION
   */
  chunksOf(path: string, request?: RevisionRequest): Promise<FileChunks>;
}

const RUN: RequestFields<RunRequest> = { onProgress: 'function', signal: 'signal' };
const REVISION: RequestFields<RevisionRequest> = { rev: 'text' };
const FILTERS: RequestFields<Filters> = { paths: 'list', languages: 'list', kinds: 'list', extensions: 'list' };
const OPEN: RequestFields<OpenRequest> = { settings: 'object', env: 'object', log: 'log' };
/** Each has the same limits as on the command line: see checkedRequest. */
const LIMITED = {
  limit: 'any',
  budget: 'any',
  mode: 'any',
  lines: 'any',
  context: 'any',
  diversity: 'any',
  related: 'any',
} as const;
const QUERY: RequestFields<QueryRequest> = {
  ...{ ...FILTERS, ...LIMITED, scope: 'text', weights: 'object', askedLimit: 'any', signal: 'signal' },
  ...{ onlyRelevant: 'flag', elide: 'flag', explain: 'flag' },
};
const INDEX: RequestFields<IndexRequest> = { ...RUN, ...REVISION, full: 'flag', dryRun: 'flag' };
const PULL: RequestFields<PullSourceRequest> = { ...RUN, signer: 'text', bundle: 'text', trustRoot: 'text' };
const PACK: RequestFields<PackFileRequest> = { text: 'flag' };
const WATCH: RequestFields<WatchCallbacks> = {
  ...RUN,
  onReady: 'function',
  onRefresh: 'function',
  onError: 'function',
};
const COMMITS: RequestFields<FindCommitsRequest> = { limit: 'line' };
const READ: RequestFields<ReadRequest> = { ...REVISION, startLine: 'line', endLine: 'line' };

const CALLS: Readonly<Record<string, readonly Argument[]>> = {
  query: [['text', 'text'], requestOf(QUERY)],
  definitions: [['name', 'text']],
  references: [['name', 'text']],
  index: [requestOf(INDEX)],
  pull: [['source?', 'text'], requestOf(PULL)],
  pack: [['file?', 'text'], requestOf(PACK)],
  watch: [['callbacks', 'watching', WATCH]],
  commits: [['words?', 'text'], requestOf(COMMITS)],
  listTrackedFiles: [requestOf(REVISION)],
  changedFilesSince: [['since', 'text'], requestOf(REVISION)],
  readFile: [['path', 'text'], requestOf(READ)],
  chunksOf: [['path', 'text'], requestOf(REVISION)],
};

/**
 * Opens the repository around a directory. The index need not be there yet.
 * @param dir any directory of the repository; by default the current one
 * @throws CoraError NOT_A_REPOSITORY, CONFIG, …
 */
export async function openCora(dir = process.cwd(), request: OpenRequest = {}): Promise<Cora> {
  const [place = process.cwd(), asked = {}] = checkCall(
    'openCora',
    [['dir?', 'text'], requestOf(OPEN)],
    [dir, request],
  );
  const { settings: given = {}, env = process.env, log = silentLog } = asked;
  // The file of settings may have changed since the last call.
  const settled = () => settle(flagsOf(given), env, place);
  const options = settled();
  const surroundings = { dir: resolve(place), env, cacheDir: cacheDirOf(env), log };
  for (const note of unknownVariables(env)) log.warn(note);
  quietLance(process.env);
  const { repository } = await openWorkspaceFor(indexSettings(options), surroundings);
  let settings = sessionSettings(options);
  let session = openSession(settings, surroundings);
  return checkedCalls<Cora>(
    {
      ...answersOf(options, async (signal) => sessionNow().now(signal)),
      worktree: repository.worktree,
      index: async ({ rev, full, dryRun, signal, onProgress = ignore } = {}) => {
        const asked = { rev: rev ?? null, full: full === true, dryRun: dryRun === true };
        const request = { ...indexingRequest(settled()), ...asked };
        return systemError(indexRepository(request, surroundings, { onProgress, signal }));
      },
      pull: (source, { signer, bundle = null, trustRoot = null, signal, onProgress = ignore } = {}) => {
        const attestation = signer === undefined ? null : { signer, bundle, trustRoot };
        const asked = { source: source ?? null, withCommits: given.history !== undefined };
        const request = { ...indexingRequest(options), ...asked, attestation };
        return systemError(pullIndex(request, surroundings, { onProgress, signal }));
      },
      pack: (file, { text = true } = {}) =>
        systemError(packIndex({ ...packRequest(options), output: file ?? null, rev: null, text }, surroundings)),
      watch: ({ onProgress = ignore, onRefresh = ignore, onError = warn, ...rest }) =>
        systemError(
          watchRepository({
            settings: indexingRequest(options),
            surroundings,
            onProgress,
            onRefresh,
            onError,
            ...rest,
          }),
        ),
      status: async () => systemError(readStatus(sessionSettings(settled()), surroundings)),
      commits: (words = '', { limit = options.limit } = {}) =>
        systemError(searchHistory({ ...commitsRequest(words, options), limit }, surroundings)),
      currentCommit: async () => (await repositoryNow()).repository.head?.commit ?? null,
      listTrackedFiles: async ({ rev } = {}) => {
        const { repository: now, settings: view, location } = await repositoryNow();
        const listing = await systemError(listCatalogue(now, rev ?? null, view, { except: location.root }));
        return listing.files.filter(({ status }) => status !== 'untracked');
      },
      changedFilesSince: async (since, { rev } = {}) => {
        const { repository: now, settings: view, location } = await repositoryNow();
        return systemError(changedFilesSince(now, since, rev ?? null, view, { except: location.root }));
      },
      readFile: (path, { rev, ...lines } = {}) =>
        systemError(
          readLines(indexSettings(settled()), surroundings, {
            ...{ path, budget: Number.POSITIVE_INFINITY, revision: rev },
            ...lines,
          }),
        ),
      chunksOf: (path, { rev } = {}) =>
        systemError(fileChunks(indexSettings(settled()), surroundings, { path, revision: rev })),
      close: () => session.close(),
    },
    CALLS,
  );

  /** HEAD and the settings may have moved since it was opened. */
  function repositoryNow() {
    return openWorkspaceFor(indexSettings(settled()), surroundings);
  }

  function sessionNow() {
    const now = sessionSettings(settled());
    if (JSON.stringify(now) !== JSON.stringify(settings)) {
      session.close();
      session = openSession(now, surroundings);
      settings = now;
    }
    return session;
  }

  function warn(error: unknown): void {
    log.warn(error instanceof Error ? error.message : String(error));
  }
}

function ignore(): void {
  // Who asks for no news gets none.
}

// An index without its repository, for a program: a packed file, an unpacked folder, or an address
// in object storage.

/**
 * Opens what `cora query --index` names. It shows what the index says: no clone is there to hold it
 * against.
 * @param place a packed file, an unpacked folder, https://…, s3://…, gs://…, az://…, file:///…
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, EMBEDDER_MISMATCH, NETWORK, …
 */
export async function openIndex(place: string, request: OpenRequest = {}): Promise<OpenIndex> {
  const [index, asked = {}] = checkCall('openIndex', [['place', 'text'], requestOf(OPEN)], [place, request]);
  const { settings: given = {}, env = process.env, log = silentLog } = asked;
  const options = { ...resolveOptions(flagsOf(given), env, null), index };
  quietLance(process.env);
  const surroundings = { dir: process.cwd(), env, cacheDir: cacheDirOf(env), log };
  const searcher = await systemError(openSearcher(sessionSettings(options), surroundings));
  return checkedCalls<OpenIndex>(
    {
      ...answersOf(options, async () => ({ ...searcher, close: () => undefined })),
      close: () => searcher.close(),
    },
    CALLS,
  );
}

/** @param open what answers now; closed after each answer */
function answersOf(options: Options, open: (signal?: AbortSignal) => Promise<Searcher>): Omit<OpenIndex, 'close'> {
  const ask = <T>(use: (searcher: Searcher) => Promise<T>, signal?: AbortSignal) => withOpened(open(signal), use);
  return {
    query: async (text, { signal, weights, ...request } = {}) => {
      const { budget = options.budget ?? null, ...more } = checkedRequest(request);
      const settings = searchSettings(options);
      if (weights !== undefined) settings.weights = Object.entries(weights).map((pair) => pair.join('='));
      const asked = { ...searchRequestOf(text, settings, [], request.limit), history: false, ...more };
      const result = await systemError(ask((searcher) => searcher.search(asked, signal), signal));
      return budget === null ? result : fitTexts(result, budget);
    },
    definitions: (name) => systemError(ask((searcher) => searcher.withSymbols((known) => findSymbols(known, name)))),
    references: (name) => systemError(ask((searcher) => searcher.withSymbols((known) => findReferences(known, name)))),
  };
}

/** Without what is undefined. @throws CoraError CONFIG */
function checkedRequest(request: Omit<QueryRequest, 'signal' | 'weights'>): typeof request {
  for (const name of Object.keys(LIMITED) as (keyof typeof LIMITED)[]) {
    const value = request[name];
    if (value !== undefined && value !== null) parseValue(name, value, `"${name}" of a query`);
  }
  return defined(request);
}

// The settings of a program as the options of the command line: equally checked, and before
// variables and config file.

const SETTING_NAMES = [
  'store',
  'embedder',
  'include',
  'exclude',
  'max-file-size',
  'jobs',
  'history',
  'rerank',
] as const satisfies readonly OptionName[];

/** @throws CoraError CONFIG that names an unknown setting or a wrong value */
function flagsOf(settings: CoraSettings): Flags {
  const flags: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings)) {
    const name = SETTING_NAMES.find((one) => configKeyOf(one) === key);
    if (name === undefined) {
      throw new CoraError('CONFIG', `There is no setting "${key}".`, {
        hint: `Known settings: ${SETTING_NAMES.map(configKeyOf).join(', ')}`,
      });
    }
    if (value !== undefined) flags[name] = parseValue(name, value, `settings.${key}`);
  }
  return flags as Flags;
}

/** @throws CoraError STORE in the place of a system's error; any other error as it is */
async function systemError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw knownError(error);
  }
}
