/**
 * Keeps the repositories that the settings list (`CORA_REPOS_URLS`) up to date while a server
 * answers from what is there: `cora sync` in a process of its own, which asks those that are due.
 */

import { asSentence, isCoraError } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import type { Fleet, FleetRepository, SyncReport } from '../fleet/fleet.ts';
import { withoutSecrets } from '../fleet/networkGit.ts';
import { readAddress } from '../fleet/readAddress.ts';
import { syncFlags } from '../settings/requests.ts';
import { prepareHome } from '../settings/userFolders.ts';
import { runCora } from './runCora.ts';

/** Milliseconds between two syncs at least, whatever the interval: each is a process. */
const LEAST_PAUSE = 10_000;

type Known = Pick<FleetRepository, 'url' | 'name' | 'lastIndexed' | 'error'>;

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

  /**
   * Returns lines for an answer: which repositories are still being fetched or indexed, and which
   * could not be. None where all are there.
   * @param known what is served now
   */
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
      // What is there answers all the same.
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
