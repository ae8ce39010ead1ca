/**
 * Opens an index for a program: a repository, with the functions that the command line calls too,
 * or an index without one.
 */

import { resolve } from 'node:path';
import { CoraError, knownError } from '../base/errors.ts';
import { silentLog } from '../base/log.ts';
import { readStatus } from '../freshness/readStatus.ts';
import { watchRepository } from '../freshness/watch.ts';
import { findReferences, findSymbols } from '../graph/symbols.ts';
import { searchHistory } from '../history/searchHistory.ts';
import { indexRepository } from '../indexing/indexRepository.ts';
import { fitTexts } from '../search/fitResult.ts';
import { searchRequestOf } from '../search/searchRequest.ts';
import { openSearcher, openSession, type Searcher } from '../session/session.ts';
import { configKeyOf } from '../settings/optionSpec.ts';
import type { Flags, OptionName, Options } from '../settings/options.ts';
import {
  commitsRequest,
  indexingRequest,
  indexSettings,
  searchSettings,
  sessionSettings,
} from '../settings/requests.ts';
import { parseValue, resolveOptions, unknownVariables } from '../settings/resolveOptions.ts';
import { settle } from '../settings/settle.ts';
import { cacheDirOf } from '../settings/userFolders.ts';
import { packIndex } from '../share/packIndex.ts';
import { pullIndex } from '../share/pullIndex.ts';
import { quietLance } from '../store/lanceEnvironment.ts';
import { openWorkspaceFor } from '../view/surroundings.ts';
import type { Cora, CoraSettings, OpenIndex, OpenRequest, QueryRequest } from './apiTypes.ts';

/**
 * Opens the repository around a directory. The index need not be there yet.
 * @param dir any directory of the repository; by default the current one
 * @throws CoraError NOT_A_REPOSITORY, CONFIG, …
 */
export async function openCora(dir = process.cwd(), request: OpenRequest = {}): Promise<Cora> {
  const { settings: given = {}, env = process.env, log = silentLog } = request;
  // The file of settings may have changed since the last call.
  const settled = () => settle(flagsOf(given), env, dir);
  const options = settled();
  const surroundings = { dir: resolve(dir), env, cacheDir: cacheDirOf(env), log };
  for (const note of unknownVariables(env)) log.warn(note);
  quietLance(process.env);
  const { repository } = await openWorkspaceFor(indexSettings(options), surroundings);
  let settings = sessionSettings(options);
  let session = openSession(settings, surroundings);
  return {
    ...answersOf(options, async (signal) => sessionNow().now(signal)),
    worktree: repository.worktree,
    index: async ({ rev, full, dryRun, signal, onProgress = ignore } = {}) => {
      const asked = { rev: rev ?? null, full: full === true, dryRun: dryRun === true };
      const request = { ...indexingRequest(settled()), ...asked };
      return systemError(indexRepository(request, surroundings, { onProgress, signal }));
    },
    pull: (source, { signal, onProgress = ignore } = {}) =>
      systemError(
        pullIndex({ ...indexingRequest(options), source: source ?? null }, surroundings, { onProgress, signal }),
      ),
    pack: (file, { text = true } = {}) =>
      systemError(packIndex({ ...indexSettings(options), output: file ?? null, text }, surroundings)),
    watch: ({ onProgress = ignore, onRefresh = ignore, onError = warn, ...rest }) =>
      systemError(
        watchRepository({ settings: indexingRequest(options), surroundings, onProgress, onRefresh, onError, ...rest }),
      ),
    status: async () => systemError(readStatus(sessionSettings(settled()), surroundings)),
    commits: (words = '', { limit = options.limit } = {}) =>
      systemError(searchHistory({ ...commitsRequest(words, options), limit }, surroundings)),
    close: () => session.close(),
  };

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
 * @param place a packed file, an unpacked folder, s3://…, gs://…, az://…, file:///…
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, EMBEDDER_MISMATCH, NETWORK, …
 */
export async function openIndex(place: string, request: OpenRequest = {}): Promise<OpenIndex> {
  const { settings: given = {}, env = process.env, log = silentLog } = request;
  const options = { ...resolveOptions(flagsOf(given), env, null), index: place };
  quietLance(process.env);
  const surroundings = { dir: process.cwd(), env, cacheDir: cacheDirOf(env), log };
  const searcher = await systemError(openSearcher(sessionSettings(options), surroundings));
  return {
    ...answersOf(options, async () => ({ ...searcher, close: () => undefined })),
    close: () => searcher.close(),
  };
}

// The questions that every opened index answers, of one repository or without any.

/** @param open what answers now; closed after each answer */
function answersOf(options: Options, open: (signal?: AbortSignal) => Promise<Searcher>): Omit<OpenIndex, 'close'> {
  const ask = async <T>(use: (searcher: Searcher) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const searcher = await open(signal);
    try {
      return await use(searcher);
    } finally {
      searcher.close();
    }
  };
  return {
    query: async (text, { signal, ...request } = {}) => {
      const { budget = options.budget ?? null, ...more } = checkedRequest(request);
      const asked = { ...searchRequestOf(text, searchSettings(options), [], request.limit), history: false, ...more };
      const result = await systemError(ask((searcher) => searcher.search(asked, signal), signal));
      return budget === null ? result : fitTexts(result, budget);
    },
    definitions: (name) => systemError(ask(async (searcher) => findSymbols(await searcher.symbols(), name))),
    references: (name) => systemError(ask(async (searcher) => findReferences(await searcher.symbols(), name))),
  };
}

/** The fields that have limits on the command line have the same limits here. */
const LIMITED = ['limit', 'budget', 'mode', 'lines', 'context', 'diversity', 'related'] as const;

/** Without what is undefined. @throws CoraError CONFIG */
function checkedRequest(request: Omit<QueryRequest, 'signal'>): typeof request {
  for (const name of LIMITED) {
    const value = request[name];
    if (value !== undefined && value !== null) parseValue(name, value, `"${name}" of a query`);
  }
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
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

// Turns what the machine refuses (a full disk, a right that is missing), into an error that a
// program can tell by its code.

/** @throws CoraError STORE in the place of a system's error; any other error as it is */
async function systemError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw knownError(error);
  }
}
