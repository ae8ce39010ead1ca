/** A server on standard input and output, for the client that started it. Ends when that client is gone. */

import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import type { Log } from '../../index.ts';
import { clientGone } from './clientGone.ts';
import { createServer, type Served } from './createServer.ts';
import { protocolOutput } from './protocolOutput.ts';

export async function serveStdio(served: Served, log: Log, signal: AbortSignal): Promise<void> {
  const transport = new StdioServerTransport(process.stdin, protocolOutput());
  const gone = clientGone(signal);
  const handle = serve(() => createServer(served), {
    transport,
    onerror: (error) => log.warn(error.message),
  });
  await gone;
  await handle.close();
}
