/**
 * A server on streamable HTTP, for clients that somebody else starts. On the machine itself unless told otherwise; what comes
 * from a web page is refused by its Host and Origin, and on any other address a token is asked for.
 */

import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { tooMuchJson } from '../base/boundedJson.ts';
import { aborted } from '../base/concurrency.ts';
import type { Log } from '../base/types.ts';
import { createServer, type Served } from '../mcp/createServer.ts';
import { MESSAGE } from '../mcp/messagesWithin.ts';
import { HTTP_TIMES, hostNamesOf, isToken, limitConnections, listenHttp, mustBeGuarded } from './httpPort.ts';

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
const LARGEST = MESSAGE.bytes;
/** Requests at once, whole ones; a client of MCP sends a few. */
const MOST_RUNNING = 200;
/** The most turns that one client address may hold. */
const MOST_OF_ONE = 150;
/** Bodies that are on their way. One more takes the place of the oldest. */
const MOST_BODIES = 100;

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
  const bodies = new Set<IncomingMessage>();
  const turns = new Turns();

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (incoming.method !== 'POST') {
      if (turns.take(incoming, outgoing)) await answer(incoming, outgoing);
      return;
    }
    const [oldest] = bodies;
    if (oldest !== undefined && bodies.size >= MOST_BODIES) {
      // At once: it hears of its end later, and the next one must not choose it again.
      bodies.delete(oldest);
      oldest.destroy();
    }
    bodies.add(incoming);
    const body = await readWithin(incoming).finally(() => bodies.delete(incoming));
    // It is measured before the SDK takes it apart.
    const why = body === null ? `more than ${LARGEST} bytes` : tooMuchJson(body, MESSAGE);
    if (body === null || why !== null) return refuse(outgoing, 413, `The request is ${why}.`);
    if (!turns.take(incoming, outgoing)) return;
    const { method, url, headers } = incoming;
    await answer(Object.assign(Readable.from([body]), { method, url, headers }), outgoing);
  }

  const server = createHttpServer(HTTP_TIMES, (incoming, outgoing) => {
    if (!mayPass(incoming, outgoing)) return;
    handle(incoming, outgoing).catch((error: Error) => {
      // Its client has gone in the middle.
      outgoing.destroy();
      report(error);
    });
  });
  limitConnections(server);
  return {
    server,
    async close() {
      await handler.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Requests that are in work. */
class Turns {
  readonly #addresses: (string | undefined)[] = [];

  /** @returns false where the request was refused, or nobody waits for its answer any more */
  take({ socket: { remoteAddress } }: IncomingMessage, outgoing: ServerResponse): boolean {
    if (outgoing.closed) return false;
    const ofOne = this.#addresses.filter((one) => one === remoteAddress).length;
    if (this.#addresses.length >= MOST_RUNNING || ofOne >= MOST_OF_ONE) {
      outgoing.setHeader('retry-after', '1');
      refuse(outgoing, 503, 'Too many requests are in work.');
      return false;
    }
    this.#addresses.push(remoteAddress);
    outgoing.once('close', () => this.#addresses.splice(this.#addresses.indexOf(remoteAddress), 1));
    return true;
  }
}

/** @returns null where it is too large */
async function readWithin(incoming: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  // The connection stays for the refusal.
  for await (const piece of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > LARGEST) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function refuse(outgoing: ServerResponse, status: number, said: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(`${said}\n`);
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
    isRightPort(request, response) &&
    isRightPath(request, response) &&
    hasToken(request, response, token);
}

/** Another port of this machine is another origin, and its page may be anybody's. The SDK compares names alone. */
function isRightPort({ headers: { origin }, socket }: IncomingMessage, response: ServerResponse): boolean {
  if (origin === undefined) return true;
  const { protocol, port } = new URL(origin);
  if (Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port) === socket.localPort) return true;
  response.writeHead(403, { 'content-type': 'text/plain' }).end('Pages of other origins may not ask this server.\n');
  return false;
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
