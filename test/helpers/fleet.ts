/** A fleet in a temporary home, in this process. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addRepository,
  type Fleet,
  listRepositories,
  type Manifest,
  type ManyResult,
  type Options,
  openFleetSearcher,
  removeRepository,
  resolveOptions,
  type SyncReport,
  searchRequestOf,
  silentLog,
  syncFleet,
  useRepository,
} from '../../src/index.ts';
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
    manifest: () => JSON.parse(readFileSync(join(home, 'state', 'manifest.json'), 'utf8')) as Manifest,
    log: () => readFileSync(join(home, 'logs', 'sync.log'), 'utf8'),
    query: async (text: string, repo: string[] = ['*'], more: Options = {}): Promise<ManyResult> => {
      const searcher = openFleetSearcher(fleetOf(more));
      try {
        return await searcher.search(repo, searchRequestOf(text, optionsOf(more)));
      } finally {
        searcher.close();
      }
    },
  };
}
