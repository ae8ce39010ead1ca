/** The MCP server: `cora mcp`. Opens nothing before it is asked, so that a client never waits for it to start. */

import { ChildBuilds } from '../mcp/builds.ts';
import { readDescriptions, TOOL_NAMES } from '../mcp/createServer.ts';
import { Places, serveFleet } from '../mcp/places.ts';
import { serveStdio } from '../mcp/serveStdio.ts';
import type { CommandContext } from '../settings/commandContext.ts';
import { placeSettings } from '../settings/requests.ts';
import { DEFAULT_HOST } from './httpPort.ts';
import { serveHttp } from './serveMcpHttp.ts';

const DEFAULT_PORT = 8642;

/** Settles when the client is gone, or the process was asked to end. */
export async function serveMcp(context: CommandContext): Promise<void> {
  const { words, options, surroundings, settle, stderr, signal } = context;
  const { log } = surroundings;
  const descriptions = readDescriptions(options.describe, TOOL_NAMES);
  const builds = options.write === true ? new ChildBuilds(log) : null;
  const fleet = serveFleet(context);
  const places = new Places({
    dirs: words,
    surroundings,
    settingsOf: (dir) => placeSettings(settle(dir)),
    ...fleet?.request,
  });
  const served = { places, builds, descriptions };
  try {
    if (options.http !== true) await serveStdio(served, log, signal);
    else
      await serveHttp(served, {
        host: options.bind ?? DEFAULT_HOST,
        port: options.port ?? DEFAULT_PORT,
        token: options.token ?? null,
        log,
        signal,
        onListening: (url) => stderr.write(`Listening on ${url}\n`),
      });
  } finally {
    builds?.close();
    places.close();
    fleet?.close();
  }
}
