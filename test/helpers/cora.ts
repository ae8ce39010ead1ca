/** Cora in this process, on a temporary repository: what the entries do, without the command line. */

import { join } from 'node:path';
import type { CommitSearchResult, GitContext } from '../../src/base/historyTypes.ts';
import { silentLog } from '../../src/base/log.ts';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { IndexReport, Watch } from '../../src/base/types.ts';
import { searchHistory } from '../../src/history/historySession.ts';
import { cleanStore, collectGarbage } from '../../src/indexing/collectGarbage.ts';
import { type Diagnosis, diagnose } from '../../src/indexing/diagnose.ts';
import { indexRepository } from '../../src/indexing/indexRepository.ts';
import { fitTexts } from '../../src/search/fitResult.ts';
import { readQuestion } from '../../src/search/question.ts';
import { searchRequestOf } from '../../src/search/searchRequest.ts';
import { openSearcher } from '../../src/session/session.ts';
import type { Flags, Options } from '../../src/settings/options.ts';
import {
  attestationSettings,
  commitsRequest,
  indexingRequest,
  indexSettings,
  packRequest,
  searchSettings,
  sessionSettings,
} from '../../src/settings/requests.ts';
import { resolveOptions } from '../../src/settings/resolveOptions.ts';
import { type PackReport, packIndex } from '../../src/share/packIndex.ts';
import { type PullReport, pullIndex } from '../../src/share/pullIndex.ts';
import { type PublishReport, type PushReport, publishIndex, pushIndex } from '../../src/share/pushIndex.ts';
import { type TempRepo, tempDir } from './tempRepo.ts';

const caches = new Map<string, string>();

function surroundings(repo: Pick<TempRepo, 'dir' | 'env'>) {
  const cacheDir = caches.get(repo.dir) ?? tempDir('cora-cache-');
  caches.set(repo.dir, cacheDir);
  return { dir: repo.dir, env: repo.env, cacheDir, log: silentLog };
}

/** Where a pull keeps what it has of a file. */
export function downloadsOf(repo: Pick<TempRepo, 'dir' | 'env'>): string {
  return join(surroundings(repo).cacheDir, 'downloads');
}

function optionsOf(flags: Flags): Options {
  return resolveOptions({ jobs: 0, embedder: 'hash', ...flags }, {}, null);
}

export function cora(repo: Pick<TempRepo, 'dir' | 'env'>, flags: Flags = {}) {
  const queryAll = async (texts: readonly string[], more: Flags = {}): Promise<SearchResult[]> => {
    const options = optionsOf({ ...flags, ...more });
    const searcher = await openSearcher(sessionSettings(options), surroundings(repo));
    const answers: SearchResult[] = [];
    try {
      for (const text of texts) {
        const found = await searcher.search({ ...searchRequestOf(text, searchSettings(options)), history: false });
        answers.push(options.budget === undefined ? found : fitTexts(found, options.budget));
      }
    } finally {
      searcher.close();
    }
    return answers;
  };
  return {
    index: (
      more: Flags = {},
      signal?: AbortSignal,
      onProgress: Watch['onProgress'] = () => undefined,
    ): Promise<IndexReport> =>
      indexRepository(indexingRequest(optionsOf({ ...flags, ...more })), surroundings(repo), {
        onProgress,
        ...(signal === undefined ? {} : { signal }),
      }),
    query: async (text: string, more: Flags = {}): Promise<SearchResult> => (await queryAll([text], more))[0]!,
    /** All on one view, in order. */
    queryAll,
    commits: (text: string, more: Flags = {}): Promise<CommitSearchResult> =>
      searchHistory(commitsRequest(text, optionsOf({ ...flags, ...more })), surroundings(repo)),
    gitContext: async (text: string, more: Flags = {}): Promise<GitContext | null> => {
      const searcher = await openSearcher(sessionSettings(optionsOf({ ...flags, ...more })), surroundings(repo));
      try {
        return await (await searcher.parts()).context.history(readQuestion(text));
      } finally {
        searcher.close();
      }
    },
    /** @returns the report; the file lies in a temporary directory unless `output` says where */
    pack: (more: Flags = {}): Promise<PackReport> =>
      packIndex(
        packRequest(optionsOf({ output: join(tempDir(), 'index.tar'), ...flags, ...more })),
        surroundings(repo),
      ),
    /** @param env added to the repository's, for tokens and addresses */
    pull: (
      source: string | null,
      more: Flags = {},
      { env = {}, signal, stallMs = 5000 }: { env?: NodeJS.ProcessEnv; signal?: AbortSignal; stallMs?: number } = {},
    ): Promise<PullReport> =>
      pullIndex(
        {
          ...indexingRequest(optionsOf({ ...flags, ...more })),
          source,
          withCommits: more.history !== undefined,
          attestation: attestationSettings(optionsOf({ ...flags, ...more })),
          policy: { attempts: 4, firstDelayMs: 1, maxDelayMs: 50, stallMs },
        },
        { ...surroundings(repo), env: { ...repo.env, ...env } },
        { onProgress: () => undefined, ...(signal === undefined ? {} : { signal }) },
      ),
    /** To object storage, or to a folder as file:///… */
    publish: (
      destination: string,
      more: Flags = {},
      { env = {}, watch = {} }: { env?: NodeJS.ProcessEnv; watch?: Partial<Watch> } = {},
    ): Promise<PublishReport> =>
      publishIndex(
        { ...packRequest(optionsOf({ ...flags, ...more })), destination },
        { ...surroundings(repo), env: { ...repo.env, ...env } },
        { onProgress: () => undefined, ...watch },
      ),
    push: (
      destination: string,
      env: NodeJS.ProcessEnv,
      more: Flags = {},
      { stallMs = 5000 }: { stallMs?: number } = {},
    ): Promise<PushReport> =>
      pushIndex(
        {
          ...packRequest(optionsOf({ ...flags, ...more })),
          destination,
          policy: { attempts: 4, firstDelayMs: 1, maxDelayMs: 50, stallMs },
        },
        { ...surroundings(repo), env: { ...repo.env, ...env } },
        { onProgress: () => undefined },
      ),
    gc: () => collectGarbage(indexSettings(optionsOf(flags)), surroundings(repo), { dryRun: false }),
    doctor: (fix: boolean): Promise<Diagnosis[]> =>
      diagnose(indexingRequest(optionsOf(flags)), surroundings(repo), { fix }),
    clean: (): Promise<{ paths: string[] }> =>
      cleanStore(indexSettings(optionsOf(flags)), surroundings(repo), {
        extent: flags.all === true ? 'all' : 'one',
        dryRun: false,
      }),
    searcher: (more: Flags = {}) => openSearcher(sessionSettings(optionsOf({ ...flags, ...more })), surroundings(repo)),
  };
}

/** Where the index of a repository lies by default. */
export function storeRoot(repo: Pick<TempRepo, 'dir'>): string {
  return join(repo.dir, '.git', 'cora');
}
