/**
 * The MCP server: `cora mcp`. Opens nothing before it is asked, so that a client never waits for it
 * to start.
 */

import { join } from 'node:path';
import { CoraError, isCoraError } from '../base/errors.ts';
import { readDescriptions } from '../mcp/createServer.ts';
import { Places } from '../mcp/places.ts';
import { serveStdio } from '../mcp/serveStdio.ts';
import { OpenSessions } from '../session/openSessions.ts';
import type { CommandContext } from '../settings/commandContext.ts';
import { fleetOf } from '../settings/commandContext.ts';
import { createServerLog } from './logLines.ts';
import { openServedQueue, QueuedBuilds } from './servedJobs.ts';
import { ServedRepositories } from './servedRepositories.ts';

/** Settles when the client is gone, or the process was asked to end. */
export async function serveMcp(context: CommandContext): Promise<void> {
  const { words, options, surroundings, stderr, signal } = context;
  const { log, cacheDir } = surroundings;
  const names = options.repo;
  if (names.length > 0 && words.length > 0)
    throw new CoraError('USAGE', 'Name directories, or repositories with --repo, not both.');
  const descriptions = readDescriptions(options.describe);
  const fleet = fleetOf(context);
  const sessions = new OpenSessions();
  const repositories = new ServedRepositories({ fleet, sessions, dirs: words, names });
  const lines = createServerLog(stderr, options.verbose === true);
  const openQueue = (home: string) => openServedQueue({ home, fleet, repositories, log, lines });
  const builds = new QueuedBuilds(() =>
    openQueue(fleet.home).catch((error: unknown) => {
      if (!isCoraError(error) || error.code !== 'STORE') throw error;
      // A home that cannot be written keeps nobody from an index.
      return openQueue(join(cacheDir, 'jobs'));
    }),
  );
  const places = new Places(repositories, sessions);
  const served = { places, builds: options.write === true ? builds : null, descriptions };
  try {
    if (options.http !== true) await serveStdio(served, log, signal);
    else {
      // At once: whoever waits for a build is told while the server still answers.
      signal.addEventListener('abort', () => void builds.close(), { once: true });
      const { serveMcpHttp } = await import('./serveHttp.ts');
      await serveMcpHttp(context, served, { repositories, sessions, fleet, model: null, jobs: null });
    }
  } finally {
    await builds.close();
    repositories.close();
    sessions.close();
  }
}
