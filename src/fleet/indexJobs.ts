/**
 * Index jobs of servers are kept over restarts. The functions here change a book of them in place;
 * time, and who is alive, are arguments.
 *
 *     pending ──► processing ──► completed | failed
 *        ▲            │
 *        └────────────┘  its process stopped in order, or died over it (the third time: failed)
 */

import { CoraError } from '../base/errors.ts';

/**
 * `full`: everything is computed again. `incremental`: what is new, which the first time is
 * everything. `file`: the same, and how one file of it came out.
 */
export type JobKind = 'full' | 'incremental' | 'file';
type JobStatus = 'pending' | 'processing' | 'completed' | 'failed';

export interface JobProgress {
  /** The phase of the work, for a person: `Fetching`, `Chunking`. */
  phase: string;
  done: number;
  /** 0 where it is not known yet. */
  total: number;
}

/** Counts of the index after the job. */
export interface JobResult {
  commit: string | null;
  files: number;
  chunks: number;
  /** Blobs that were chunked, vectors that were computed, blobs whose rows were there. */
  computed: number;
  embedded: number;
  reused: number;
  /** The number of chunks of the file, for a job of the kind `file`, as a query finds them. */
  fileChunks: number | null;
  /** The first files that could not be indexed; none where all could. */
  failed?: { path: string; error: string }[];
}

/** Times are ISO 8601. */
export interface Job {
  id: string;
  /**
   * The name of the repository for whoever asks: in the file of the home it is the id of a clone,
   * or the absolute directory of what is indexed where it lies.
   */
  repoId: string;
  kind: JobKind;
  /** The repository-relative path, for a job of the kind `file`. */
  targetPath: string | null;
  status: JobStatus;
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

/**
 * Does one job.
 * @throws CoraError; anything after `signal`, which leaves the job pending for the next process
 */
export type RunJob = (job: Job, report: (progress: JobProgress) => void, signal: AbortSignal) => Promise<JobResult>;

export interface JobRequest {
  repoId: string;
  kind: JobKind;
  targetPath: string | null;
}

export interface JobBook {
  version: 1;
  /** In the order in which they were asked for. */
  jobs: StoredJob[];
}

export interface StoredJob extends Job {
  /** The owner of a job that is `processing`, null for all others. */
  owner: JobOwner | null;
  /** Somebody wants a running job to end: see Ended. */
  ending: Ended | null;
}

/** `cancelled`: it stays, as failed. `forgotten`: its repository was removed, and it goes too. */
type Ended = 'cancelled' | 'forgotten';

export interface JobOwner {
  /**
   * The token of one queue: a process may have several, and a later process may have its number.
   */
  token: string;
  pid: number;
  host: string;
  started: string | null;
  /** The time when it last said that it lives, ISO 8601. */
  seen: string;
}

/** The outcome of a job. `stopped`: it was ended from outside before it was done. */
export type Outcome = { result: JobResult } | { error: string } | { stopped: true };

/** Builds use all cores by themselves. */
export const JOBS_AT_ONCE = 2;
/** The number of finished jobs that are remembered. */
export const MOST_FINISHED = 200;
export const MOST_PENDING = 1000;
/** A job that ends its process each time must not be begun for ever. */
export const MOST_ATTEMPTS = 3;

/** The error of a job that was cancelled. */
export const CANCELLED = 'Cancelled.';

/** @throws CoraError LOCKED */
export function addJob(book: JobBook, { repoId, kind, targetPath }: JobRequest, id: string, now: string): StoredJob {
  const pending = book.jobs.filter(({ status }) => status === 'pending');
  const equal = pending.find((job) => job.repoId === repoId && job.kind === kind && job.targetPath === targetPath);
  if (equal !== undefined) return equal;
  if (pending.length >= MOST_PENDING) {
    throw new CoraError('LOCKED', `${MOST_PENDING} index jobs wait already.`, {
      hint: 'Try again when some are done.',
    });
  }
  const job: StoredJob = {
    id,
    repoId,
    kind,
    targetPath,
    status: 'pending',
    createdAt: now,
    startedAt: null,
    completedAt: null,
    progress: null,
    result: null,
    error: null,
    attempts: 0,
    owner: null,
    ending: null,
  };
  book.jobs.push(job);
  return job;
}

/**
 * Takes what may be begun now: the oldest of each repository that none is running for.
 * @returns the jobs that are now the owner's to do
 */
export function claimJobs(
  book: JobBook,
  owner: JobOwner,
  canDo: (repoId: string) => boolean = () => true,
): StoredJob[] {
  const running = book.jobs.filter(({ status }) => status === 'processing');
  const busy = new Set(running.map(({ repoId }) => repoId));
  const claimed: StoredJob[] = [];
  for (const job of book.jobs) {
    if (running.length + claimed.length >= JOBS_AT_ONCE) break;
    if (job.status !== 'pending' || busy.has(job.repoId) || !canDo(job.repoId)) continue;
    busy.add(job.repoId);
    Object.assign(job, { status: 'processing', startedAt: owner.seen, owner, attempts: job.attempts + 1 });
    claimed.push(job);
  }
  return claimed;
}

/** Makes the jobs of dead owners pending again, or gives them up. @returns those jobs */
export function reclaimJobs(book: JobBook, isLost: (job: StoredJob) => boolean, now: string): StoredJob[] {
  const lost = book.jobs.filter((job) => job.status === 'processing' && isLost(job));
  for (const job of lost) {
    if (job.ending !== null || job.attempts < MOST_ATTEMPTS) leaveJob(book, job, now);
    else finishJob(book, job, { status: 'failed', error: DIED }, now);
  }
  return lost;
}

const DIED = `Its process ended over it ${MOST_ATTEMPTS} times: killed, or out of memory. "cora index" in a terminal shows more.`;

/**
 * @returns whether the job was still the owner's: what another one took over meanwhile is not to be
 * touched
 */
export function settleJob(book: JobBook, id: string, token: string, outcome: Outcome, now: string): boolean {
  const job = ownJob(book, id, token);
  if (job === null) return false;
  if ('stopped' in outcome) {
    // Whoever stopped it in order did not die over it.
    job.attempts -= 1;
    leaveJob(book, job, now);
  } else if (job.ending === 'forgotten') dropJob(book, job);
  else if ('result' in outcome) finishJob(book, job, { status: 'completed', result: outcome.result }, now);
  else finishJob(book, job, { status: 'failed', error: outcome.error }, now);
  return true;
}

/** A sign of life. @returns whether the job is still the owner's */
export function noteProgress(book: JobBook, id: string, owner: JobOwner, progress: JobProgress | null): boolean {
  const job = ownJob(book, id, owner.token);
  if (job !== null) Object.assign(job, { progress, owner });
  return job !== null;
}

/** Cancels a job; one that is finished does not change. @returns null where there is none */
export function cancelJob(book: JobBook, id: string, now: string): StoredJob | null {
  const job = book.jobs.find((one) => one.id === id) ?? null;
  if (job?.status === 'pending') finishJob(book, job, { status: 'failed', error: CANCELLED }, now);
  else if (job?.status === 'processing') job.ending ??= 'cancelled';
  return job;
}

/** @returns how many of its jobs still run */
export function forgetJobs(book: JobBook, repoId: string): number {
  const running = book.jobs.filter((job) => job.repoId === repoId && job.status === 'processing');
  for (const job of running) job.ending = 'forgotten';
  book.jobs = book.jobs.filter((job) => job.repoId !== repoId || job.status === 'processing');
  return running.length;
}

export function publicJob({ owner: _owner, ending: _ending, ...job }: StoredJob): Job {
  return job;
}

function ownJob(book: JobBook, id: string, token: string): StoredJob | null {
  return book.jobs.find((job) => job.id === id && job.status === 'processing' && job.owner?.token === token) ?? null;
}

/** For the next one who comes, unless nobody wants it any more. */
function leaveJob(book: JobBook, job: StoredJob, now: string): void {
  if (job.ending === 'forgotten') dropJob(book, job);
  else if (job.ending === 'cancelled') finishJob(book, job, { status: 'failed', error: CANCELLED }, now);
  else Object.assign(job, { status: 'pending', startedAt: null, progress: null, owner: null });
}

function finishJob(
  book: JobBook,
  job: StoredJob,
  end: { status: 'completed'; result: JobResult } | { status: 'failed'; error: string },
  now: string,
): void {
  Object.assign(job, { ...end, completedAt: now, progress: null, owner: null, ending: null });
  const others = book.jobs.filter((one) => one !== job && one.completedAt !== null);
  others.sort((a, b) => (a.completedAt! < b.completedAt! ? -1 : a.completedAt! > b.completedAt! ? 1 : 0));
  for (const old of others.slice(0, Math.max(0, others.length + 1 - MOST_FINISHED))) dropJob(book, old);
}

function dropJob(book: JobBook, job: StoredJob): void {
  book.jobs = book.jobs.filter((one) => one !== job);
}
