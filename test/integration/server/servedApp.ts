/**
 * `cora serve` in this process, as src/server/serveHttp.ts puts it together, but for its port, its index jobs (which are done at once)
 * and its looks at the working tree: the first one serves for all, so that a hundred thousand requests take minutes.
 */

import { realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { silentLog } from '../../../src/base/log.ts';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import { addPage, createApp, ROUTES } from '../../../src/server/createApp.ts';
import { LiveRequests, Slots } from '../../../src/server/liveRequests.ts';
import { openServedQueue } from '../../../src/server/servedJobs.ts';
import { ServedRepositories } from '../../../src/server/servedRepositories.ts';
import { createApiServer } from '../../../src/server/serveHttp.ts';
import { searchSettings } from '../../../src/settings/requests.ts';
import { testFleet } from '../../helpers/fleet.ts';
import { type GuardedRepo, guardedRepo } from '../../helpers/guardedRepo.ts';
import { allowOpening } from '../../helpers/openedFiles.ts';
import { HeldSessions } from '../session/heldSessions.ts';

export interface ServedApp extends GuardedRepo {
  server: Server;
  /** Of a result of a search. */
  chunkId: string;
  /** What nobody foresaw since the last call. */
  unforeseen(): unknown[];
  close(): Promise<void>;
}

const noLines = (): void => undefined;
const RESULT = { commit: 'c', files: 1, chunks: 1, computed: 1, embedded: 1, reused: 0, fileChunks: 1 };

/** @param given an indexed repository in the place of the guarded one */
export async function servedApp(given?: GuardedRepo): Promise<ServedApp> {
  const guarded = given ?? (await guardedRepo());
  const { repo } = guarded;
  // No program is found, and nothing is started, but git.
  const env = { ...repo.env, CORA_CODEX: '/nowhere/codex' };
  const here = testFleet({}, env);
  const fleet = here.fleet();
  const sessions = new HeldSessions(repo.dir);
  const repositories = new ServedRepositories({ fleet, sessions, dirs: [repo.dir], names: ['*'] });
  await repositories.list();
  const { home } = fleet;
  const jobs = await openServedQueue({
    home,
    fleet,
    repositories,
    log: silentLog,
    lines: noLines,
    run: async () => RESULT,
  });
  const stop = new AbortController();
  const unforeseen: unknown[] = [];
  const app = createApp({
    services: {
      repositories,
      sessions,
      fleet,
      search: searchSettings(here.options()),
      surroundings: fleet.surroundings,
      slots: new Slots({ running: () => 4, waiting: 100 }),
      model: null,
      modelSlots: new Slots({ running: () => 4, waiting: 100 }),
      jobs,
      stopping: stop.signal,
    },
    access: { host: '127.0.0.1', token: null, isOpen: () => true },
    live: new LiveRequests(),
    log: (_, entry) => {
      if ('error' in entry) unforeseen.push(entry.error);
    },
    // The page is built, and is not where the sources are.
    routes: ROUTES.filter((addTo) => addTo !== addPage),
  });
  const place = repositories.placeOf((await repositories.list())[0]!);
  const found = await sessions.search(place, stop.signal, (searcher) =>
    searcher.search(searchRequestOf('addItem', place.settings.search)),
  );
  const modules = realpathSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)));
  allowOpening(repo.dir, here.home, fleet.surroundings.cacheDir, modules);
  return {
    ...guarded,
    server: createApiServer(app),
    chunkId: found.results[0]!.chunkId,
    unforeseen: () => unforeseen.splice(0),
    async close() {
      stop.abort();
      await jobs.close();
      sessions.close();
    },
  };
}
