/** Who wants to know how index jobs go. A slow reader gets the latest state of each job, never a pile of old ones. */

import type { Job } from './jobTypes.ts';

export class JobWatchers {
  readonly #known = new Map<string, { job: Job; text: string }>();
  readonly #listeners = new Set<(job: Job) => void>();
  /** Of the iterations that wait for a change. */
  readonly #wakers = new Set<() => void>();
  #isClosed = false;

  /** @param jobs all that there are now: whoever waits for one that is gone is told that it ended */
  update(jobs: readonly Job[]): void {
    const gone = new Map(this.#known);
    for (const job of jobs) {
      gone.delete(job.id);
      this.note(job);
    }
    for (const [id, { job }] of gone) {
      this.#known.delete(id);
      if (job.completedAt === null) this.#tell({ ...job, status: 'failed', progress: null, error: REMOVED });
    }
  }

  note(job: Job): void {
    const text = JSON.stringify(job);
    if (this.#known.get(job.id)?.text === text) return;
    this.#known.set(job.id, { job, text });
    this.#tell(job);
  }

  /** @param present the jobs that are there now, asked for when the first one is wanted */
  async *watch(repoId: string | null, present: () => Promise<Job[]>, signal: AbortSignal): AsyncGenerator<Job> {
    const changed = new Map<string, Job>();
    let wake = (): void => undefined;
    const listener = (job: Job): void => {
      if (repoId !== null && job.repoId !== repoId) return;
      changed.set(job.id, job);
      wake();
    };
    const waker = (): void => wake();
    this.#listeners.add(listener);
    this.#wakers.add(waker);
    signal.addEventListener('abort', waker);
    try {
      for (const job of await present()) if (!changed.has(job.id)) changed.set(job.id, job);
      while (!signal.aborted && !this.#isClosed) {
        const [next] = changed.values();
        if (next === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        changed.delete(next.id);
        yield next;
      }
    } finally {
      this.#listeners.delete(listener);
      this.#wakers.delete(waker);
      signal.removeEventListener('abort', waker);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const wake of this.#wakers) wake();
  }

  #tell(job: Job): void {
    for (const listener of this.#listeners) listener(job);
  }
}

const REMOVED = 'Its repository was removed.';
