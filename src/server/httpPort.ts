/**
 * The port of a server on HTTP: how it is opened, who may reach it, how many connections it holds,
 * and the gates in front of every route.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { type JsonLimits, tooMuchJson } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import { isLoopback } from '../net/serviceAddress.ts';
import { HttpError } from './errors.ts';
import type { ApiEnv } from './schemas/openApi.ts';

/** Milliseconds. A client that sends slowly holds nothing but its own connection. */
export const HTTP_TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 30_000,
};

/** @param port 0: any. @returns its address. @throws CoraError USAGE for one that is taken */
export async function listenHttp(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(notListening(error, host, port)));
    // An empty host and "*" are every address.
    server.listen(port, host === '*' ? '' : host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return `http://${bracketed(host)}:${taken}`;
}

function notListening(error: Error, host: string, port: number): CoraError {
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const message = isTaken ? `Port ${port} of ${host} is taken.` : `${host}:${port} cannot be opened: ${error.message}`;
  return new CoraError('USAGE', message, {
    hint: 'Choose another with --port; 0 takes any that is free.',
    cause: error,
  });
}

// Who may talk to a server on HTTP: which addresses only this machine reaches, and whether a token
// is the right one.

/** The host of a server that was told no address: only this machine reaches it. */
export const DEFAULT_HOST = '127.0.0.1';

/** Addresses that stand for every one of the machine's. */
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '*', '']);

/**
 * Refuses to serve others without a token.
 * @param command for the hint.
 * @throws CoraError USAGE for an open address without a token
 */
export function mustBeGuarded(host: string, token: string | null, command: string): void {
  if (isLoopback({ hostname: bracketed(host) }) || token !== null) return;
  throw new CoraError('USAGE', `Others can reach ${host}, and no token is set.`, {
    hint: `CORA_TOKEN="$(openssl rand -hex 32)" ${command} --bind … ; clients send it as "Authorization: Bearer …"`,
  });
}

/**
 * Returns what the Host of a request may be, without the port.
 * @returns null under an address that stands for all of them: any name may be right, and a web page
 * does not know the token
 */
function hostNamesOf(host: string): string[] | null {
  if (WILDCARDS.has(host)) return null;
  return isLoopback({ hostname: bracketed(host) }) ? ['localhost', '127.0.0.1', '[::1]'] : [bracketed(host)];
}

/** Returns a host as it stands in an address: IPv6 in brackets. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** @param header of the request; compared in a time that tells nothing */
function isToken(header: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  return given !== undefined && timingSafeEqual(tokenDigest(given), tokenDigest(token));
}

function tokenDigest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The most turns to wait: one for each client that a server holds. */
const MOST_TURNS = 1500;

/**
 * Node accepts one connection in each turn of its event loop, and a turn in which searches compute
 * takes long: the last of a hundred clients that come together waited ten seconds to be heard.
 * @returns a wait: none if nobody has come, else until a turn brings nobody new
 */
export function arrivalsAt(server: Server): () => Promise<void> {
  let [accepted, settled] = [0, 0];
  let calm: Promise<void> | null = null;
  server.on('connection', () => {
    accepted += 1;
  });
  const untilCalm = async (): Promise<void> => {
    await turn();
    for (let turns = 0, before = -1; before !== accepted && turns < MOST_TURNS; turns++) {
      before = accepted;
      await turn();
    }
    settled = accepted;
    calm = null;
  };
  return async () => {
    if (accepted === settled) return;
    calm ??= untilCalm();
    await calm;
  };
}

// Limits how many connections a server on HTTP holds. One more than that takes the place of the
// oldest that waits for nothing: a request that is not whole yet, an answer that nobody fetches,
// one that is kept alive. So whoever asks a whole question, the state of the server among them,
// gets an answer, however many connections somebody opens and leaves.

/** More than can be in work, in line and in streams: one always waits for nothing. */
const MOST_CONNECTIONS = 1500;
/** Connections of one address. */
const MOST_OF_ONE = 1000;
/** Requests of one connection that have no answer yet. */
const MOST_UNANSWERED = 50;

interface Held {
  socket: Socket;
  address: string;
  exchanges: Set<Exchange>;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

export function limitConnections(server: Server): void {
  /** The connections, with those that were used last at the end. */
  const all = new Map<Socket, Held>();

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const held = [...all.values()];
    const own = held.filter((one) => one.address === address);
    const full = own.length >= MOST_OF_ONE ? own : held.length >= MOST_CONNECTIONS ? held : null;
    const dropped = full?.find((one) => !isBusy(one));
    if (full !== null && dropped === undefined) {
      socket.end(NO_ROOM);
      return;
    }
    if (dropped !== undefined) all.delete(dropped.socket);
    dropped?.socket.destroy();
    all.set(socket, { socket, address, exchanges: new Set() });
    socket.once('close', () => all.delete(socket));
  });

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const held = all.get(request.socket);
    if (held === undefined) return;
    if (held.exchanges.size >= MOST_UNANSWERED) {
      held.socket.destroy();
      return;
    }
    const exchange = { request, response };
    held.exchanges.add(exchange);
    response.once('close', () => {
      held.exchanges.delete(exchange);
      if (all.delete(held.socket)) all.set(held.socket, held);
    });
  });
}

/** True while the connection has a whole request without an answer. */
function isBusy({ exchanges }: Held): boolean {
  for (const { request, response } of exchanges) if (request.complete && !response.writableEnded) return true;
  return false;
}

const NO_ROOM_BODY = JSON.stringify({
  error: { code: 'BUSY', message: 'The server holds as many connections as it can.', hint: null, request_id: '' },
});
const NO_ROOM = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: application/json',
  `Content-Length: ${Buffer.byteLength(NO_ROOM_BODY)}`,
  'X-Content-Type-Options: nosniff',
  'Retry-After: 5',
  'Connection: close',
  '',
  NO_ROOM_BODY,
].join('\r\n');

// The gates in front of every route. They refuse other host names (DNS rebinding), pages of other
// origins (one that the user looks at must not search or remove their code), requests without the
// token that is set, and bodies that are no JSON or too large.

export interface AccessRules {
  /** The host on which the server listens. */
  host: string;
  token: string | null;
  /** Paths that hold no data: the page itself and whether the server lives. */
  isOpen(path: string): boolean;
}

export function checkAccess({ host, token, isOpen }: AccessRules): MiddlewareHandler<ApiEnv> {
  const names = hostNamesOf(host);
  return async (c, next) => {
    const { method, path } = c.req;
    const asked = c.req.header('host') ?? '';
    if (names !== null && !names.includes(nameIn(asked))) {
      throw new HttpError(403, 'FORBIDDEN_HOST', 'The server does not answer under this name.', {
        hint: `Ask for ${names.join(' or ')}.`,
      });
    }
    if (
      !isOwnOrigin(c.req.header('origin'), asked) ||
      !(isOwnSite(c.req.header('sec-fetch-site')) || (isOpen(path) && isLink(method, (name) => c.req.header(name))))
    ) {
      throw new HttpError(403, 'FORBIDDEN_ORIGIN', 'Pages of other origins may not ask this server.');
    }
    if (token !== null && !isOpen(path) && !isToken(c.req.header('authorization'), token)) {
      throw new HttpError(401, 'NO_TOKEN', 'A token is asked for.', {
        hint: 'Send it as "Authorization: Bearer …".',
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    await next();
  };
}

/** Without the port, in lower case; '' for what is no host. */
function nameIn(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
}

/** Programs send no Origin. A page sends its own: another port is another origin. */
function isOwnOrigin(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true;
  return /^https?:\/\//.test(origin) && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/** Browsers say where a request comes from also where they send no Origin. */
function isOwnSite(site: string | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}

/**
 * True for a link, which may stand on any page. A request that fills a frame or an object is none.
 */
function isLink(method: string, header: (name: string) => string | undefined): boolean {
  return method === 'GET' && header('sec-fetch-mode') === 'navigate' && header('sec-fetch-dest') === 'document';
}

// Refuses every body but JSON that says it is JSON (a form of another page can send text and fields
// only) and tells its size before.

/** The most bytes of a body, in which a long chat has room. */
const LARGEST = 4_000_000;
/** The limits of a body's JSON: a search is an object with lists. */
const JSON_LIMITS: JsonLimits = { bytes: LARGEST, depth: 32, values: 100_000 };

/** Where agents ask: serveHttp.ts. Their messages have limits of their own. */
export const MCP_PATH = '/mcp';

export const checkBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { method, path } = c.req;
  if (path === MCP_PATH) return next();
  const length = Number(c.req.header('content-length') ?? 0);
  const isChunked = c.req.header('transfer-encoding') !== undefined;
  if (isChunked) {
    throw new HttpError(411, 'NO_LENGTH', 'A body needs a Content-Length.', { headers: { Connection: 'close' } });
  }
  if (length > LARGEST) {
    // The connection closes, so the rest of the body is never read.
    throw new HttpError(413, 'TOO_LARGE', `A body has at most ${LARGEST} bytes.`, { headers: { Connection: 'close' } });
  }
  const type = c.req.header('content-type');
  const isJson = type === undefined ? length === 0 : /^application\/json *(;|$)/i.test(type);
  if (method !== 'GET' && method !== 'HEAD' && !isJson) {
    throw new HttpError(415, 'NOT_JSON', 'A body must be application/json.', {
      hint: 'Content-Type: application/json',
    });
  }
  // Whoever wants the body says that it broke off. Hono keeps the text for whoever wants the JSON.
  const tooMuch = length > 0 && isJson ? tooMuchJson(await c.req.text().catch(() => ''), JSON_LIMITS) : null;
  if (tooMuch !== null) throw new HttpError(413, 'TOO_LARGE', `The body is ${tooMuch}.`);
  await next();
};
