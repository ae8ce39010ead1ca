/**
 * The queue of the home as this server speaks of it. In the file a job names a clone by its id and anything else by its directory,
 * which several servers on one home may call differently, or not serve at all: what is not served here is neither shown nor done.
 */

import { basename } from 'node:path';
import type { Log } from '../base/types.ts';
import { openJobQueue } from '../fleet/jobQueue.ts';
import type { Job, JobQueue, JobRequest, RunJob } from '../fleet/jobTypes.ts';
import type { ServedRepositories, ServedRepository } from './servedRepositories.ts';

export interface ServedJobsRequest {
  home: string;
  repositories: ServedRepositories;
  run(repository: ServedRepository, ...rest: Parameters<RunJob>): ReturnType<RunJob>;
  log: Log;
}

/** Milliseconds for which the list of repositories may be old: pages ask for the jobs of hundreds of them at once. */
const FRESH = 500;

/** @throws CoraError STORE, INCOMPATIBLE_INDEX */
export async function openServedJobs({ home, repositories, run, log }: ServedJobsRequest): Promise<JobQueue> {
  const list = async (): Promise<Map<string, ServedRepository>> =>
    new Map((await repositories.list()).map((one) => [keyOf(one), one]));
  const queue = await openJobQueue({
    home,
    log,
    served: async () => new Set((await list()).keys()),
    run: async (job, report, signal) => {
      const repository = (await list()).get(job.repoId);
      // It was there when the job was claimed.
      if (repository === undefined) throw new Error(`${job.repoId} is not served any more.`);
      return run(repository, job, report, signal);
    },
  });
  return new ServedJobs(queue, list);
}

/** Two servers call the same repository so, whatever their ids of it are. */
function keyOf({ kind, dir }: Pick<ServedRepository, 'kind' | 'dir'>): string {
  return kind === 'clone' ? basename(dir) : dir;
}

class ServedJobs implements JobQueue {
  readonly #queue: JobQueue;
  readonly #list: () => Promise<ReadonlyMap<string, ServedRepository>>;
  #known: { at: number; ids: Promise<ReadonlyMap<string, string>> } | null = null;

  constructor(queue: JobQueue, list: () => Promise<ReadonlyMap<string, ServedRepository>>) {
    this.#queue = queue;
    this.#list = list;
  }

  async add(request: JobRequest): Promise<Job> {
    this.#known = null;
    const repoId = await this.#keyOf(request.repoId);
    return { ...(await this.#queue.add({ ...request, repoId })), repoId: request.repoId };
  }

  async list(repoId?: string): Promise<Job[]> {
    const jobs = await this.#queue.list(repoId === undefined ? undefined : await this.#keyOf(repoId));
    return this.#shown(jobs);
  }

  async get(id: string): Promise<Job | null> {
    const job = await this.#queue.get(id);
    return job === null ? null : ((await this.#shown([job]))[0] ?? null);
  }

  async *watch(repoId: string | null, signal: AbortSignal): AsyncGenerator<Job> {
    const key = repoId === null ? null : await this.#keyOf(repoId);
    for await (const job of this.#queue.watch(key, signal)) yield* await this.#shown([job]);
  }

  async cancel(id: string): Promise<Job | null> {
    if ((await this.get(id)) === null) return null;
    const job = await this.#queue.cancel(id);
    return job === null ? null : ((await this.#shown([job]))[0] ?? null);
  }

  async forget(repoId: string): Promise<void> {
    this.#known = null;
    await this.#queue.forget(await this.#keyOf(repoId));
    this.#known = null;
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  async #shown(jobs: readonly Job[]): Promise<Job[]> {
    const ids = await this.#ids();
    return jobs.flatMap((job) => {
      const repoId = ids.get(job.repoId);
      return repoId === undefined ? [] : [{ ...job, repoId }];
    });
  }

  /** Nobody has jobs for what is not there. */
  async #keyOf(repoId: string): Promise<string> {
    for (const [key, id] of await this.#ids()) if (id === repoId) return key;
    return '';
  }

  /** By key. */
  #ids(): Promise<ReadonlyMap<string, string>> {
    if (this.#known === null || performance.now() - this.#known.at > FRESH) {
      const ids = this.#list().then((all) => new Map([...all].map(([key, { id }]) => [key, id])));
      this.#known = { at: performance.now(), ids };
    }
    return this.#known.ids;
  }
}
