/**
 * In each state that a repository can be in, every command searches the same files, with the texts that are there, and says
 * the reason of each that is not searched. repositoryStates.ts is the table of states; docs/states.md has a line for each.
 */

import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import { readStatus } from '../../../src/freshness/readStatus.ts';
import { listCatalogue } from '../../../src/git/listCatalogue.ts';
import { findReferences, findSymbols } from '../../../src/graph/symbols.ts';
import { grepRepository } from '../../../src/grep/grepRepository.ts';
import { indexedFiles } from '../../../src/search/indexedFiles.ts';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import { openSearcher } from '../../../src/session/session.ts';
import { grepSettings, indexSettings, searchSettings, sessionSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { readLines } from '../../../src/view/readLines.ts';
import { openWorkspaceFor } from '../../../src/view/workspace.ts';
import { cora } from '../../helpers/cora.ts';
import { shareOf } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { A, B, C, STATES } from './repositoryStates.ts';

const signal = new AbortController().signal;
const sorted = (paths: Iterable<string>): string[] => [...new Set(paths)].sort();
const pathsOf = (hits: readonly { path: string }[]): string[] => sorted(hits.map(({ path }) => path));

async function askEverything(repo: TempRepo) {
  const options = resolveOptions({ embedder: 'hash', jobs: 0, limit: 50, related: 0, lines: 0 }, {}, null);
  const surroundings = { dir: repo.dir, env: repo.env, cacheDir: tempDir(), log: silentLog };
  const { repository, settings } = await openWorkspaceFor(indexSettings(options), surroundings);
  const refused = (error: unknown) => (isCoraError(error) && error.code === 'BAD_PATH' ? null : Promise.reject(error));
  const request = { ...grepSettings(options), maxTotal: 1000, signal };
  const grepping = grepRepository('beta', indexSettings(options), surroundings, request);
  const grepped = await (repository.worktree === null ? grepping.catch(refused) : grepping);
  if (grepped !== null) {
    const within = new Map([...grepped.hits, ...grepped.skipped].map(({ path }) => [path, path]));
    const { hits, skipped } = await grepRepository('beta', indexSettings(options), surroundings, {
      ...request,
      within,
    });
    expect({ hits, skipped }).toEqual({ hits: grepped.hits, skipped: grepped.skipped });
  }
  const searcher = await openSearcher(sessionSettings(options), surroundings);
  try {
    const known = await searcher.symbols();
    const all = { paths: [], languages: [], offset: 0, limit: 1000 };
    return {
      answer: await searcher.search(searchRequestOf('beta', searchSettings(options)), signal),
      grepped,
      listed: await listCatalogue(repository, null, settings),
      indexed: (await indexedFiles(known, all)).files,
      defined: await findSymbols(known, 'beta'),
      used: await findReferences(known, 'beta'),
      status: await readStatus(sessionSettings(options), surroundings),
      text: async (path: string) =>
        (await readLines(indexSettings(options), surroundings, { path, budget: 100_000 })).text,
    };
  } finally {
    searcher.close();
  }
}

describe('what is searched', () => {
  it.each(shareOf(STATES, 16))(
    '$state',
    async ({ options = {}, searched, left = {}, shows = {}, missing = [], make }) => {
      const repo = tempRepo(options);
      repo.file('src/a.py', A).file('lib/b.py', B).file('lib/c.py', C).commit();
      mkdirSync(repo.path('empty'), { recursive: true });
      await cora(repo).index();
      const { answer, grepped, listed, indexed, defined, used, status, text } = await askEverything(
        (await make(repo)) ?? repo,
      );
      expect(Object.fromEntries(indexed.map((file) => [file.path, file.status]))).toEqual(searched);
      const wanted = sorted(Object.keys(searched));
      expect({
        query: pathsOf(answer.results),
        grep: grepped === null ? wanted : pathsOf(grepped.hits),
        files: pathsOf(listed.files.filter((file) => file.indexed)),
      }).toEqual({ query: wanted, grep: wanted, files: wanted });
      const known = new Map(indexed.map((file) => [file.path, file.status]));
      for (const hit of [...answer.results, ...defined, ...used.filter((one) => 'status' in one), ...listed.files])
        if (known.has(hit.path)) expect([hit.path, hit.status]).toEqual([hit.path, known.get(hit.path)]);
      expect(pathsOf([...defined, ...used]).filter((path) => !known.has(path))).toEqual([]);
      // What is not searched has its reason.
      const reasons = listed.files.filter((file) => !file.indexed).map(({ path, reason }) => [path, reason]);
      expect(Object.fromEntries(reasons)).toEqual(left);
      expect(answer.freshness.missingFiles.map(({ path }) => path)).toEqual(missing);
      expect(status.freshness).toEqual(answer.freshness);
      const dirty = Object.values(searched).filter((one) => one !== 'committed').length;
      expect(answer.freshness).toMatchObject({ dirtyFiles: dirty, asCommitted: [] });
      const { indexedCommit: _, commitsBehind: __, shard: ___, ...rest } = answer.freshness;
      for (const { freshness } of [listed, ...(grepped === null ? [] : [grepped])])
        expect(freshness).toEqual({ ...rest, indexedCommit: null, commitsBehind: 0 });
      // Shown is what is there.
      for (const { path, text: shown } of answer.results) {
        expect(await text(path)).toContain(shown.split('\n')[0]);
        if (shows[path] !== undefined) expect(await text(path)).toContain(shows[path]);
        if (shows[path] !== undefined) expect(shown).toContain(shows[path].split('(')[0]);
      }
    },
  );
});
