/**
 * Opens what `cora mcp` answers from: repositories, their sessions, the builds that it may make.
 */

import { join } from 'node:path';
import { isCoraError } from '../base/errors.ts';
import type { OpenedPlaces } from '../mcp/createServer.ts';
import { Places } from '../mcp/places.ts';
import { OpenSessions } from '../session/openSessions.ts';
import type { CommandContext } from '../settings/commandContext.ts';
import { fleetOf } from '../settings/commandContext.ts';
import { createServerLog } from './logLines.ts';
import { openServedQueue, QueuedBuilds } from './servedJobs.ts';
import { ServedRepositories } from './servedRepositories.ts';
import { ServedSync } from './servedSync.ts';
import type { AppServices } from './serveHttp.ts';

export interface OpenedServer extends OpenedPlaces {
  /** For its routes on HTTP. */
  services: AppServices;
  /** Ends what runs. */
  close(): Promise<void>;
}

/**
 * Opens no repository yet. A sync of those that the settings list begins at once: its clients are
 * answered meanwhile.
 */
export function openServed(context: CommandContext): OpenedServer {
  const { words, options, surroundings, stderr, signal } = context;
  const { log, cacheDir } = surroundings;
  const fleet = fleetOf(context);
  const sessions = new OpenSessions();
  const { urls } = fleet.settings;
  const isListed = urls !== null && urls.length > 0 && words.length === 0;
  // A list in the environment is enough: what it names is served beside what the client works in.
  const besideClients = isListed && options.repo.length === 0;
  const names = besideClients ? ['*'] : options.repo;
  const repositories = new ServedRepositories({
    fleet,
    sessions,
    dirs: words,
    names,
    besideClients,
    submodules: options.submodules === true,
  });
  const sync = isListed ? new ServedSync(fleet, urls) : null;
  sync?.poke();
  const lines = createServerLog(stderr, options.verbose === true);
  const openQueue = (home: string) => openServedQueue({ home, fleet, repositories, log, lines });
  const builds = new QueuedBuilds(() =>
    openQueue(fleet.home).catch((error: unknown) => {
      if (!isCoraError(error) || error.code !== 'STORE') throw error;
      // A home that cannot be written keeps nobody from an index.
      return openQueue(join(cacheDir, 'jobs'));
    }),
  );
  // At once: whoever waits for a build is told while the server still answers.
  signal.addEventListener('abort', () => void builds.close(), { once: true });
  return {
    places: new Places(repositories, sessions, sync),
    builds: options.write === true ? builds : null,
    services: { repositories, sessions, fleet, model: null, jobs: null },
    async close() {
      await Promise.all([builds.close(), sync?.close()]);
      repositories.close();
      sessions.close();
    },
  };
}
