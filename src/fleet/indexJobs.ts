/**
 * Index jobs of servers are kept over restarts. The functions here change a book of them in place;
 * time, and who is alive, are arguments.
 *
 *     pending ──► processing ──► completed | failed
 *        ▲            │
 *        └────────────┘  its process stopped in order, or died over it (the third time: failed)
 */

import { CoraError } from '../base/errors.ts';
import type { ProcessMark } from '../disk/processes.ts';
import type { IndexCounts } from './fleet.ts';

export interface JobProgress {
  /** The phase of the work, for a person: `Fetching`, `Chunking`. */
  phase: string;
  done: number;
  /** 0 where it is not known yet. */
  total: number;
}

/** Tells how the index is after the job. */
export interface JobResult extends IndexCounts {
  commit: string | null;
  files: number;
  /** The number of chunks of the file, for a job of the kind `file`, as a query finds them. */
  fileChunks: number | null;
  /** The first files that could not be indexed; none where all could. */
  failed?: { path: string; error: string }[];
}

/** Times are ISO 8601. */
export interface Job {
  id: string;
  /**
   * The key of the repository, which all servers on a home know it by: the id of a clone, or the
   * absolute directory of what is indexed where it lies.
   */
  repoId: string;
  /**
   * `full`: everything is computed again. `incremental`: what is new, which the first time is
   * everything. `file`: the same, and how one file of it came out.
   */
  kind: 'full' | 'incremental' | 'file';
  /** The repository-relative path, for a job of the kind `file`. */
  targetPath: string | null;
  status: 'pending' | 'processing' | 'completed' | 'failed';
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
  progress: JobProgress | null;
  result: JobResult | null;
  /** For a person; of `failed` only. */
  error: string | null;
  /**
   * The number of times that it was begun: more than once where a process died over it. One that
   * was stopped in order does not count.
   */
  attempts: number;
}

export type JobRequest = Pick<Job, 'repoId' | 'kind' | 'targetPath'>;

/** The process that does a job. A process may have several queues, each with a token. */
export interface JobOwner extends ProcessMark {
  token: string;
  /** The time when it last said that it lives. */
  seen: string;
}

/** A job as the file has it. */
export interface StoredJob extends Job {
  /** Null for all that are not `processing`. */
  owner: JobOwner | null;
  /** The error with which its owner is asked to end it. */
  ending: string | null;
}

export interface JobBook {
  version: 1;
  /** In the order in which they were asked for. */
  jobs: StoredJob[];
}

/** The outcome of a job. `stopped`: it was ended from outside before it was done. */
export type Outcome = { status: 'completed'; result: JobResult } | { status: 'failed'; error: string } | 'stopped';

/** Builds use all cores by themselves. */
export const JOBS_AT_ONCE = 2;
/** The number of finished jobs that are remembered. */
export const MOST_FINISHED = 200;
export const MOST_PENDING = 1000;
/** A job that ends its process each time must not be begun for ever. */
export const MOST_ATTEMPTS = 3;

/** The error of a job that a user cancelled. */
export const CANCELLED = 'Cancelled.';
const DIED = `Its process ended over it ${MOST_ATTEMPTS} times: killed, or out of memory. "cora index" in a terminal shows more.`;

/** @returns the new job, or an equal one that waits. @throws CoraError LOCKED for too many */
export function addJob(book: JobBook, { repoId, kind, targetPath }: JobRequest, id: string, now: string): StoredJob {
  const pending = book.jobs.filter(({ status }) => status === 'pending');
  const equal = pending.find((job) => job.repoId === repoId && job.kind === kind && job.targetPath === targetPath);
  if (equal !== undefined) return equal;
  if (pending.length >= MOST_PENDING)
    throw new CoraError('LOCKED', `${MOST_PENDING} index jobs wait already.`, {
      hint: 'Try again when some are done.',
    });
  const times = { createdAt: now, startedAt: null, completedAt: null };
  const rest = { progress: null, result: null, error: null, attempts: 0, owner: null, ending: null };
  const job: StoredJob = { id, repoId, kind, targetPath, status: 'pending', ...times, ...rest };
  book.jobs.push(job);
  return job;
}

/** Gives an owner what may be begun now: the oldest of each repository that none is running for. */
export function claimJobs(book: JobBook, owner: JobOwner, canDo: (repoId: string) => boolean): void {
  const busy = new Set(book.jobs.filter(({ status }) => status === 'processing').map(({ repoId }) => repoId));
  for (const job of book.jobs) {
    if (busy.size >= JOBS_AT_ONCE) return;
    if (job.status !== 'pending' || busy.has(job.repoId) || !canDo(job.repoId)) continue;
    busy.add(job.repoId);
    Object.assign(job, { status: 'processing', startedAt: owner.seen, owner, attempts: job.attempts + 1 });
  }
}

/** Makes the jobs of dead owners pending again, or gives them up. @returns those jobs */
export function reclaimJobs(book: JobBook, isLost: (job: StoredJob) => boolean, now: string): StoredJob[] {
  const lost = book.jobs.filter((job) => job.status === 'processing' && isLost(job));
  const died = { status: 'failed', error: DIED } as const;
  for (const job of lost) endJob(book, job, job.attempts < MOST_ATTEMPTS ? 'stopped' : died, now);
  return lost;
}

/** Writes how a job came out, for its owner. */
export function settleJob(book: JobBook, job: StoredJob, outcome: Outcome, now: string): void {
  // Whoever stopped it in order did not die over it.
  if (outcome === 'stopped') job.attempts -= 1;
  endJob(book, job, outcome, now);
}

/** Fails a job that is pending, and asks the owner of one that runs to end it. */
export function cancelJob(book: JobBook, job: StoredJob, error: string, now: string): void {
  if (job.status === 'pending') endJob(book, job, { status: 'failed', error }, now);
  else if (job.status === 'processing') job.ending ??= error;
}

/** Leaves a stopped job for the next one who comes, unless nobody wants it any more. */
function endJob(book: JobBook, job: StoredJob, outcome: Outcome, now: string): void {
  const { ending } = job;
  Object.assign(job, { status: 'pending', progress: null, owner: null, ending: null });
  if (outcome === 'stopped' && ending === null) job.startedAt = null;
  else {
    const end = outcome === 'stopped' ? { status: 'failed', error: ending } : outcome;
    Object.assign(job, { ...end, completedAt: now });
    // The oldest of many that have ended are forgotten, never this one.
    const others = book.jobs.filter((one) => one !== job && one.completedAt !== null);
    others.sort((a, b) => Date.parse(a.completedAt!) - Date.parse(b.completedAt!));
    const old = new Set(others.slice(0, Math.max(0, others.length + 1 - MOST_FINISHED)));
    book.jobs = book.jobs.filter((one) => !old.has(one));
  }
}
