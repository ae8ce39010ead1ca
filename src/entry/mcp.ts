/** The MCP server: `cora mcp`. Opens nothing before it is asked, so that a client never waits for it to start. */

import type { CommandContext } from './commandContext.ts';
import { TOOL_NAMES } from './mcp/createServer.ts';
import { Places } from './mcp/places.ts';
import { readDescriptions } from './mcp/readDescriptions.ts';
import { serveStdio } from './mcp/serveStdio.ts';

/** Settles when the client is gone, or the process was asked to end. */
export async function serveMcp({ words, options, surroundings, settle, signal }: CommandContext): Promise<void> {
  const descriptions = readDescriptions(options.describe, TOOL_NAMES);
  const places = new Places({ dirs: words, surroundings, settle });
  try {
    await serveStdio({ places, builds: null, descriptions }, surroundings.log, signal);
  } finally {
    places.close();
  }
}
