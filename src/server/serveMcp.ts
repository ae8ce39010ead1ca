/**
 * The MCP server: `cora mcp`. Opens nothing before it is asked, and loads little, so that a client
 * never waits for it to start.
 */

import { memoized } from '../base/concurrency.ts';
import { CoraError } from '../base/errors.ts';
import { serveStdio } from '../mcp/serveStdio.ts';
import type { CommandContext } from '../settings/commandContext.ts';
import type { OpenedServer } from './openServed.ts';

/** Milliseconds for a client to ask for lists. Then all is loaded, before the first question. */
const LOAD_AFTER = 500;

/** Settles when the client is gone, or the process was asked to end. */
export async function serveMcp(context: CommandContext): Promise<void> {
  const { words, options, surroundings, signal } = context;
  if (options.repo.length > 0 && words.length > 0)
    throw new CoraError('USAGE', 'Name directories, or repositories with --repo, not both.');
  let opened: OpenedServer | null = null;
  const open = memoized(async () => {
    const { openServed } = await import('./openServed.ts');
    opened ??= openServed(context);
    return opened;
  });
  const served = { mayWrite: options.write === true, open };
  try {
    if (options.http === true) {
      const { serveMcpHttp } = await import('./serveHttp.ts');
      await serveMcpHttp(context, served, (await open()).services);
    } else {
      setTimeout(() => void Promise.all([open(), import('../mcp/callTool.ts')]), LOAD_AFTER).unref();
      await serveStdio(served, surroundings.log, signal);
    }
  } finally {
    await (opened as OpenedServer | null)?.close();
  }
}
