/** Opens the port of the HTTP API and closes it again: nothing that was begun is cut off before its time. */

import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { aborted } from '../base/aborted.ts';
import type { ApiApp } from './apiTypes.ts';
import { limitConnections } from './limitConnections.ts';
import { HTTP_TIMES, listenHttp } from './listenHttp.ts';
import type { LiveRequests } from './liveRequests.ts';

export interface ServeRequest {
  app: ApiApp;
  live: LiveRequests;
  host: string;
  /** 0 for any that is free. */
  port: number;
  signal: AbortSignal;
  /** The address, once it answers. */
  onListening(url: string): void;
}

/** Milliseconds for running requests to end after `signal`, and then for their clients to be told. */
const GRACE = 10_000;
const LAST_WORDS = 500;
const LOOK = 50;

/** Settles when `signal` has ended it and nothing runs any more. @throws CoraError USAGE for a port that cannot be opened */
export async function serveApi({ app, live, host, port, signal, onListening }: ServeRequest): Promise<void> {
  const server = createApiServer(app);
  onListening(await listenHttp(server, host, port));
  await aborted(signal);
  await stop(server, live);
}

/** Not listening yet. */
export function createApiServer(app: ApiApp): Server {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: refuse });
  const server = createServer(HTTP_TIMES, (incoming, outgoing) => void listener(incoming, outgoing));
  limitConnections(server);
  return server;
}

/** What is no request at all: no Host, or one that is no name. Nothing of ours has seen it. */
function refuse(): Response {
  const error = {
    code: 'BAD_REQUEST',
    message: 'This is no request that can be answered.',
    hint: null,
    request_id: '',
  };
  return Response.json({ error }, { status: 400, headers: { 'X-Content-Type-Options': 'nosniff' } });
}

async function stop(server: Server, live: LiveRequests): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections that are kept alive become idle one after the other.
  const look = setInterval(() => server.closeIdleConnections(), LOOK);
  await within(closed, GRACE);
  live.abortAll();
  await within(closed, LAST_WORDS);
  clearInterval(look);
  server.closeAllConnections();
  await closed;
}

function within(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
