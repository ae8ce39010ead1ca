/**
 * The index jobs of this server, asked for on HTTP and over MCP, and a line of the log when one
 * begins and when it ends. Those of the home whose repositories are not served here are neither
 * shown nor done.
 */

import { memoized } from '../base/concurrency.ts';
import { CoraError, isCoraError } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { Job } from '../fleet/indexJobs.ts';
import { JobQueue } from '../fleet/jobQueue.ts';
import type { Place } from '../mcp/places.ts';
import type { Builds, ToolCall } from '../mcp/tool.ts';
import { PHASES } from '../session/progress.ts';
import type { WriteLog } from './apiServices.ts';
import { runIndexJob } from './runIndexJob.ts';
import { placeKey, type ServedRepositories } from './servedRepositories.ts';

interface ServedQueueRequest {
  /** Where the jobs are kept. */
  home: string;
  fleet: Fleet;
  repositories: ServedRepositories;
  log: Log;
  lines: WriteLog;
  run?: typeof runIndexJob;
}

/**
 *     {"time":"…","level":"info","job_id":"…","repo_id":"local_app","status":"completed","ms":2100}
 * @throws CoraError STORE, INCOMPATIBLE_INDEX
 */
export function openServedQueue(request: ServedQueueRequest): Promise<JobQueue> {
  const { home, fleet, repositories, log, lines, run = runIndexJob } = request;
  return JobQueue.open({
    home,
    log,
    served: () => repositories.keys(),
    run: async (job, report, signal) => {
      const repository = await repositories.find(job.repoId);
      // It was there when the job was claimed.
      if (repository === null) throw new Error(`${job.repoId} is not served any more.`);
      const began = performance.now();
      const say = (level: 'info' | 'error', status: string, more: object): void =>
        lines(level, { job_id: job.id, repo_id: repository.id, kind: job.kind, status, ...more });
      const ms = (): number => Math.round(performance.now() - began);
      say('info', 'processing', { attempts: job.attempts });
      try {
        const result = await run({ fleet, repositories, repository, job, report, signal });
        say('info', 'completed', { ms: ms(), files: result.files, computed: result.computed });
        return result;
      } catch (error) {
        const why = isCoraError(error) ? `${error.code} ${error.message}` : String(error);
        if (signal.aborted) say('info', 'stopped', { ms: ms() });
        else say('error', 'failed', { ms: ms(), error: why });
        throw error;
      }
    },
  });
}

/** Milliseconds before a build that failed is tried again by itself. */
const PAUSE = 60_000;

/** Builds what the tools of an agent ask for. */
export class QueuedBuilds implements Builds {
  readonly #open: () => Promise<JobQueue>;
  #opened: JobQueue | null = null;
  /** The jobs that running calls have asked for, one for each call. */
  readonly #asked: string[] = [];

  /** @param open makes the queue, when the first build is asked for */
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
    const repoId = placeKey(place);
    const [last] = queue.list(repoId);
    if (last !== undefined && last.completedAt === null) return true;
    if (last?.status === 'failed' && Date.now() - Date.parse(last.completedAt!) < PAUSE) return false;
    await queue.add({ repoId, kind: 'incremental', targetPath: null });
    return true;
  }

  async run(place: Place, { signal, progress }: Pick<ToolCall, 'signal' | 'progress'>): Promise<Job> {
    const queue = await this.#open();
    const repoId = placeKey(place);
    const known = queue.list(repoId);
    const job = await queue.add({ repoId, kind: 'incremental', targetPath: null });
    const isOurs = this.#asked.includes(job.id) || known.every(({ id }) => id !== job.id);
    if (isOurs) this.#asked.push(job.id);
    let said = 0;
    try {
      const ended = await queue.endOf(job, signal, (seen) => {
        if (seen.progress === null) return;
        const { phase, done, total } = seen.progress;
        // A client takes it for an error when a number does not grow.
        said = Math.max(said + 1, phase === PHASES.chunk ? done : 0);
        void progress(said, Math.max(total, said), phase).catch(() => undefined);
      });
      if (ended?.status === 'completed') return ended;
      throw new CoraError('ABORTED', ended?.error ?? 'The index was not built: the server is being stopped.');
    } finally {
      if (isOurs) this.#asked.splice(this.#asked.indexOf(job.id), 1);
      // The last call that is cancelled takes its job with it.
      if (isOurs && signal.aborted && !this.#asked.includes(job.id)) await queue.cancel(job.id);
    }
  }
}
