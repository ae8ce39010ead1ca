/** A fleet in a temporary home, in this process. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../src/base/log.ts';
import type { SearchedRepository, SearchResult } from '../../src/base/searchTypes.ts';
import type { Fleet, FleetManifest, SyncReport } from '../../src/fleet/fleet.ts';
import { addRepository, listRepositories, removeRepository, useRepository } from '../../src/fleet/manageFleet.ts';
import { openFleetSearcher } from '../../src/fleet/searchFleet.ts';
import { syncFleet } from '../../src/fleet/syncFleet.ts';
import { fitTexts } from '../../src/search/fitResult.ts';
import { searchRequestOf } from '../../src/search/searchRequest.ts';
import type { Options } from '../../src/settings/options.ts';
import { resolveOptions } from '../../src/settings/resolveOptions.ts';
import { gitEnv, tempDir } from './tempRepo.ts';

export function testFleet(
  flags: Options = {},
  env: NodeJS.ProcessEnv = gitEnv(),
  home: string = tempDir('cora-fleet-'),
) {
  const cacheDir = tempDir('cora-cache-');
  const messages: string[] = [];
  const note = (message: string): void => {
    messages.push(message);
  };
  const optionsOf = (more: Options = {}): Options =>
    resolveOptions({ jobs: 0, embedder: 'hash', ...flags, ...more }, {}, null);
  const fleetOf = (more: Options = {}): Fleet => ({
    home,
    options: optionsOf(more),
    surroundings: { dir: home, env, cacheDir, log: { ...silentLog, warn: note, info: note } },
    settle: () => optionsOf(more),
  });
  return {
    home,
    messages,
    fleet: fleetOf,
    add: (url: string, more: { name?: string; branch?: string; source?: string } = {}) =>
      addRepository(fleetOf(), { url, ...more }),
    list: () => listRepositories(fleetOf()),
    remove: (name: string) => removeRepository(fleetOf(), name),
    use: (name: string) => useRepository(fleetOf(), name),
    sync: (names: string[] = [], more: Options = {}, signal?: AbortSignal): Promise<SyncReport> =>
      syncFleet(fleetOf(more), { names, force: true, ...(signal === undefined ? {} : { signal }) }),
    /** Only what is due. */
    syncDue: (more: Options = {}): Promise<SyncReport> => syncFleet(fleetOf(more), { names: [], force: false }),
    manifest: () => JSON.parse(readFileSync(join(home, 'state', 'manifest.json'), 'utf8')) as FleetManifest,
    log: () => readFileSync(join(home, 'logs', 'sync.log'), 'utf8'),
    query: async (
      text: string,
      repo: string[] = ['*'],
      more: Options = {},
    ): Promise<SearchResult & { repositories: SearchedRepository[] }> => {
      const searcher = openFleetSearcher(fleetOf(more));
      try {
        const options = optionsOf(more);
        const found = await searcher.search(repo, searchRequestOf(text, options));
        const { repositories = [], ...result } = options.budget === undefined ? found : fitTexts(found, options.budget);
        return { ...result, repositories };
      } finally {
        searcher.close();
      }
    },
  };
}
