/**
 * A server on streamable HTTP, for clients that somebody else starts. On the machine itself unless told otherwise; what comes
 * from a web page is refused by its Host and Origin, and on any other address a token is asked for.
 */

import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Log } from '../../index.ts';
import { aborted } from '../aborted.ts';
import { hostNamesOf, isToken, mustBeGuarded } from '../httpAccess.ts';
import { listenHttp } from '../listenHttp.ts';
import { createServer, type Served } from './createServer.ts';

export interface HttpRequest {
  host: string;
  /** 0 for any that is free. */
  port: number;
  /** What clients must send as `Authorization: Bearer …`; null for nothing. */
  token: string | null;
  log: Log;
  signal: AbortSignal;
  /** The address, once it answers. */
  onListening(url: string): void;
}

const PATH = '/mcp';
/** Bytes of a request: a long chat has room. */
const LARGEST = 4_000_000;

/** Settles when `signal` ends it. @throws CoraError USAGE for an open address without a token, or one that is taken */
export async function serveHttp(served: Served, request: HttpRequest): Promise<void> {
  const { host, port, token, signal } = request;
  mustBeGuarded(host, token, 'cora mcp --http');
  const { server, close } = createMcpHttpServer(served, request);
  try {
    request.onListening(`${await listenHttp(server, host, port)}${PATH}`);
    await aborted(signal);
  } finally {
    await close();
  }
}

/** Not listening yet. */
export function createMcpHttpServer(
  served: Served,
  { host, token, log }: Pick<HttpRequest, 'host' | 'token' | 'log'>,
): { server: Server; close(): Promise<void> } {
  const report = (error: Error): void => log.warn(error.message);
  const handler = createMcpHandler(() => createServer(served), { onerror: report, maxRequestBodySize: LARGEST });
  const answer = toNodeHandler(handler, { onerror: report, maxRequestBodySize: LARGEST });
  const mayPass = gateOf(host, token);
  const server = createHttpServer((incoming, outgoing) => {
    if (mayPass(incoming, outgoing)) void answer(incoming, outgoing);
  });
  return {
    server,
    async close() {
      await handler.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

type Gate = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Each gate that does not let a request pass has answered it. */
function gateOf(host: string, token: string | null): Gate {
  const names = hostNamesOf(host);
  const isRightHost = names === null ? () => true : hostHeaderValidation(names);
  const isRightOrigin = originValidation(names ?? []);
  return (request, response) =>
    isRightHost(request, response) &&
    isRightOrigin(request, response) &&
    isRightPath(request, response) &&
    hasToken(request, response, token);
}

function isRightPath({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  if (url.split('?', 1)[0] === PATH) return true;
  response.writeHead(404, { 'content-type': 'text/plain' }).end(`Not here: the server is at ${PATH}\n`);
  return false;
}

function hasToken({ headers }: IncomingMessage, response: ServerResponse, token: string | null): boolean {
  if (token === null || isToken(headers.authorization, token)) return true;
  response
    .writeHead(401, { 'content-type': 'text/plain', 'www-authenticate': 'Bearer' })
    .end('A token is asked for: "Authorization: Bearer …"\n');
  return false;
}
