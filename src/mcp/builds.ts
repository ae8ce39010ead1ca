/**
 * Builds of indexes, for servers that may write: each in a process of its own, so that answers do not wait for it, and one at
 * a time for each repository. It ends with the server.
 */

import type { IndexReport, Log, Progress } from '../base/types.ts';
import { PHASES } from '../session/progress.ts';
import { type Child, runChild } from '../session/runChild.ts';
import { indexFlags } from '../settings/requests.ts';
import type { Place } from './places.ts';
import type { Builds, ToolCall } from './tool.ts';

interface Running extends Child<IndexReport> {
  /** Those who want to know how far it is. */
  watchers: Set<(progress: Progress) => void>;
  /** It goes on when those who wait for it do not. */
  isKept: boolean;
  /** It was told to end, and holds the lock until it has. */
  isStopping: boolean;
}

/** Milliseconds before a build that failed is tried again by itself. */
const PAUSE = 60_000;

export class ChildBuilds implements Builds {
  readonly #log: Log;
  readonly #running = new Map<string, Running>();
  /** When a build failed, by performance.now(). */
  readonly #failed = new Map<string, number>();

  constructor(log: Log) {
    this.#log = log;
  }

  ensure(place: Place): boolean {
    const failed = this.#failed.get(place.commonDir);
    if (failed !== undefined && performance.now() - failed < PAUSE) return false;
    const running = this.#start(place);
    running.isKept = true;
    running.report.catch((error: Error) => this.#log.warn(`The index could not be built: ${error.message}`));
    return true;
  }

  /** A call that is cancelled ends the build; what is there already is kept, and the next one goes on from it. */
  async run(place: Place, { signal, progress }: Pick<ToolCall, 'signal' | 'progress'>): Promise<IndexReport> {
    const running = await this.#startAfresh(place);
    let done = 0;
    const watch = ({ phase, done: some, total }: Progress): void => {
      // A client takes it for an error when a number does not grow.
      done = Math.max(done + 1, phase === 'chunk' ? some : 0);
      void progress(done, Math.max(total, done), PHASES[phase]).catch(() => undefined);
    };
    const stop = (): void => {
      if (running.watchers.size > 1 || running.isKept) return;
      running.isStopping = true;
      running.stop();
    };
    running.watchers.add(watch);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      return await running.report;
    } finally {
      running.watchers.delete(watch);
      signal.removeEventListener('abort', stop);
    }
  }

  close(): void {
    for (const { stop } of this.#running.values()) stop();
  }

  async #startAfresh(place: Place): Promise<Running> {
    for (;;) {
      const running = this.#start(place);
      if (!running.isStopping) return running;
      await running.report.catch(() => undefined);
    }
  }

  #start(place: Place): Running {
    const known = this.#running.get(place.commonDir);
    if (known !== undefined) return known;
    const watchers: Running['watchers'] = new Set();
    const child = runChild<IndexReport>(['index', '--quiet', '--json', ...indexFlags(place.settings)], {
      cwd: place.dir,
      env: place.surroundings.env,
      onProgress: (progress) => {
        for (const watch of watchers) watch(progress);
      },
    });
    const running: Running = { ...child, watchers, isKept: false, isStopping: false };
    this.#running.set(place.commonDir, running);
    running.report
      .then(
        () => this.#failed.delete(place.commonDir),
        // Whoever waits for it is told.
        () => this.#failed.set(place.commonDir, performance.now()),
      )
      .finally(() => this.#running.delete(place.commonDir));
    return running;
  }
}
