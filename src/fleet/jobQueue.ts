/**
 * Index jobs of all servers on one home. The file is the truth (jobFile.ts): who changes it holds
 * its lock, who claims a job writes himself into it, and whoever lives does what the dead have
 * left. This process's own changes are pushed to those who watch; those of others are seen by a
 * look at the file's times, once a second.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CoraError, isCoraError } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { isGone, markOfSelf } from '../disk/processes.ts';
import {
  addJob,
  cancelJob,
  claimJobs,
  forgetJobs,
  type Job,
  type JobBook,
  type JobOwner,
  type JobProgress,
  type JobRequest,
  noteProgress,
  type Outcome,
  publicJob,
  type RunJob,
  reclaimJobs,
  type StoredJob,
  settleJob,
} from './indexJobs.ts';
import { JobFile } from './jobFile.ts';
import { withoutSecrets } from './networkGit.ts';

interface QueueRequest {
  /** The home directory of the fleet. */
  home: string;
  run: RunJob;
  log: Log;
  /**
   * Repositories that this process can index now; all without it. Jobs for other repositories are
   * left to other processes.
   */
  served?(): Promise<ReadonlySet<string> | null>;
  /** Milliseconds between two looks at the file; for tests. */
  lookMs?: number;
}

const LOOK_MS = 1000;
/** Without progress a sign of life is as good, and rarer. */
const SIGN_MS = 10_000;
/**
 * Who gave no sign for so long is gone, whatever runs under its number: another machine's process,
 * or a number that was used again.
 */
const STALE_MS = 60_000;
const FORGET_MS = 60_000;

export type JobQueue = Pick<FileQueue, 'add' | 'list' | 'get' | 'watch' | 'cancel' | 'forget' | 'close'>;

/**
 * Begins what is pending at once.
 * @throws CoraError STORE where the home cannot be written, INCOMPATIBLE_INDEX
 */
export async function openJobQueue(request: QueueRequest): Promise<JobQueue> {
  const queue = new FileQueue(request);
  await queue.open();
  return queue;
}

/**
 * Follows a job to its end.
 * @param changed is told each state before that
 * @returns null where the queue is closed, or the signal aborts, before it has ended
 */
export async function endOfJob(
  queue: Pick<JobQueue, 'watch'>,
  { id, repoId }: Job,
  signal: AbortSignal,
  changed: (job: Job) => void = () => undefined,
): Promise<Job | null> {
  for await (const job of queue.watch(repoId, signal)) {
    if (job.id !== id) continue;
    if (job.completedAt !== null) return job;
    changed(job);
  }
  return null;
}

interface Running {
  id: string;
  repoId: string;
  progress: JobProgress | null;
  /** The progress that the file holds. */
  noted: { progress: JobProgress | null; at: number };
  stop: AbortController;
  done: Promise<void>;
}

class FileQueue {
  readonly #run: RunJob;
  readonly #served: () => Promise<ReadonlySet<string> | null>;
  readonly #log: Log;
  readonly #lookMs: number;
  readonly #file: JobFile;
  readonly #token = randomUUID();
  readonly #mark = markOfSelf();
  readonly #running = new Map<string, Running>();
  readonly #watchers = new JobWatchers();
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;
  #isLooking = false;
  /** Other processes are at it, and may die without a word. */
  #hasOthers = false;
  #complaint = '';

  constructor({ home, run, log, served = async () => null, lookMs = LOOK_MS }: QueueRequest) {
    this.#run = run;
    this.#served = served;
    this.#log = log;
    this.#lookMs = lookMs;
    this.#file = new JobFile(home, log, (book) => this.#see(book));
  }

  async open(): Promise<void> {
    await this.#change();
    this.#timer = setInterval(() => void this.#look(), this.#lookMs).unref();
  }

  /**
   * @returns the new job, or an equal one that is still pending.
   * @throws CoraError LOCKED where too many wait
   */
  async add(request: JobRequest): Promise<Job> {
    let job: StoredJob | undefined;
    await this.#change((book) => {
      job = addJob(book, request, randomUUID(), now());
    });
    return this.#shown(job!);
  }

  /** Newest first. */
  async list(repoId?: string): Promise<Job[]> {
    const { jobs } = await this.#file.read();
    return jobs
      .filter((job) => repoId === undefined || job.repoId === repoId)
      .map((job) => this.#shown(job))
      .reverse();
  }

  async get(id: string): Promise<Job | null> {
    return (await this.list()).find((job) => job.id === id) ?? null;
  }

  /**
   * The jobs of a repository (all without one) whenever one of them changes, the present ones
   * first. Ends with the signal.
   */
  watch(repoId: string | null, signal: AbortSignal): AsyncIterable<Job> {
    const present = async (): Promise<Job[]> => (await this.list(repoId ?? undefined)).reverse();
    return this.#watchers.watch(repoId, present, signal);
  }

  /**
   * A pending job is `failed` at once, one that runs when it has ended.
   * @returns it as it is now, null where there is none
   */
  async cancel(id: string): Promise<Job | null> {
    await this.#file.change((book) => cancelJob(book, id, now()));
    await this.#running.get(id)?.done;
    return this.get(id);
  }

  /**
   * Forgets a repository that is removed: drops its pending jobs, and ends the running ones before
   * this returns.
   */
  async forget(repoId: string): Promise<void> {
    const until = Date.now() + FORGET_MS;
    await this.#file.change((book) => forgetJobs(book, repoId));
    for (;;) {
      await Promise.all([...this.#running.values()].filter((job) => job.repoId === repoId).map(({ done }) => done));
      await this.#change();
      if (!(await this.list(repoId)).some(({ status }) => status === 'processing')) return;
      if (Date.now() > until) {
        const message = `Another process still indexes ${repoId}.`;
        throw new CoraError('LOCKED', message, { hint: 'Try again when it has ended.' });
      }
      await sleep(this.#lookMs);
    }
  }

  /** Running jobs are ended and stay pending for the next process. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await this.#file.settled();
    for (const { stop } of this.#running.values()) stop.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    this.#watchers.close();
  }

  /** Changes the book and takes what may be begun then. */
  async #change(change: (book: JobBook) => void = () => undefined): Promise<void> {
    const served = await this.#served();
    const take = (book: JobBook): StoredJob[] => {
      change(book);
      if (this.#isClosing) return [];
      for (const { id, repoId, status } of reclaimJobs(book, this.#isLost, now()))
        this.#log.warn(`Job ${id} of ${repoId} was left by a process that is gone: it is ${status}.`);
      return claimJobs(book, this.#owner(), (repoId) => served === null || served.has(repoId));
    };
    await this.#file.change(take, (claimed) => {
      for (const job of claimed) this.#begin(job);
    });
  }

  readonly #isLost = ({ id, owner }: StoredJob): boolean => {
    if (owner === null) return true;
    if (owner.token === this.#token) return !this.#running.has(id);
    return isGone(owner) || Date.now() - Date.parse(owner.seen) > STALE_MS;
  };

  #begin(stored: StoredJob): void {
    const running: Running = {
      id: stored.id,
      repoId: stored.repoId,
      progress: null,
      noted: { progress: null, at: Date.now() },
      stop: new AbortController(),
      done: Promise.resolve(),
    };
    this.#running.set(stored.id, running);
    running.done = this.#do(publicJob(stored), running);
  }

  async #do(job: Job, running: Running): Promise<void> {
    const outcome = await this.#outcomeOf(job, running);
    // What is done is written, however long the disk is full: else somebody would do it again.
    for (;;) {
      try {
        const settle = (book: JobBook): boolean => settleJob(book, job.id, this.#token, outcome, now());
        const isOurs = await this.#file.change(settle, () => this.#running.delete(job.id));
        if (!isOurs) this.#log.warn(`Job ${job.id} of ${job.repoId} is another process's now, or gone.`);
        return await this.#change();
      } catch (error) {
        this.#complain(error);
        if (this.#isClosing || !this.#running.has(job.id)) return;
        await sleep(this.#lookMs);
      }
    }
  }

  async #outcomeOf(job: Job, running: Running): Promise<Outcome> {
    const report = (progress: JobProgress): void => {
      running.progress = progress;
      this.#watchers.note({ ...job, progress });
    };
    try {
      return { result: await this.#run(job, report, running.stop.signal) };
    } catch (error) {
      if (running.stop.signal.aborted) return { stopped: true };
      const message = withoutSecrets(error instanceof Error ? error.message : String(error));
      if (isCoraError(error)) return { error: `${message} ${withoutSecrets(error.hint ?? '')}`.trimEnd() };
      this.#log.warn(`Job ${job.id} of ${job.repoId}: ${(error as Error | null)?.stack ?? message}`);
      return { error: message };
    }
  }

  /**
   * Every book, in order: tells the watchers, and ends what somebody took for dead or wants to end.
   */
  #see({ jobs }: JobBook): void {
    this.#watchers.update(jobs.map((job) => this.#shown(job)));
    const running = jobs.filter(({ status }) => status === 'processing');
    this.#hasOthers = running.some(({ owner }) => owner?.token !== this.#token);
    const wanted = running.filter(({ owner, ending }) => owner?.token === this.#token && ending === null);
    const ids = new Set(wanted.map(({ id }) => id));
    for (const { id, stop } of this.#running.values()) if (!ids.has(id)) stop.abort();
  }

  /** Progress is newer here than in the file. */
  #shown(job: StoredJob): Job {
    const running = job.owner?.token === this.#token ? this.#running.get(job.id) : undefined;
    return running === undefined ? publicJob(job) : { ...publicJob(job), progress: running.progress };
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#isClosing) return;
    this.#isLooking = true;
    try {
      await this.#giveSigns();
      if ((await this.#file.isNew()) || this.#hasOthers) await this.#change();
      this.#complaint = '';
    } catch (error) {
      this.#complain(error);
    } finally {
      this.#isLooking = false;
    }
  }

  async #giveSigns(): Promise<void> {
    const at = Date.now();
    const isDue = ({ progress, noted }: Running): boolean => progress !== noted.progress || at - noted.at >= SIGN_MS;
    const due = [...this.#running.values()].filter(isDue).map((running) => ({ running, progress: running.progress }));
    if (due.length === 0) return;
    await this.#file.change((book) => {
      for (const { running, progress } of due) noteProgress(book, running.id, this.#owner(), progress);
    });
    for (const { running, progress } of due) running.noted = { progress, at };
  }

  #owner(): JobOwner {
    return { token: this.#token, ...this.#mark, seen: now() };
  }

  /** Reports a trouble once. */
  #complain(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (message !== this.#complaint) this.#log.warn(`Index jobs: ${message}`);
    this.#complaint = message;
  }
}

function now(): string {
  return new Date().toISOString();
}

// Who wants to know how index jobs go. A slow reader gets the latest state of each job, never a
// pile of old ones.

interface Watcher {
  /** Null for all repositories. */
  repoId: string | null;
  /** Jobs that it has not been told of yet, by id. */
  changed: Map<string, Job>;
  wake(): void;
}

export class JobWatchers {
  readonly #known = new Map<string, { job: Job; text: string }>();
  readonly #watchers = new Set<Watcher>();
  #isClosed = false;

  /**
   * @param jobs all that there are now: whoever waits for one that is gone is told that it ended
   */
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
    const watcher: Watcher = { repoId, changed: new Map(), wake: () => undefined };
    const wake = (): void => watcher.wake();
    this.#watchers.add(watcher);
    signal.addEventListener('abort', wake);
    try {
      for (const job of await present()) if (!watcher.changed.has(job.id)) watcher.changed.set(job.id, job);
      while (!signal.aborted && !this.#isClosed) {
        const [next] = watcher.changed.values();
        if (next === undefined) {
          await new Promise<void>((resolve) => {
            watcher.wake = resolve;
          });
        } else {
          watcher.changed.delete(next.id);
          yield next;
        }
      }
    } finally {
      this.#watchers.delete(watcher);
      signal.removeEventListener('abort', wake);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const { wake } of this.#watchers) wake();
  }

  #tell(job: Job): void {
    for (const { repoId, changed, wake } of this.#watchers) {
      if (repoId !== null && repoId !== job.repoId) continue;
      changed.set(job.id, job);
      wake();
    }
  }
}

const REMOVED = 'Its repository was removed.';
