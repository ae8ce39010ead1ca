/**
 * /mcp: the Model Context Protocol on streamable HTTP, for agents that somebody else starts. The
 * tools are those of `cora mcp`.
 */

import { createMcpHandler } from '@modelcontextprotocol/server';
import { tooMuchJson } from '../../base/boundedJson.ts';
import type { Log } from '../../base/types.ts';
import { createServer, type Served } from '../../mcp/createServer.ts';
import { MESSAGE } from '../../mcp/messagesWithin.ts';
import type { AddRoutes } from '../apiServices.ts';
import { HttpError } from '../errors.ts';
import { MCP_PATH } from '../gates.ts';

/** @returns adds the route, which ends what runs when the server is asked to end */
export function mcpRoute(served: Served, log: Log): AddRoutes {
  return (app, { stopping }) => {
    const onerror = (error: Error): void => log.warn(error.message);
    const handler = createMcpHandler(() => createServer(served), { onerror, maxRequestBodySize: MESSAGE.bytes });
    stopping.addEventListener('abort', () => void handler.close(), { once: true });
    app.on(['GET', 'POST', 'DELETE'], MCP_PATH, async (c) => {
      const { method, url, headers, body } = c.req.raw;
      // It is measured before the SDK takes it apart.
      const message = method === 'POST' ? await readMessage(body) : null;
      const life = c.get('life');
      life.claimStream();
      life.limit(null);
      life.isStream = true;
      c.env.outgoing.once('close', () => life.end());
      const answer = await handler.fetch(new Request(url, { method, headers, body: message, signal: life.signal }));
      // Whether the connection stays is between Node and the client.
      answer.headers.delete('connection');
      return answer;
    });
  };
}

/** @throws HttpError 413 */
async function readMessage(body: ReadableStream<Uint8Array> | null): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > MESSAGE.bytes) throw tooLarge(`more than ${MESSAGE.bytes} bytes`);
    pieces.push(piece);
  }
  const message = Buffer.concat(pieces);
  const tooMuch = tooMuchJson(message, MESSAGE);
  if (tooMuch !== null) throw tooLarge(tooMuch);
  return message;
}

function tooLarge(why: string): HttpError {
  return new HttpError(413, 'TOO_LARGE', `The request is ${why}.`, { headers: { Connection: 'close' } });
}
