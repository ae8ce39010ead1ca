/** `cora serve`: puts the HTTP API together, opens its port and closes it; nothing that was begun is cut off before its time. */

import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { homedir } from 'node:os';
import { getRequestListener } from '@hono/node-server';
import { modelFor } from '../ask/ask.ts';
import { aborted } from '../base/concurrency.ts';
import { isCoraError } from '../base/errors.ts';
import { withProgramPath } from '../base/paths.ts';
import { inertJson } from '../base/renderText.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { JobQueue } from '../fleet/indexJobs.ts';
import { OpenSessions } from '../session/openSessions.ts';
import type { CommandContext, Output } from '../settings/commandContext.ts';
import { fleetOf } from '../settings/commandContext.ts';
import { answerSettings, indexSettings, searchSettings } from '../settings/requests.ts';
import { openWorkspaceFor } from '../view/surroundings.ts';
import type { ApiApp } from './apiServices.ts';
import { createApp, createRequestLog, ROUTES } from './createApp.ts';
import { DEFAULT_HOST, HTTP_TIMES, limitConnections, listenHttp, mustBeGuarded } from './httpPort.ts';
import { LiveRequests, Slots } from './liveRequests.ts';
import { logJob, openServedJobs, runIndexJob } from './servedJobs.ts';
import { ServedRepositories } from './servedRepositories.ts';

const DEFAULT_PORT = 8643;
/** A search is computing for the most part; a few at once hide each other's waits for Git and for the disk. */
const AT_ONCE = 4;
/** A hundred clients that ask at the same time are answered, one after the other. */
const MOST_WAITING = 500;
/** An answer of a model takes long, and the line moves slowly. */
const MODEL_SLOTS = { running: 4, waiting: 32 };
/** Paths that hold no data: the page asks for the token itself. */
const OPEN = new Set(['/', '/health', '/openapi.json']);

/** Settles when the process was asked to end and what was running has ended. */
export async function serveHttpApi(context: CommandContext): Promise<void> {
  const { options, surroundings, stderr, signal } = context;
  const host = options.bind ?? DEFAULT_HOST;
  const token = options.token ?? null;
  mustBeGuarded(host, token, 'cora serve');
  const fleet = fleetOf(context);
  const repositories = await ServedRepositories.open(fleet, await servedDirectories(context));
  const model = await modelFor(answerSettings(options), surroundings);
  const sessions = new OpenSessions();
  const jobs = await openJobs(context, fleet, repositories);
  // At once, so that whoever waits for a job is told while the server still answers.
  signal.addEventListener('abort', () => void jobs?.close(), { once: true });
  const live = new LiveRequests();
  const app = createApp({
    services: {
      repositories,
      sessions,
      fleet,
      search: searchSettings(options),
      surroundings,
      slots: new Slots({ running: AT_ONCE, waiting: MOST_WAITING }),
      model,
      modelSlots: new Slots(MODEL_SLOTS),
      jobs,
      stopping: signal,
    },
    access: { host, token, isOpen: (path) => OPEN.has(path) || path.startsWith('/assets/') },
    live,
    log: createRequestLog(logWriter(stderr), options.verbose === true),
    routes: ROUTES,
  });
  try {
    await serveApi({
      app,
      live,
      host,
      port: options.port ?? DEFAULT_PORT,
      signal,
      onListening: (url) => {
        stderr.write(`Listening on ${url}\n`);
        if (options.open === true) showPage(`${url}/`, context);
      },
    });
  } finally {
    await jobs?.close();
    sessions.close();
  }
}

/** Lines of JSON, in which an error may quote a path. */
function logWriter(stderr: Output): (line: string) => void {
  return (line) => stderr.write(inertJson(line));
}

function showPage(url: string, { surroundings: { env, log } }: CommandContext): void {
  const isShown = openBrowser(url, env, (why) => log.warn(`The browser cannot be opened: ${why}`));
  if (!isShown) log.warn('There is no display to open a browser on.');
}

/** @returns null where the home cannot be written: what is indexed answers all the same */
async function openJobs(
  { options, surroundings, stderr }: CommandContext,
  fleet: Fleet,
  repositories: ServedRepositories,
): Promise<JobQueue | null> {
  const log = { write: logWriter(stderr), isVerbose: options.verbose === true };
  try {
    return await openServedJobs({
      home: fleet.home,
      repositories,
      log: surroundings.log,
      run: (repository, job, report, signal) =>
        logJob(log, repository.id, job, signal, () =>
          runIndexJob({ fleet, repositories, repository, job, report, signal }),
        ),
    });
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'STORE') throw error;
    surroundings.log.warn(`Nothing is indexed by this server: ${error.message}`);
    return null;
  }
}

// Opens the port of the HTTP API and closes it again: nothing that was begun is cut off before its time.

interface ServeRequest {
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
async function serveApi({ app, live, host, port, signal, onListening }: ServeRequest): Promise<void> {
  const server = createApiServer(app);
  onListening(await listenHttp(server, host, port));
  await aborted(signal);
  await stopServer(server, live);
}

/** Not listening yet. */
export function createApiServer(app: ApiApp): Server {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: refuseUnreadable });
  const server = createServer(HTTP_TIMES, (incoming, outgoing) => void listener(incoming, outgoing));
  limitConnections(server);
  return server;
}

/** What is no request at all: no Host, or one that is no name. Nothing of ours has seen it. */
function refuseUnreadable(): Response {
  const error = {
    code: 'BAD_REQUEST',
    message: 'This is no request that can be answered.',
    hint: null,
    request_id: '',
  };
  return Response.json({ error }, { status: 400, headers: { 'X-Content-Type-Options': 'nosniff' } });
}

async function stopServer(server: Server, live: LiveRequests): Promise<void> {
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

// Which directories `cora serve` answers for beside the fleet.

/** @returns those of the command line, else the repository around the working directory, if there is one */
async function servedDirectories({ words, surroundings, settle }: CommandContext): Promise<readonly string[]> {
  if (words.length > 0) return words;
  const { dir } = surroundings;
  try {
    await openWorkspaceFor(indexSettings(settle(dir)), surroundings);
    return [dir];
  } catch (error) {
    if (isCoraError(error) && error.code === 'NOT_A_REPOSITORY') return [];
    throw error;
  }
}

// Shows an address in the user's browser, through what the system has for that; no shell reads the address.

/**
 * @param failed is told why, where it cannot be shown
 * @returns false where there is nobody who could see it
 */
function openBrowser(url: string, env: NodeJS.ProcessEnv, failed: (why: string) => void): boolean {
  const opener = openerOf(url, env);
  if (opener === null) return false;
  const [program, ...args] = opener;
  const child = spawn(program, args, {
    cwd: homedir(),
    env: withProgramPath(env),
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', (error) => failed(error.message));
  child.unref();
  return true;
}

type Opener = [program: string, ...args: string[]];

function openerOf(url: string, env: NodeJS.ProcessEnv): Opener | null {
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler', url];
  const hasDisplay = [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((name) => name !== undefined && name !== '');
  return hasDisplay ? ['xdg-open', url] : null;
}
