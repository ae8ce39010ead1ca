/**
 * Index jobs of all servers on one home, in its state/jobs.json: who changes it holds its lock for
 * milliseconds, who claims a job writes himself into it, and whoever lives does what the dead have
 * left. A queue shows the jobs as it last read them: each second while one runs, else when the file
 * has changed.
 */

import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { rename, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGate } from '../base/concurrency.ts';
import { asSentence, CoraError, isCoraError, knownError } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { isGone, markOfSelf, type ProcessMark } from '../disk/processes.ts';
import { replaceFile } from '../disk/replaceFile.ts';
import { jobsPath, stateDir } from '../settings/userFolders.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import { type IndexCounts, readStateFile } from './fleet.ts';
import { withoutSecrets } from './networkGit.ts';

interface QueueRequest {
  home: string;
  log: Log;
  /** Returns the keys of the repositories whose jobs this process shows and does. */
  served(): Promise<ReadonlySet<string>>;
  /** Does one job. @throws CoraError; anything after `signal`, which leaves the job pending */
  run(job: Job, report: (progress: JobProgress) => void, signal: AbortSignal): Promise<JobResult>;
  /** Milliseconds between two looks at the file; for tests. */
  lookMs?: number;
}

interface Running {
  progress: JobProgress | null;
  /**
   * The outcome; null until the job ends. It stays here until it is written, however long the disk
   * is full.
   */
  outcome: Outcome | null;
  stop: AbortController;
  done: Promise<void>;
}

const WAIT_MS = 15_000;
/** Milliseconds after which the owner of a job says again that it lives. */
const SIGN_MS = 10_000;
/**
 * An owner that is silent for so long is gone, whatever process has its number now, here or on
 * another machine.
 */
const STALE_MS = 60_000;
const REMOVED = 'Its repository was removed.';

/** The jobs of one process's repositories. */
export class JobQueue {
  readonly #request: QueueRequest;
  readonly #lookMs: number;
  readonly #self = { token: randomUUID(), ...markOfSelf() };
  readonly #inOrder = createGate(1);
  readonly #running = new Map<string, Running>();
  readonly #changes = new EventEmitter().setMaxListeners(0);
  /** The jobs of what is served, by id, oldest first. One that changes becomes another object. */
  #jobs = new Map<string, Job>();
  #readAt: number | undefined;
  /** True while somebody does a job, who may die without a word. */
  #isBusy = false;
  #isOpen = true;
  #complaint = '';

  private constructor(request: QueueRequest) {
    this.#request = request;
    this.#lookMs = request.lookMs ?? 1000;
  }

  /**
   * Opens the queue, and begins pending jobs at once.
   * @throws CoraError STORE, INCOMPATIBLE_INDEX
   */
  static async open(request: QueueRequest): Promise<JobQueue> {
    const queue = new JobQueue(request);
    await queue.#change(() => undefined);
    void queue.#keepLooking();
    return queue;
  }

  /** @returns the new job, or an equal one that waits. @throws CoraError LOCKED for too many */
  async add(request: JobRequest): Promise<Job> {
    const job = await this.#change((book) => addJob(book, request, randomUUID(), now()));
    return this.get(job.id) ?? job;
  }

  /** Newest first. */
  list(repoId?: string): Job[] {
    return [...this.#jobs.values()].filter((job) => repoId === undefined || job.repoId === repoId).reverse();
  }

  get(id: string): Job | null {
    return this.#jobs.get(id) ?? null;
  }

  /** Yields the jobs of a repository, or all, then each that changes, until signal or close. */
  async *watch(repoId: string | undefined, signal: AbortSignal): AsyncGenerator<Job> {
    const told = new WeakSet<Job>();
    while (this.#isOpen && !signal.aborted) {
      const news = this.list(repoId).findLast((job) => !told.has(job));
      if (news !== undefined) {
        told.add(news);
        yield news;
      } else await this.#nextChange(signal);
    }
  }

  /** @param seen is told each state before that. @returns null where signal or close come first */
  async endOf(job: Job, signal: AbortSignal, seen: (job: Job) => void = () => undefined): Promise<Job | null> {
    for (let last: Job | null = null; this.#isOpen && !signal.aborted; await this.#nextChange(signal)) {
      const known: Job = this.get(job.id) ?? { ...job, status: 'failed', error: REMOVED };
      if (known.status === 'completed' || known.status === 'failed') return known;
      if (known !== last) seen(known);
      last = known;
    }
    return null;
  }

  /** A pending job fails at once, one that runs when it has ended. @returns null for none */
  async cancel(id: string): Promise<Job | null> {
    if (!this.#jobs.has(id)) return null;
    await this.#cancel(CANCELLED, (job) => job.id === id);
    await this.#running.get(id)?.done;
    return this.get(id);
  }

  /** Drops the jobs of a repository that is removed, when whoever was at one has ended it. */
  async forget(repoId: string): Promise<void> {
    await this.#cancel(REMOVED, (job) => job.repoId === repoId);
    while (this.list(repoId).some(({ status }) => status === 'processing')) await sleep(this.#lookMs);
    await this.#change((book) => {
      book.jobs = book.jobs.filter((job) => job.repoId !== repoId);
    });
  }

  /** Running jobs are ended and stay pending for the next process. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#changes.emit('change');
    // A change that is under way may still begin one.
    await this.#inOrder(async () => undefined);
    for (const { stop } of this.#running.values()) stop.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async #keepLooking(): Promise<void> {
    while (this.#isOpen) {
      if (this.#isBusy || (await timeOf(this.#request.home)) !== this.#readAt) await this.#tryChange();
      await sleep(this.#lookMs, undefined, { ref: false });
    }
  }

  /** Reports a trouble once: the next look tries again. */
  async #tryChange(): Promise<void> {
    try {
      await this.#change(() => undefined);
      this.#complaint = '';
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== this.#complaint) this.#request.log.warn(`Index jobs: ${message}`);
      this.#complaint = message;
    }
  }

  #cancel(error: string, isMeant: (job: Job) => boolean): Promise<void> {
    return this.#change((book) => {
      for (const job of book.jobs.filter(isMeant)) cancelJob(book, job, error, now());
    });
  }

  /** Changes the book as it is now, whoever wrote it; it and this queue are up to date then. */
  #change<T>(change: (book: JobBook) => T): Promise<T> {
    const { home, log } = this.#request;
    return this.#inOrder(async () => {
      const keys = await this.#request.served();
      const lock = { waitMs: WAIT_MS, log, lock: 'jobs' } as const;
      return withWriteLock(stateDir(home), lock, async ({ ensureOwned }) => {
        const book = (await readJobs(home)) ?? (await putAside(home, log));
        const before = JSON.stringify(book);
        const result = change(book);
        this.#tend(book, keys);
        const after = JSON.stringify(book);
        ensureOwned();
        if (after !== before) await replaceFile(jobsPath(home), `${after}\n`);
        this.#readAt = await timeOf(home);
        this.#follow(book, keys);
        return result;
      });
    });
  }

  /** Writes how far the jobs of this queue are, and takes others that it may begin. */
  #tend(book: JobBook, keys: ReadonlySet<string>): void {
    const self = { ...this.#self, seen: now() };
    for (const job of book.jobs.filter(this.#isOwn)) {
      const { progress = null, outcome = null } = this.#running.get(job.id) ?? {};
      if (outcome !== null) settleJob(book, job, outcome, now());
      else Object.assign(job, { progress, owner: ageOf(job) > SIGN_MS ? self : job.owner });
    }
    if (!this.#isOpen) return;
    const isLost = (job: StoredJob): boolean => job.owner === null || isGone(job.owner) || ageOf(job) > STALE_MS;
    for (const { id, repoId, status } of reclaimJobs(book, isLost, now()))
      this.#request.log.warn(`Job ${id} of ${repoId} belonged to a process that is gone. It is now ${status}.`);
    claimJobs(book, self, (repoId) => keys.has(repoId));
  }

  /** Begins what is this queue's now, ends what is not any more, and tells who watches. */
  #follow(book: JobBook, keys: ReadonlySet<string>): void {
    const own = new Map(book.jobs.filter(this.#isOwn).map((job) => [job.id, job]));
    for (const [id, { stop, outcome }] of this.#running) {
      if (outcome !== null && !own.has(id)) this.#running.delete(id);
      else if (own.get(id)?.ending !== null) stop.abort();
    }
    for (const [id, job] of own) if (!this.#running.has(id)) this.#begin({ ...job });
    this.#isBusy = book.jobs.some(({ status }) => status === 'processing');
    const served = book.jobs.filter(({ repoId }) => keys.has(repoId));
    this.#jobs = new Map(served.map((job) => [job.id, this.#shown(job)]));
    this.#changes.emit('change');
  }

  readonly #isOwn = ({ owner }: StoredJob): boolean => owner?.token === this.#self.token;

  #shown({ owner: _owner, ending: _ending, ...job }: StoredJob): Job {
    // Progress is newer here than in the file.
    if (job.status === 'processing') job.progress = this.#running.get(job.id)?.progress ?? job.progress;
    const known = this.get(job.id);
    return known !== null && isDeepStrictEqual(known, job) ? known : job;
  }

  #begin(job: Job): void {
    const running: Running = { progress: null, outcome: null, stop: new AbortController(), done: Promise.resolve() };
    this.#running.set(job.id, running);
    running.done = this.#outcomeOf(job, running).then((outcome) => {
      running.outcome = outcome;
      return this.#tryChange();
    });
  }

  async #outcomeOf(job: Job, running: Running): Promise<Outcome> {
    const { signal } = running.stop;
    const report = (progress: JobProgress): void => {
      running.progress = progress;
      this.#jobs.set(job.id, { ...(this.get(job.id) ?? job), progress });
      this.#changes.emit('change');
    };
    try {
      return { status: 'completed', result: await this.#request.run(job, report, signal) };
    } catch (thrown) {
      if (signal.aborted) return 'stopped';
      const error = knownError(thrown);
      const message = withoutSecrets(error instanceof Error ? error.message : String(error));
      const hint = isCoraError(error) ? withoutSecrets(error.hint ?? '') : '';
      if (!isCoraError(error))
        this.#request.log.warn(`Job ${job.id} of ${job.repoId}: ${(error as Error | null)?.stack ?? message}`);
      return { status: 'failed', error: hint === '' ? message : `${asSentence(message)} ${hint}` };
    }
  }

  async #nextChange(signal: AbortSignal): Promise<void> {
    await once(this.#changes, 'change', { signal }).catch(() => undefined);
  }
}

function now(): string {
  return new Date().toISOString();
}

/** Returns milliseconds since its owner's last sign of life. */
function ageOf({ owner }: StoredJob): number {
  return Date.now() - Date.parse(owner!.seen);
}

const VERSION = 1;
const TEXTS = ['id', 'repoId', 'kind', 'createdAt'] as const;
const TEXTS_OR_NULL = ['targetPath', 'startedAt', 'completedAt', 'error', 'ending'] as const;
const STATUSES: readonly unknown[] = ['pending', 'processing', 'completed', 'failed'];

/** @returns null for a file without jobs. @throws CoraError INCOMPATIBLE_INDEX, STORE */
export async function readJobs(home: string): Promise<JobBook | null> {
  const value = await readStateFile(jobsPath(home), VERSION, 'STORE');
  if (value === undefined) return { version: VERSION, jobs: [] };
  const isBook = value?.version === VERSION && 'jobs' in value && Array.isArray(value.jobs) && value.jobs.every(isJob);
  return isBook ? (value as JobBook) : null;
}

function isJob(value: Partial<Record<keyof StoredJob, unknown>> | null): boolean {
  return (
    value !== null &&
    TEXTS.every((key) => typeof value[key] === 'string') &&
    TEXTS_OR_NULL.every((key) => value[key] === null || typeof value[key] === 'string') &&
    (['progress', 'result', 'owner'] as const).every((key) => typeof value[key] === 'object') &&
    typeof value.attempts === 'number' &&
    STATUSES.includes(value.status)
  );
}

async function putAside(home: string, log: Log): Promise<JobBook> {
  const file = jobsPath(home);
  const aside = `${file}.broken-${Date.now()}`;
  await rename(file, aside);
  log.warn(`${file} is not a list of jobs. It is kept as ${aside}, and a new list begins.`);
  return { version: VERSION, jobs: [] };
}

async function timeOf(home: string): Promise<number | undefined> {
  return (await stat(jobsPath(home)).catch(() => null))?.mtimeMs;
}

// A book of jobs, which the functions here change in place; time, and who is alive, are arguments.
//
//     pending ──► processing ──► completed | failed
//        ▲            │
//        └────────────┘  its process stopped in order, or died over it (the third time: failed)

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
  /** The repository's key for all servers on a home: the id of a clone, or a directory. */
  repoId: string;
  /** `full`: all anew. `incremental`: what is new. `file`: the same, and how one file came out. */
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
  /** The number of times that it was begun, without those that were stopped in order. */
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

/** The most jobs at a time: each build uses all cores. */
export const JOBS_AT_ONCE = 2;
export const MOST_FINISHED = 200;
export const MOST_PENDING = 1000;
/**
 * The most times that a job is begun: one that ends its process each time must not begin for ever.
 */
export const MOST_ATTEMPTS = 3;

export const CANCELLED = 'Cancelled.';
const DIED = `Its process ended over it ${MOST_ATTEMPTS} times: killed, or out of memory. "cora index" in a terminal shows more.`;

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

export function settleJob(book: JobBook, job: StoredJob, outcome: Outcome, now: string): void {
  // A process that was stopped in order did not die over the job.
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
