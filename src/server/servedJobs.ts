/**
 * The index jobs of this server. The queue of the home may call a repository differently or hold some that are not served here: those
 * are neither shown nor done. A job runs in a process of its own, for a file too, and the log has a line when it begins and ends.
 */

import { basename } from 'node:path';
import { CoraError, isCoraError } from '../base/errors.ts';
import type { IndexReport, Log } from '../base/types.ts';
import type { Fleet, IndexCounts, SyncReport } from '../fleet/fleet.ts';
import type { Job, JobProgress, JobQueue, JobRequest, JobResult, RunJob } from '../fleet/indexJobs.ts';
import { openJobQueue } from '../fleet/jobQueue.ts';
import { recordIndexed } from '../fleet/manifest.ts';
import { fileInIndex } from '../session/fileInIndex.ts';
import { PHASES } from '../session/progress.ts';
import { runChild } from '../session/runChild.ts';
import { indexFlags, syncFlags } from '../settings/requests.ts';
import type { ServedRepositories, ServedRepository } from './servedRepositories.ts';

interface ServedJobsRequest {
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

// One index job of a server, in a process of its own. A clone is fetched first, as `cora sync` does; a directory of the user is
// indexed as it lies. "Index a file" is an incremental run too: the unit of the index is the blob, and a query sees uncommitted
// edits anyway. It says how many chunks the file has then, or why it has none.

interface IndexJobRequest {
  fleet: Fleet;
  repositories: ServedRepositories;
  repository: ServedRepository;
  job: Job;
  report(progress: JobProgress): void;
  signal: AbortSignal;
}

/** @throws CoraError as the child said; of a file also BAD_PATH that says why it is not found by queries */
export async function runIndexJob(request: IndexJobRequest): Promise<JobResult> {
  const { repositories, repository, job } = request;
  const counts = await (repository.kind === 'clone' ? syncClone(request) : indexPlace(request));
  if (job.targetPath === null) return { ...counts, fileChunks: null };
  const { settings, surroundings } = repositories.placeOf(repository);
  const { chunks } = await fileInIndex(job.targetPath, settings, surroundings);
  return { ...counts, fileChunks: chunks };
}

type Counts = Omit<JobResult, 'fileChunks'>;

async function indexPlace(request: IndexJobRequest): Promise<Counts> {
  const { fleet, repositories, repository } = request;
  const { settings, surroundings } = repositories.placeOf(repository);
  const args = ['index', ...fullFlag(request), ...indexFlags(settings)];
  const { commit, files, ...counts } = await runToEnd<IndexReport>(request, surroundings.dir, args);
  if (!repository.fixed) await recordIndexed(fleet, repository, { commit, files });
  return { commit, files, ...countsOf(counts) };
}

async function syncClone(request: IndexJobRequest): Promise<Counts> {
  const { fleet, repositories, repository, report, signal } = request;
  const { home, settings } = fleet;
  const id = basename(repository.dir);
  const args = ['sync', ...fullFlag(request), `--repos-base-dir=${home}`, ...syncFlags(settings), '--', id];
  for (;;) {
    const synced = await runToEnd<SyncReport>(request, home, args);
    const done = synced.repositories.find((one) => one.id === id);
    if (done?.outcome === 'failed') throw new CoraError('GIT', done.error ?? 'It could not be synced.');
    if (done !== undefined) {
      const { commit, files, counts } = done;
      if (counts !== undefined) return { commit, files: files ?? 0, ...counts };
      // Nothing was new.
      const found = await repositories.summaryOf(repository);
      const { files: all, chunks } = found ?? { files: files ?? 0, chunks: 0 };
      return { commit, files: all, chunks, computed: 0, embedded: 0, reused: all };
    }
    // Another process has been syncing for as long as one waits for it.
    signal.throwIfAborted();
    report({ phase: 'Waiting for another sync', done: 0, total: 0 });
  }
}

function fullFlag({ job }: IndexJobRequest): string[] {
  return job.kind === 'full' ? ['--full'] : [];
}

function countsOf({ chunks, computed, embedded, reused }: IndexCounts): IndexCounts {
  return { chunks, computed, embedded, reused };
}

async function runToEnd<T>(request: IndexJobRequest, cwd: string, [command, ...args]: readonly string[]): Promise<T> {
  const { fleet, report, signal } = request;
  signal.throwIfAborted();
  const child = runChild<T>([command!, '--quiet', '--json', ...args], {
    cwd,
    env: fleet.surroundings.env,
    onProgress: ({ phase, done, total }) => report({ phase: PHASES[phase], done, total }),
  });
  signal.addEventListener('abort', child.stop, { once: true });
  try {
    return await child.report;
  } finally {
    signal.removeEventListener('abort', child.stop);
  }
}

// What the server says of its index jobs: a line of JSON when one begins and when it ends, beside those of requests.
//
//   {"time":"2026-11-22T10:00:00.000Z","level":"info","job_id":"…","repo_id":"local_app","kind":"full","status":"completed","ms":2100}

interface JobLog {
  write(line: string): void;
  /** What goes well is said too. */
  isVerbose: boolean;
}

/** @param repoId as the API calls it */
export async function logJob(
  { write, isVerbose }: JobLog,
  repoId: string,
  { id, kind, attempts }: Job,
  signal: AbortSignal,
  run: () => Promise<JobResult>,
): Promise<JobResult> {
  const began = performance.now();
  const say = (status: string, more: object = {}): void => {
    const level = status === 'failed' ? 'error' : 'info';
    if (level === 'info' && !isVerbose) return;
    const time = new Date().toISOString();
    write(`${JSON.stringify({ time, level, job_id: id, repo_id: repoId, kind, status, ...more })}\n`);
  };
  const ms = (): number => Math.round(performance.now() - began);
  say('processing', { attempts });
  try {
    const result = await run();
    say('completed', { ms: ms(), files: result.files, computed: result.computed });
    return result;
  } catch (error) {
    if (signal.aborted) say('stopped', { ms: ms() });
    else say('failed', { ms: ms(), error: isCoraError(error) ? `${error.code} ${error.message}` : String(error) });
    throw error;
  }
}
