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
import { fleetOf } from '../../src/settings/commandContext.ts';
import type { Flags, Options } from '../../src/settings/options.ts';
import { searchSettings } from '../../src/settings/requests.ts';
import { resolveOptions } from '../../src/settings/resolveOptions.ts';
import { gitEnv, tempDir } from './tempRepo.ts';

export function testFleet(flags: Flags = {}, env: NodeJS.ProcessEnv = gitEnv(), home: string = tempDir('cora-fleet-')) {
  const cacheDir = tempDir('cora-cache-');
  const messages: string[] = [];
  const note = (message: string): void => {
    messages.push(message);
  };
  const optionsOf = (more: Flags = {}): Options =>
    resolveOptions({ jobs: 0, embedder: 'hash', ...flags, ...more }, {}, null);
  const testedFleet = (more: Flags = {}): Fleet =>
    fleetOf({
      options: optionsOf({ ...more, 'repos-base-dir': home }),
      surroundings: { dir: home, env, cacheDir, log: { ...silentLog, warn: note, info: note } },
      settle: () => optionsOf(more),
    });
  return {
    home,
    messages,
    fleet: testedFleet,
    options: optionsOf,
    add: (url: string, more: { name?: string; branch?: string; source?: string } = {}) =>
      addRepository(testedFleet(), { url, ...more }),
    list: () => listRepositories(testedFleet()),
    remove: (name: string) => removeRepository(testedFleet(), name),
    use: (name: string) => useRepository(testedFleet(), name),
    sync: (names: string[] = [], more: Flags = {}, signal?: AbortSignal): Promise<SyncReport> =>
      syncFleet(testedFleet(more), { names, force: true, ...(signal === undefined ? {} : { signal }) }),
    /** Only what is due. */
    syncDue: (more: Flags = {}): Promise<SyncReport> => syncFleet(testedFleet(more), { names: [], force: false }),
    manifest: () => JSON.parse(readFileSync(join(home, 'state', 'manifest.json'), 'utf8')) as FleetManifest,
    log: () => readFileSync(join(home, 'logs', 'sync.log'), 'utf8'),
    query: async (
      text: string,
      repo: string[] = ['*'],
      more: Flags = {},
    ): Promise<SearchResult & { repositories: SearchedRepository[] }> => {
      const searcher = openFleetSearcher(testedFleet(more));
      try {
        const options = optionsOf(more);
        const found = await searcher.search(repo, searchRequestOf(text, searchSettings(options)));
        const { repositories = [], ...result } = options.budget === undefined ? found : fitTexts(found, options.budget);
        return { ...result, repositories };
      } finally {
        searcher.close();
      }
    },
  };
}
