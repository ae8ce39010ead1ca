/**
 * The one server on HTTP, for `cora serve` and `cora mcp --http`: puts it together, opens its port
 * and closes it; nothing that was begun is cut off before its time.
 */

import { spawn } from 'node:child_process';
import { createServer as createHttpServer, type Server } from 'node:http';
import { homedir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { modelFor } from '../ask/ask.ts';
import { tooMuchJson } from '../base/boundedJson.ts';
import { aborted, createGate } from '../base/concurrency.ts';
import { type CoraError, ifRefused, whenRefused } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { withProgramPath } from '../disk/processes.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { JobQueue } from '../fleet/jobQueue.ts';
import { createServer, type Served } from '../mcp/createServer.ts';
import { Places } from '../mcp/places.ts';
import { MESSAGE } from '../mcp/serveStdio.ts';
import { OpenSessions } from '../session/openSessions.ts';
import { SearchThreads } from '../session/searchThreads.ts';
import { type CommandContext, fleetOf } from '../settings/commandContext.ts';
import { answerSettings, indexSettings, searchSettings } from '../settings/requests.ts';
import { openWorkspaceFor } from '../view/workspace.ts';
import { type AddRoutes, type ApiApp, type ApiServices, createServerLog } from './apiServices.ts';
import { addHealth, createApp, ROUTES } from './createApp.ts';
import { HttpError } from './errors.ts';
import {
  arrivalsAt,
  DEFAULT_HOST,
  HTTP_TIMES,
  limitConnections,
  listenHttp,
  MCP_PATH,
  mustBeGuarded,
} from './httpPort.ts';
import { LiveRequests, Slots } from './liveRequests.ts';
import { openServedQueue, QueuedBuilds } from './servedJobs.ts';
import { placeKey, ServedRepositories } from './servedRepositories.ts';

/**
 * A search is computing for the most part; a few at once hide each other's waits for Git and for
 * the disk. Each thread that searches takes one, and one more that waits for it.
 */
const AT_ONCE = 4;
const EACH_THREAD = 2;
/**
 * The most requests that wait: a hundred clients that ask at the same time are answered, one after
 * the other.
 */
const MOST_WAITING = 500;
/**
 * If so many times more requests wait than work, those that come share a look at the working tree:
 * they wait longer than this anyway.
 */
const LONG_LINE = 2;
const GATHER_MS = 50;
/**
 * Places for questions to a model. Few may wait: an answer takes long, and the line moves slowly.
 */
const MODEL_SLOTS = { running: () => 4, waiting: 32 };
/** Paths that hold no data: the page asks for the token itself. */
const OPEN = new Set(['/', '/health', '/openapi.json']);

/** Serves the API, the page and agents. Settles when it was asked to end and has ended. */
export async function serveHttp(context: CommandContext): Promise<void> {
  const { options, surroundings, signal } = context;
  const access = accessOf(context, 'cora serve');
  const fleet = fleetOf(context);
  const sessions = new OpenSessions(new SearchThreads(surroundings.log));
  const dirs = await servedDirectories(context);
  const repositories = new ServedRepositories({ fleet, sessions, dirs, names: ['*'] });
  await repositories.list();
  const model = await modelFor(answerSettings(options), surroundings);
  const jobs = await openJobs(context, fleet, repositories);
  if (options.build === true && jobs !== null) await buildMissing(repositories, jobs);
  // Jobs are closed at once, so that whoever waits for one is told while the server still answers.
  signal.addEventListener('abort', () => void jobs?.close(), { once: true });
  const places = new Places(repositories, sessions);
  const builds = jobs === null ? null : new QueuedBuilds(async () => jobs);
  const served: Served = { mayWrite: jobs !== null, open: async () => ({ places, builds }) };
  try {
    const services = { repositories, sessions, fleet, model, jobs };
    const routes = [...ROUTES, mcpRoute(served, surroundings.log)];
    await serveApp(context, { access, services, routes, port: 8643, path: '' });
  } finally {
    await jobs?.close();
    repositories.close();
    sessions.close();
  }
}

/** Asks for an index of each repository that has none, or none that this version can read. */
async function buildMissing(repositories: ServedRepositories, jobs: JobQueue): Promise<void> {
  for (const repository of await repositories.list()) {
    const summary = await repositories.summaryOf(repository).catch(ifRefused(null));
    if (summary === null) await jobs.add({ repoId: placeKey(repository), kind: 'incremental', targetPath: null });
  }
}

/** Serves agents alone: `cora mcp --http`. Settles as serveHttp does. */
export function serveMcpHttp(context: CommandContext, served: Served, services: AppServices): Promise<void> {
  const access = accessOf(context, 'cora mcp --http');
  const routes = [addHealth, mcpRoute(served, context.surroundings.log)];
  return serveApp(context, { access, services, routes, port: 8642, path: MCP_PATH });
}

interface Access {
  host: string;
  token: string | null;
}

/** @throws CoraError USAGE for an open address without a token */
function accessOf({ options }: CommandContext, command: string): Access {
  const access = { host: options.bind ?? DEFAULT_HOST, token: options.token ?? null };
  mustBeGuarded(access.host, access.token, command);
  return access;
}

export type AppServices = Pick<ApiServices, 'repositories' | 'sessions' | 'fleet' | 'model' | 'jobs'>;

interface AppToServe {
  access: Access;
  services: AppServices;
  routes: readonly AddRoutes[];
  /** The port where the user names none. */
  port: number;
  /** The path that is told behind the address. */
  path: string;
}

async function serveApp(context: CommandContext, { access, services, routes, port, path }: AppToServe): Promise<void> {
  const { options, surroundings, stderr, signal } = context;
  const live = new LiveRequests();
  let arrivals: (() => Promise<void>) | undefined;
  const slots = new Slots({
    running: () => AT_ONCE + EACH_THREAD * services.sessions.threads,
    waiting: MOST_WAITING,
    begin: async () => arrivals?.(),
  });
  services.sessions.gather = async () => {
    if (slots.waiting > LONG_LINE * slots.running) await sleep(GATHER_MS);
  };
  const app = createApp({
    services: {
      ...services,
      search: searchSettings(options),
      surroundings,
      slots,
      modelSlots: new Slots(MODEL_SLOTS),
      stopping: signal,
    },
    access: { ...access, isOpen: (asked) => OPEN.has(asked) || asked.startsWith('/assets/') },
    live,
    log: createServerLog(stderr, options.verbose === true),
    routes,
  });
  const server = createApiServer(app);
  arrivals = arrivalsAt(server);
  const url = await listenHttp(server, access.host, options.port ?? port);
  stderr.write(`Listening on ${url}${path}\n`);
  if (options.open === true) showPage(`${url}/`, context);
  await aborted(signal);
  await stopServer(server, live);
}

/** Shows an address in the user's browser by the system's own opener, without a shell. */
function showPage(url: string, { surroundings: { env, log } }: CommandContext): void {
  const opener = openerOf(url, env);
  if (opener === null) {
    log.warn('There is no display to open a browser on.');
    return;
  }
  const [program, ...args] = opener;
  const child = spawn(program, args, {
    cwd: homedir(),
    env: withProgramPath(env),
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', (error) => log.warn(`The browser cannot be opened: ${error.message}`));
  child.unref();
}

type Opener = [program: string, ...args: string[]];

function openerOf(url: string, env: NodeJS.ProcessEnv): Opener | null {
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler', url];
  const hasDisplay = [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((name) => name !== undefined && name !== '');
  return hasDisplay ? ['xdg-open', url] : null;
}

/** @returns null where the home cannot be written: what is indexed answers all the same */
function openJobs(context: CommandContext, fleet: Fleet, repositories: ServedRepositories): Promise<JobQueue | null> {
  const { log } = context.surroundings;
  const lines = createServerLog(context.stderr, context.options.verbose === true);
  const withoutJobs = ({ message }: CoraError): null => {
    log.warn(`Nothing is indexed by this server: ${message}`);
    return null;
  };
  const request = { home: fleet.home, fleet, repositories, log, lines };
  return openServedQueue(request).catch(whenRefused(withoutJobs, 'STORE'));
}

/** Milliseconds for running requests to end, and then for their clients to be told. */
const GRACE = 10_000;
const LAST_WORDS = 500;
const LOOK = 50;

/** Makes a server that does not listen yet. */
export function createApiServer(app: ApiApp): Server {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: refuseUnreadable });
  const server = createHttpServer(HTTP_TIMES, (incoming, outgoing) => void listener(incoming, outgoing));
  limitConnections(server);
  return server;
}

/** Refuses what is no request at all: no Host, or one that is no name. */
function refuseUnreadable(): Response {
  const error = {
    code: 'BAD_REQUEST',
    message: 'This request cannot be answered.',
    hint: null,
    request_id: '',
  };
  return Response.json({ error }, { status: 400, headers: { 'X-Content-Type-Options': 'nosniff' } });
}

async function stopServer(server: Server, live: LiveRequests): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections that are kept alive become idle one after the other.
  const look = setInterval(() => server.closeIdleConnections(), LOOK);
  await Promise.race([closed, sleep(GRACE, undefined, { ref: false })]);
  live.abortAll();
  await Promise.race([closed, sleep(LAST_WORDS, undefined, { ref: false })]);
  clearInterval(look);
  server.closeAllConnections();
  await closed;
}

/** Returns the directories of the command line, else that of the repository around, if any. */
async function servedDirectories({ words, surroundings, settle }: CommandContext): Promise<readonly string[]> {
  if (words.length > 0) return words;
  const { dir } = surroundings;
  const opening = openWorkspaceFor(indexSettings(settle(dir)), surroundings);
  return opening.then(() => [dir]).catch(ifRefused([], 'NOT_A_REPOSITORY'));
}

// /mcp: the Model Context Protocol on streamable HTTP, for agents that somebody else starts. The
// tools are those of `cora mcp`.

/** @returns adds the route, which ends what runs when the server is asked to end */
export function mcpRoute(served: Served, log: Log): AddRoutes {
  return (app, { stopping, slots }) => {
    const onerror = (error: Error): void => log.warn(error.message);
    const serverOf = (): McpServer => {
      // A message may hold a hundred calls: they take one place of the line.
      const inOrder = createGate(1);
      return createServer({ ...served, turn: (signal, run) => inOrder(() => slots.use(signal, run)) });
    };
    const handler = createMcpHandler(serverOf, { onerror, maxRequestBodySize: MESSAGE.bytes });
    stopping.addEventListener('abort', () => void handler.close(), { once: true });
    app.on(['GET', 'POST', 'DELETE'], MCP_PATH, async (c) => {
      const { method, url, headers, body } = c.req.raw;
      // The body is measured before the SDK parses it.
      const message = method === 'POST' ? await readMessage(body) : null;
      const life = c.get('life');
      life.claimStream();
      life.limit(null);
      life.isStream = true;
      c.env.outgoing.once('close', () => life.end());
      const answer = await handler.fetch(new Request(url, { method, headers, body: message, signal: life.signal }));
      // Node and the client decide whether the connection stays open.
      answer.headers.delete('connection');
      return answer;
    });
  };
}

/** @throws HttpError 413, 400 for one that broke off */
async function readMessage(body: ReadableStream<Uint8Array> | null): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of body ?? []) {
      size += piece.length;
      if (size > MESSAGE.bytes) throw tooLarge(`more than ${MESSAGE.bytes} bytes`);
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError(400, 'BAD_JSON', 'The body broke off.');
  }
  const message = Buffer.concat(pieces);
  const tooMuch = tooMuchJson(message, MESSAGE);
  if (tooMuch !== null) throw tooLarge(tooMuch);
  return message;
}

function tooLarge(why: string): HttpError {
  return new HttpError(413, 'TOO_LARGE', `The request is ${why}.`, { headers: { Connection: 'close' } });
}
