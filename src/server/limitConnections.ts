/**
 * Limits how many connections a server on HTTP holds. One more than that takes the place of the oldest that waits for nothing: a request
 * that is not whole yet, an answer that nobody fetches, one that is kept alive. So whoever asks a whole question, the state of the
 * server among them, gets an answer, however many connections somebody opens and leaves.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  all: number;
  /** Connections of one address. */
  each: number;
  /** Requests of one connection that have no answer yet. */
  unanswered: number;
}

/** More than requests can be in work, in line and in streams: then there is always one that waits for nothing. */
const LIMITS: ConnectionLimits = { all: 1500, each: 1000, unanswered: 50 };

interface Held {
  socket: Socket;
  address: string;
  exchanges: Set<Exchange>;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

export function limitConnections(server: Server, limits: ConnectionLimits = LIMITS): void {
  /** Those that were of use last are the last. */
  const all = new Map<Socket, Held>();
  const perAddress = new Map<string, number>();

  const leave = ({ socket, address }: Held): void => {
    if (!all.delete(socket)) return;
    const left = perAddress.get(address)! - 1;
    if (left === 0) perAddress.delete(address);
    else perAddress.set(address, left);
  };

  const drop = (from: (held: Held) => boolean): void => {
    for (const held of all.values()) {
      if (!from(held) || isBusy(held)) continue;
      leave(held);
      held.socket.destroy();
      return;
    }
  };

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = perAddress.get(address) ?? 0;
    if (count >= limits.each) drop((held) => held.address === address);
    else if (all.size >= limits.all) drop(() => true);
    if ((perAddress.get(address) ?? 0) >= limits.each || all.size >= limits.all) {
      socket.end(NO_ROOM);
      return;
    }
    const held: Held = { socket, address, exchanges: new Set() };
    all.set(socket, held);
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
    socket.once('close', () => leave(held));
  });

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const held = all.get(request.socket);
    if (held === undefined) return;
    if (held.exchanges.size >= limits.unanswered) {
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

/** Somebody has asked, and is to be answered. */
function isBusy({ exchanges }: Held): boolean {
  for (const { request, response } of exchanges) if (request.complete && !response.writableEnded) return true;
  return false;
}

const BODY = JSON.stringify({
  error: { code: 'BUSY', message: 'The server holds as many connections as it can.', hint: null, request_id: '' },
});
const NO_ROOM = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: application/json',
  `Content-Length: ${Buffer.byteLength(BODY)}`,
  'X-Content-Type-Options: nosniff',
  'Retry-After: 5',
  'Connection: close',
  '',
  BODY,
].join('\r\n');
