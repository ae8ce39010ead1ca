/**
 * Opens what `cora mcp` answers from (repositories, their sessions, the builds that it may make),
 * and keeps the repositories that its settings list up to date.
 */

import { join } from 'node:path';
import { asSentence, isCoraError, whenRefused } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import type { Fleet, FleetRepository, SyncReport } from '../fleet/fleet.ts';
import { withoutSecrets } from '../fleet/networkGit.ts';
import { readAddress } from '../fleet/readAddress.ts';
import type { OpenedPlaces } from '../mcp/createServer.ts';
import { Places } from '../mcp/places.ts';
import { OpenSessions } from '../session/openSessions.ts';
import { SearchThreads } from '../session/searchThreads.ts';
import { type CommandContext, fleetOf } from '../settings/commandContext.ts';
import { syncFlags } from '../settings/requests.ts';
import { prepareHome } from '../settings/userFolders.ts';
import { createServerLog } from './apiServices.ts';
import { openServedQueue, QueuedBuilds, runCora } from './servedJobs.ts';
import { ServedRepositories } from './servedRepositories.ts';
import type { AppServices } from './serveHttp.ts';

export interface OpenedServer extends OpenedPlaces {
  /** The services of its routes on HTTP. */
  services: AppServices;
  /** Ends what runs. */
  close(): Promise<void>;
}

/** Opens no repository yet. A sync of those that the settings list begins at once. */
export function openServed(context: CommandContext): OpenedServer {
  const { words, options, surroundings, stderr, signal } = context;
  const { log, cacheDir } = surroundings;
  const fleet = fleetOf(context);
  const sessions = new OpenSessions(options.http === true ? new SearchThreads(log) : null);
  const { urls } = fleet.settings;
  const isListed = urls !== null && urls.length > 0 && words.length === 0;
  // A list in the environment is enough: what it names is served beside what the client works in.
  const besideClients = isListed && options.repo.length === 0;
  const names = besideClients ? ['*'] : options.repo;
  const repositories = new ServedRepositories({
    fleet,
    sessions,
    dirs: words,
    names,
    besideClients,
    submodules: options.submodules === true,
  });
  const sync = isListed ? new ServedSync(fleet, urls) : null;
  sync?.poke();
  const lines = createServerLog(stderr, options.verbose === true);
  const openQueue = (home: string) => openServedQueue({ home, fleet, repositories, log, lines });
  const builds = new QueuedBuilds(() =>
    // If the home cannot be written, jobs are kept in the cache.
    openQueue(fleet.home).catch(whenRefused(() => openQueue(join(cacheDir, 'jobs')), 'STORE')),
  );
  // Builds are closed at once, so that whoever waits for one is told while the server still
  // answers.
  signal.addEventListener('abort', () => void builds.close(), { once: true });
  return {
    places: new Places(repositories, sessions, sync),
    builds: options.write === true ? builds : null,
    services: { repositories, sessions, fleet, model: null, jobs: null },
    async close() {
      await Promise.all([builds.close(), sync?.close()]);
      repositories.close();
      sessions.close();
    },
  };
}

// Keeps the repositories that the settings list (`CORA_REPOS_URLS`) up to date while a server
// answers from what is there: `cora sync` in a process of its own, which asks those that are due.

/** The fewest milliseconds between two syncs, whatever the interval: each is a process. */
const LEAST_PAUSE = 10_000;

type Known = Pick<FleetRepository, 'url' | 'name' | 'lastIndexed' | 'error'>;

/** Runs `cora sync` now and then. */
export class ServedSync {
  readonly #fleet: Fleet;
  readonly #urls: readonly string[];
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  #began = Number.NEGATIVE_INFINITY;

  constructor(fleet: Fleet, urls: readonly string[]) {
    this.#fleet = fleet;
    this.#urls = urls;
  }

  /** Starts a sync, unless one runs or the last one began less than an interval ago. */
  poke(): void {
    const { settings, surroundings } = this.#fleet;
    const pause = Math.max(settings.intervalMs, LEAST_PAUSE);
    if (this.#running !== null || this.#stop.signal.aborted || performance.now() - this.#began < pause) return;
    this.#began = performance.now();
    this.#running = this.#sync(surroundings.log).finally(() => {
      this.#running = null;
    });
  }

  /** Returns lines for an answer: what is still being fetched or indexed, and what could not be. */
  notes(known: readonly Known[]): string[] {
    const building = this.pending(known);
    const failed = known.filter(({ lastIndexed, error }) => lastIndexed === null && error !== null);
    return [
      ...(building.length === 0 ? [] : [`Being fetched and indexed: ${building.join(', ')}. Ask again in a while.`]),
      ...failed.map(({ name, error }) => asSentence(`Not fetched: ${name}: ${error?.trim()}`)),
    ];
  }

  /** Returns the names of those that a running sync has not indexed yet. */
  pending(known: readonly Known[]): string[] {
    if (this.#running === null) return [];
    const unknown = this.#urls.filter((url) => !known.some((one) => one.url === withoutSecrets(url)));
    return [
      ...known.filter(({ lastIndexed, error }) => lastIndexed === null && error === null).map(({ name }) => name),
      ...unknown.map(nameOf),
    ];
  }

  /** Ends a sync that runs; what it has done is kept. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #sync(log: Log): Promise<void> {
    const { home, settings, surroundings } = this.#fleet;
    try {
      prepareHome(home);
      // An address may hold a password, and every user of the machine can read arguments.
      const env = { ...surroundings.env, CORA_REPOS_URLS: this.#urls.join(',') };
      const child = { cwd: home, env, signal: this.#stop.signal };
      await runCora<SyncReport>(child, 'sync', `--repos-base-dir=${home}`, ...syncFlags(settings));
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      // The repositories that are there answer all the same.
      log.warn(`The repositories could not be synced: ${isCoraError(error) ? error.message : String(error)}`);
    }
  }
}

/** Returns how answers will call it; of what is no address, the address without its secrets. */
function nameOf(url: string): string {
  try {
    return readAddress(url)?.name ?? url;
  } catch {
    return withoutSecrets(url);
  }
}
