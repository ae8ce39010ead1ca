/**
 * The index jobs of this server, asked for on HTTP and over MCP. The queue of the home may call a
 * repository differently or hold some that are not served here: those are neither shown nor done. A
 * job runs in a process of its own, for a file too.
 */

import { basename } from 'node:path';
import { memoized } from '../base/concurrency.ts';
import { CoraError, isCoraError } from '../base/errors.ts';
import type { IndexReport, Log } from '../base/types.ts';
import type { Fleet, IndexCounts, SyncReport } from '../fleet/fleet.ts';
import type { Job, JobProgress, JobResult } from '../fleet/indexJobs.ts';
import { endOfJob, type JobQueue, openJobQueue } from '../fleet/jobQueue.ts';
import { recordIndexed } from '../fleet/manifest.ts';
import type { Place, ServedRepository } from '../mcp/places.ts';
import type { Builds, ToolCall } from '../mcp/tool.ts';
import { fileInIndex } from '../session/fileInIndex.ts';
import { PHASES } from '../session/progress.ts';
import { runChild } from '../session/runChild.ts';
import { indexFlags, syncFlags } from '../settings/requests.ts';
import type { WriteLog } from './logLines.ts';
import { placeKey, type ServedRepositories } from './servedRepositories.ts';

interface ServedQueueRequest {
  /** Where the jobs are kept. */
  home: string;
  fleet: Fleet;
  repositories: ServedRepositories;
  log: Log;
  /** Is told when a job begins and when it ends. */
  lines: WriteLog;
  run?: typeof runIndexJob;
}

/**
 * @returns a queue that calls repositories by their keys.
 * @throws CoraError STORE, INCOMPATIBLE_INDEX
 */
export function openServedQueue(request: ServedQueueRequest): Promise<JobQueue> {
  const { home, fleet, repositories, log, lines, run = runIndexJob } = request;
  return openJobQueue({
    home,
    log,
    served: () => repositories.keys(),
    run: async (job, report, signal) => {
      const repository = await repositories.find(job.repoId);
      // It was there when the job was claimed.
      if (repository === null) throw new Error(`${job.repoId} is not served any more.`);
      return logJob(lines, repository.id, job, signal, () =>
        run({ fleet, repositories, repository, job, report, signal }),
      );
    },
  });
}

/**
 * Milliseconds for which the list of repositories may be old: pages ask for the jobs of hundreds of
 * them at once.
 */
const FRESH = 500;

/** @returns the same queue for who calls repositories by the ids of this server */
export function byIds(queue: JobQueue, repositories: ServedRepositories): JobQueue {
  let known: { at: number; ids: Promise<ReadonlyMap<string, string>> } | null = null;
  const ids = (): Promise<ReadonlyMap<string, string>> => {
    if (known === null || performance.now() - known.at > FRESH) {
      const listed = repositories.list().then((all) => new Map(all.map((one) => [placeKey(one), one.id])));
      known = { at: performance.now(), ids: listed };
    }
    return known.ids;
  };
  /** Nobody has jobs for what is not there. */
  const keyWith = async (repoId: string): Promise<string> => {
    for (const [key, id] of await ids()) if (id === repoId) return key;
    return '';
  };
  const shown = async (job: Job | null): Promise<Job | null> => {
    const repoId = job === null ? undefined : (await ids()).get(job.repoId);
    return job === null || repoId === undefined ? null : { ...job, repoId };
  };
  return {
    async add(request) {
      known = null;
      return { ...(await queue.add({ ...request, repoId: await keyWith(request.repoId) })), repoId: request.repoId };
    },
    async list(repoId) {
      const jobs = await queue.list(repoId === undefined ? undefined : await keyWith(repoId));
      return (await Promise.all(jobs.map(shown))).filter((job) => job !== null);
    },
    get: async (id) => shown(await queue.get(id)),
    async *watch(repoId, signal) {
      for await (const job of queue.watch(repoId === null ? null : await keyWith(repoId), signal)) {
        const own = await shown(job);
        if (own !== null) yield own;
      }
    },
    cancel: async (id) => ((await shown(await queue.get(id))) === null ? null : shown(await queue.cancel(id))),
    async forget(repoId) {
      await queue.forget(await keyWith(repoId));
      known = null;
    },
    close: () => queue.close(),
  };
}

// One index job. A clone is fetched first, as `cora sync` does; a directory of the user is indexed
// as it lies. "Index a file" is an incremental run too: the unit of the index is the blob, and a
// query sees uncommitted edits anyway. It says how many chunks the file has then, or why it has
// none.

interface IndexJobRequest {
  fleet: Fleet;
  repositories: ServedRepositories;
  repository: ServedRepository;
  job: Job;
  report(progress: JobProgress): void;
  signal: AbortSignal;
}

/**
 * @throws CoraError as the child said; of a file also BAD_PATH that says why it is not found by
 * queries
 */
async function runIndexJob(request: IndexJobRequest): Promise<JobResult> {
  const { repositories, repository, job } = request;
  const result = await (repository.kind === 'clone' ? syncClone(request) : indexPlace(request));
  if (job.targetPath === null) return result;
  const { settings, surroundings } = repositories.placeOf(repository);
  const { chunks } = await fileInIndex(job.targetPath, settings, surroundings);
  return { ...result, fileChunks: chunks };
}

/** Files that could not be indexed and are named. */
const MOST_FAILED = 20;

async function indexPlace(request: IndexJobRequest): Promise<JobResult> {
  const { fleet, repositories, repository, job } = request;
  const { settings, surroundings } = repositories.placeOf(repository);
  const full = job.kind === 'full' ? ['--full'] : [];
  const report = await runToEnd<IndexReport>(request, surroundings.dir, 'index', ...full, ...indexFlags(settings));
  const { commit, files, failed } = report;
  if (!repository.fixed) await recordIndexed(fleet, repository, { commit, files });
  const result = resultOf(commit, files, report);
  return failed.length === 0 ? result : { ...result, failed: failed.slice(0, MOST_FAILED) };
}

async function syncClone(request: IndexJobRequest): Promise<JobResult> {
  const { repositories, repository, job, report, signal } = request;
  const { home, settings } = request.fleet;
  const id = basename(repository.dir);
  const full = job.kind === 'full' ? ['--full'] : [];
  const args = [...full, `--repos-base-dir=${home}`, ...syncFlags(settings), '--', id];
  for (;;) {
    const synced = await runToEnd<SyncReport>(request, home, 'sync', ...args);
    const done = synced.repositories.find((one) => one.id === id);
    if (done?.outcome === 'failed') throw new CoraError('GIT', done.error ?? 'It could not be synced.');
    if (done?.counts !== undefined) return resultOf(done.commit, done.files ?? 0, done.counts);
    if (done !== undefined) {
      // Nothing was new.
      const { files, chunks } = (await repositories.summaryOf(repository)) ?? { files: done.files ?? 0, chunks: 0 };
      return resultOf(done.commit, files, { chunks, computed: 0, embedded: 0, reused: files });
    }
    // Another process has been syncing for as long as one waits for it.
    signal.throwIfAborted();
    report({ phase: 'Waiting for another sync', done: 0, total: 0 });
  }
}

function resultOf(commit: string | null, files: number, counts: IndexCounts): JobResult {
  const { chunks, computed, embedded, reused } = counts;
  return { commit, files, chunks, computed, embedded, reused, fileChunks: null };
}

async function runToEnd<T>(request: IndexJobRequest, cwd: string, command: string, ...args: string[]): Promise<T> {
  const { fleet, report, signal } = request;
  signal.throwIfAborted();
  const child = runChild<T>([command, '--quiet', '--json', ...args], {
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

/**
 * Says when a job begins and when it ends: an entry of the log beside those of requests.
 *
 *     {"time":"…","level":"info","job_id":"…","repo_id":"local_app","status":"completed","ms":2100}
 * @param repoId as the API calls it
 */
async function logJob(
  log: WriteLog,
  repoId: string,
  { id, kind, attempts }: Job,
  signal: AbortSignal,
  run: () => Promise<JobResult>,
): Promise<JobResult> {
  const began = performance.now();
  const job = { job_id: id, repo_id: repoId, kind };
  const ms = (): number => Math.round(performance.now() - began);
  log('info', { ...job, status: 'processing', attempts });
  try {
    const result = await run();
    log('info', { ...job, status: 'completed', ms: ms(), files: result.files, computed: result.computed });
    return result;
  } catch (error) {
    const why = isCoraError(error) ? `${error.code} ${error.message}` : String(error);
    if (signal.aborted) log('info', { ...job, status: 'stopped', ms: ms() });
    else log('error', { ...job, status: 'failed', ms: ms(), error: why });
    throw error;
  }
}

// This part is about what the tools of an agent may have built.

/** Milliseconds before a build that failed is tried again by itself. */
const PAUSE = 60_000;

export class QueuedBuilds implements Builds {
  readonly #open: () => Promise<JobQueue>;
  #opened: JobQueue | null = null;
  /**
   * How many calls wait for each job that they asked for: the last one that is cancelled takes the
   * job with it.
   */
  readonly #waiting = new Map<string, number>();

  /** @param open the queue by keys, when the first build is asked for */
  constructor(open: () => Promise<JobQueue>) {
    this.#open = memoized(async () => {
      this.#opened = await open();
      return this.#opened;
    });
  }

  /** Ends what runs. */
  async close(): Promise<void> {
    await this.#opened?.close();
  }

  async ensure(place: Place): Promise<boolean> {
    const queue = await this.#open();
    const [last] = await queue.list(placeKey(place));
    if (last !== undefined && last.completedAt === null) return true;
    if (last?.status === 'failed' && Date.now() - Date.parse(last.completedAt!) < PAUSE) return false;
    await queue.add({ repoId: placeKey(place), kind: 'incremental', targetPath: null });
    return true;
  }

  async run(place: Place, { signal, progress }: Pick<ToolCall, 'signal' | 'progress'>): Promise<Job> {
    const queue = await this.#open();
    const repoId = placeKey(place);
    const others = new Set((await queue.list(repoId)).map(({ id }) => id));
    const job = await queue.add({ repoId, kind: 'incremental', targetPath: null });
    const waiting = this.#waiting.get(job.id);
    if (waiting !== undefined || !others.has(job.id)) this.#waiting.set(job.id, (waiting ?? 0) + 1);
    let said = 0;
    try {
      const ended = await endOfJob(queue, job, signal, (seen) => {
        if (seen.progress === null) return;
        const { phase, done, total } = seen.progress;
        // A client takes it for an error when a number does not grow.
        said = Math.max(said + 1, phase === PHASES.chunk ? done : 0);
        void progress(said, Math.max(total, said), phase).catch(() => undefined);
      });
      if (ended?.status === 'completed') return ended;
      throw new CoraError('ABORTED', ended?.error ?? 'The index was not built: the server is being stopped.');
    } finally {
      await this.#leave(queue, job.id, signal);
    }
  }

  async #leave(queue: JobQueue, id: string, { aborted }: AbortSignal): Promise<void> {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    if (waiting > 1) this.#waiting.set(id, waiting - 1);
    else this.#waiting.delete(id);
    if (waiting === 1 && aborted) await queue.cancel(id);
  }
}
