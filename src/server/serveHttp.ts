/** The HTTP API: `cora serve`. What it answers stands in http/routes/. */

import { modelFor } from '../ask/ask.ts';
import { isCoraError } from '../base/errors.ts';
import { inertJson } from '../base/renderText.ts';
import { fleetOf } from '../fleet/fleetContext.ts';
import type { Fleet } from '../fleet/fleetTypes.ts';
import type { JobQueue } from '../fleet/jobTypes.ts';
import type { CommandContext, Output } from '../session/commandContext.ts';
import { OpenSessions } from '../session/openSessions.ts';
import { createApp } from './createApp.ts';
import { DEFAULT_HOST, mustBeGuarded } from './httpAccess.ts';
import { LiveRequests } from './liveRequests.ts';
import { logJob } from './logJobs.ts';
import { openBrowser } from './openBrowser.ts';
import { createRequestLog } from './requestLog.ts';
import { ROUTES } from './routes.ts';
import { runIndexJob } from './runIndexJob.ts';
import { serveApi } from './serveApi.ts';
import { servedDirectories } from './servedDirectories.ts';
import { openServedJobs } from './servedJobs.ts';
import { ServedRepositories } from './servedRepositories.ts';
import { Slots } from './slots.ts';

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
  const model = await modelFor(options, surroundings);
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
      options,
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
        if (options.open === true) show(`${url}/`, context);
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

function show(url: string, { surroundings: { env, log } }: CommandContext): void {
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
