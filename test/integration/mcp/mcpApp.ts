/** The route /mcp of a server on HTTP in this process, not listening, and with nothing beside it. */

import type { Server } from 'node:http';
import { silentLog } from '../../../src/base/log.ts';
import type { Served } from '../../../src/mcp/createServer.ts';
import type { ApiServices } from '../../../src/server/apiServices.ts';
import { createApp } from '../../../src/server/createApp.ts';
import { LiveRequests, Slots } from '../../../src/server/liveRequests.ts';
import { ServedRepositories } from '../../../src/server/servedRepositories.ts';
import { createApiServer, mcpRoute } from '../../../src/server/serveHttp.ts';
import { OpenSessions } from '../../../src/session/openSessions.ts';
import { fleetOf } from '../../../src/settings/commandContext.ts';
import type { Options } from '../../../src/settings/options.ts';
import type { Surroundings } from '../../../src/settings/requests.ts';

/** As src/server/serveMcp.ts makes it for these directories. */
export function registryOf(
  dirs: readonly string[],
  surroundings: Surroundings,
  settle: (dir: string) => Options,
  sessions = new OpenSessions(),
) {
  const options = { ...settle(surroundings.dir), 'repos-base-dir': surroundings.cacheDir };
  const fleet = fleetOf({ options, surroundings, settle });
  return { sessions, registry: new ServedRepositories({ fleet, sessions, dirs, names: [] }) };
}

export function mcpServer(
  served: Served,
  slots = new Slots({ running: () => 4, waiting: 500 }),
): { server: Server; live: LiveRequests; close(): void } {
  const stop = new AbortController();
  const live = new LiveRequests();
  const app = createApp({
    services: { stopping: stop.signal, slots } as ApiServices,
    access: { host: '127.0.0.1', token: null, isOpen: () => false },
    live,
    log: () => undefined,
    routes: [mcpRoute(served, silentLog)],
  });
  const server = createApiServer(app);
  return {
    server,
    live,
    close() {
      stop.abort();
      server.closeAllConnections();
      server.close();
    },
  };
}
