/**
 * The HTTP API as one function from request to response: gates, routes, errors, the log, the
 * OpenAPI document. serveHttp.ts opens its port.
 */

import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { codexStatus } from '../ask/codex.ts';
import { CoraError } from '../base/errors.ts';
import { lazy } from '../base/lists.ts';
import { nearest } from '../base/nearest.ts';
import { TOOL_VERSION } from '../base/version.ts';
import type { AddRoutes, ApiApp, ApiServices, WriteLog } from './apiServices.ts';
import { answerFault, badRequest, faultOf, HttpError, UNEXPECTED } from './errors.ts';
import { type AccessRules, checkAccess, checkBody } from './httpPort.ts';
import { type LiveRequests, stopping } from './liveRequests.ts';
import { addFiles } from './routes/files.ts';
import { addJobs } from './routes/jobs.ts';
import { addQuery } from './routes/query.ts';
import { addRepos } from './routes/repos.ts';
import { addSearch } from './routes/search.ts';
import { type ApiEnv, jsonRoutesOf, type RequestLife } from './schemas/openApi.ts';
import * as schemas from './schemas/serverState.ts';

interface AppRequest {
  services: ApiServices;
  access: AccessRules;
  live: LiveRequests;
  log: WriteLog;
  routes: readonly AddRoutes[];
}

/** Milliseconds for an answer, waiting for its turn included. */
const LIMIT = 30_000;

/** Nothing that is answered is ever shown as a page, framed, guessed at or kept. */
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
};

const DOCUMENT: Parameters<ApiApp['getOpenAPI31Document']>[0] = {
  openapi: '3.1.0',
  info: {
    title: 'Cora',
    version: TOOL_VERSION,
    description: 'Search indexed Git repositories and ask about them. docs/http.md has examples.',
  },
  servers: [{ url: '/' }],
  security: [{}, { bearer: [] }],
};

export function createApp({ services, access, live, log, routes }: AppRequest): ApiApp {
  const app: ApiApp = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw badRequest(result.error);
    },
  });
  app.use(lifeOf(live, services.stopping, log));
  app.use(async (_, next) => {
    if (services.stopping.aborted) throw stopping();
    await next();
  });
  app.use(checkAccess(access));
  app.use(checkBody);
  for (const addTo of routes) addTo(app, services);
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'Needed if the server has a token. It always has one on an address that other machines can reach.',
  });
  // It takes 30 ms to make, and whoever has no token may ask for it, too.
  const document = lazy(() => JSON.stringify(app.getOpenAPI31Document(DOCUMENT)));
  app.get('/openapi.json', (c) => c.body(document(), 200, { 'Content-Type': 'application/json' }));
  app.notFound((c) => answerFault(c, faultOf(notHere(app, c), c.get('life').signal)));
  app.onError((error, c) => answerFault(c, faultOf(error, c.get('life').signal)));
  return app;
}

/** A request id, a time limit, the headers of every answer, a line in the log. */
function lifeOf(live: LiveRequests, isStopping: AbortSignal, log: WriteLog): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // Hono takes the path `/*` for the pattern, and runs what stands at it twice.
    if ((c.get('life') as RequestLife | undefined) !== undefined) return next();
    const began = performance.now();
    const given = c.req.header('x-request-id') ?? '';
    const requestId = /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
    c.set('requestId', requestId);
    const life = live.begin(c.req.raw.signal, LIMIT, c.env?.incoming?.socket.remoteAddress);
    c.set('life', life);
    try {
      await next();
    } finally {
      if (!life.isStream) life.end();
    }
    // Each call of c.header would make the response anew, with its text as a stream.
    const { status, headers } = c.res;
    headers.set('X-Request-Id', requestId);
    for (const [name, value] of Object.entries(HEADERS)) if (!headers.has(name)) headers.set(name, value);
    if (isStopping.aborted) headers.set('Connection', 'close');
    const isUnexpected = c.error !== undefined && faultOf(c.error, life.signal).code === UNEXPECTED;
    log(status >= 500 ? 'error' : 'info', {
      request_id: requestId,
      method: c.req.method,
      // The pattern stands in the log, and nothing that was asked or that a caller made up.
      route: routeOf(c),
      status,
      ms: Math.round((performance.now() - began) * 10) / 10,
      ...(isUnexpected ? { error: c.error?.stack ?? String(c.error) } : {}),
    });
  };
}

/** Returns the pattern of the route; '' where none fits, as middleware stands at `*`. */
function routeOf(c: Context): string {
  const route = routePath(c, -1);
  return route.includes('*') ? '' : route;
}

/** The most characters of a route in the log. */
const LONGEST_ROUTE = 60;

/**
 * Makes the error for a request that no route takes. For a path that is there it names the methods.
 */
function notHere(app: ApiApp, c: Context<ApiEnv>): HttpError {
  const { path } = c.req;
  const fits = app.routes.filter(({ method, path: pattern }) => method !== 'ALL' && pathFits(pattern, path));
  if (fits.length === 0) {
    const known = app.routes.flatMap(({ method, path: one }) => (method === 'ALL' || /[:*]/.test(one) ? [] : [one]));
    const near = nearest(path.slice(0, LONGEST_ROUTE), known);
    return new HttpError(404, 'NO_ROUTE', 'There is nothing at this address.', {
      hint: `${near === undefined || near === '/' ? '' : `Did you mean ${near}? `}GET /openapi.json says what there is.`,
    });
  }
  const methods = [...new Set(fits.map(({ method }) => method))].sort().join(', ');
  return new HttpError(405, 'WRONG_METHOD', `This address takes ${methods}.`, { headers: { Allow: methods } });
}

function pathFits(pattern: string, path: string): boolean {
  const parts = pattern.split('/');
  const asked = path.split('/');
  return parts.length === asked.length && parts.every((part, at) => part.startsWith(':') || part === asked[at]);
}

export const addHealth: AddRoutes = (app, { slots, surroundings }) => {
  const add = jsonRoutesOf(app, 'server');
  const began = performance.now();
  add(
    'get',
    '/health',
    'Whether the server lives, and how much it has to do',
    { answer: schemas.health, says: 'It does.', security: [] },
    () => {
      const uptime = Math.round((performance.now() - began) / 1000);
      const requests = { running: slots.running, waiting: slots.waiting };
      return { status: 'healthy' as const, version: TOOL_VERSION, uptime_seconds: uptime, requests };
    },
  );
  add(
    'get',
    '/codex/status',
    'Whether the Codex CLI is installed and logged in; asks no server',
    { answer: schemas.codexStatusBody, says: 'What codex --version and codex login status say.' },
    (_, signal) => slots.use(signal, () => codexStatus(surroundings.env, signal)),
  );
};

export const ROUTES: readonly AddRoutes[] = [addHealth, addRepos, addJobs, addSearch, addQuery, addFiles, addPage];

// GET / and /assets/…: the web page, one HTML file with its scripts and styles. It holds no data
// and is open to everybody; it asks for the token itself. All of it is read when it is first asked
// for, so that no path of a request ever reaches the disk.

interface PageFile {
  body: Uint8Array<ArrayBuffer>;
  type: string;
  etag: string;
}

/** The page's own scripts run and nothing else; no string ever becomes markup or code. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const PAGE_HEADERS = {
  ...HEADERS,
  'Content-Security-Policy': POLICY,
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** For files whose names hold a hash of their content. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const BUILT = fileURLToPath(new URL('./web/', import.meta.url));

/** @throws CoraError PLATFORM where the installation lacks the page, when it is first asked for */
export function createPage(folder: string = BUILT): (request: Request) => Response {
  const files = lazy(() => readPage(folder));
  return (request) => {
    const { pathname } = new URL(request.url);
    const file = files().get(pathname);
    return file === undefined ? gone() : answer(request, file, pathname === '/' ? ASK_AGAIN : FOR_EVER);
  };
}

function readPage(folder: string): Map<string, PageFile> {
  try {
    const assets = readdirSync(join(folder, 'assets')).sort();
    return new Map([
      ['/', readPageFile(join(folder, 'index.html'))],
      ...assets.map((name) => [`/assets/${name}`, readPageFile(join(folder, 'assets', name))] as const),
    ]);
  } catch (cause) {
    throw new CoraError('PLATFORM', 'This installation of Cora comes without its web page.', {
      hint: 'npm run build',
      cause,
    });
  }
}

function readPageFile(path: string): PageFile {
  const body = new Uint8Array(readFileSync(path));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag, type: TYPES[extname(path)] ?? 'application/octet-stream' };
}

function answer(request: Request, { body, type, etag }: PageFile, caching: string): Response {
  const headers = { ...PAGE_HEADERS, ETag: etag, 'Cache-Control': caching, 'Content-Type': type };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

function gone(): Response {
  return new Response('The page has no such file.\n', {
    status: 404,
    headers: { ...PAGE_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

export function addPage(app: ApiApp): void {
  const page = createPage();
  app.get('/', (c) => page(c.req.raw));
  app.get('/assets/*', (c) => page(c.req.raw));
}
