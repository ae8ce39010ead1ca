/**
 * Index jobs of all servers on one home. The file is the truth (jobFile.ts): who changes it holds its lock, who claims a job
 * writes himself into it, and whoever lives does what the dead have left. This process's own changes are pushed to those who
 * watch; those of others are seen by a look at the file's times, once a second.
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
  type JobQueue,
  type JobRequest,
  noteProgress,
  type Outcome,
  publicJob,
  type RunJob,
  reclaimJobs,
  type StoredJob,
  settleJob,
} from './indexJobs.ts';
import { SharedBook } from './jobFile.ts';
import { withoutSecrets } from './networkGit.ts';

interface QueueRequest {
  /** Of the fleet. */
  home: string;
  run: RunJob;
  log: Log;
  /** Repositories that this process can index now; all without it. What others ask for is theirs to do. */
  served?(): Promise<ReadonlySet<string>>;
  /** Milliseconds between two looks at the file; for tests. */
  lookMs?: number;
}

const LOOK_MS = 1000;
/** Without progress a sign of life is as good, and rarer. */
const SIGN_MS = 10_000;
/** Who gave no sign for so long is gone, whatever runs under its number: another machine's process, or a number that was used again. */
const STALE_MS = 60_000;
const FORGET_MS = 60_000;

/** Begins what is pending at once. @throws CoraError STORE where the home cannot be written, INCOMPATIBLE_INDEX */
export async function openJobQueue(request: QueueRequest): Promise<JobQueue> {
  const queue = new FileQueue(request);
  await queue.open();
  return queue;
}

interface Running {
  id: string;
  repoId: string;
  progress: JobProgress | null;
  /** What the file says. */
  noted: { progress: JobProgress | null; at: number };
  stop: AbortController;
  done: Promise<void>;
}

class FileQueue implements JobQueue {
  readonly #run: RunJob;
  readonly #served: NonNullable<QueueRequest['served']> | null;
  readonly #log: Log;
  readonly #lookMs: number;
  readonly #book: SharedBook;
  readonly #token = randomUUID();
  readonly #mark = markOfSelf();
  readonly #running = new Map<string, Running>();
  readonly #watchers = new JobWatchers();
  #timer: NodeJS.Timeout | null = null;
  #isClosing = false;
  #isLooking = false;
  /** Other processes are at it, and may die without a word. */
  #hasOthers = false;
  #complaint = '';

  constructor({ home, run, log, served, lookMs = LOOK_MS }: QueueRequest) {
    this.#run = run;
    this.#served = served ?? null;
    this.#log = log;
    this.#lookMs = lookMs;
    this.#book = new SharedBook(home, log, (book) => this.#see(book));
  }

  async open(): Promise<void> {
    await this.#claim();
    this.#timer = setInterval(() => void this.#look(), this.#lookMs).unref();
  }

  async add(request: JobRequest): Promise<Job> {
    const job = await this.#claim((book) => addJob(book, request, randomUUID(), now()));
    return this.#shown(job);
  }

  async list(repoId?: string): Promise<Job[]> {
    const { jobs } = await this.#book.read();
    const chosen = repoId === undefined ? jobs : jobs.filter((job) => job.repoId === repoId);
    return chosen.map((job) => this.#shown(job)).reverse();
  }

  async get(id: string): Promise<Job | null> {
    const found = (await this.#book.read()).jobs.find((job) => job.id === id);
    return found === undefined ? null : this.#shown(found);
  }

  watch(repoId: string | null, signal: AbortSignal): AsyncIterable<Job> {
    const present = async (): Promise<Job[]> => (await this.list(repoId ?? undefined)).reverse();
    return this.#watchers.watch(repoId, present, signal);
  }

  async cancel(id: string): Promise<Job | null> {
    await this.#book.change((book) => cancelJob(book, id, now()));
    await this.#running.get(id)?.done;
    return this.get(id);
  }

  async forget(repoId: string): Promise<void> {
    const until = Date.now() + FORGET_MS;
    await this.#book.change((book) => forgetJobs(book, repoId));
    for (;;) {
      await Promise.all([...this.#running.values()].filter((job) => job.repoId === repoId).map(({ done }) => done));
      await this.#claim();
      if (!(await this.list(repoId)).some(({ status }) => status === 'processing')) return;
      if (Date.now() > until) {
        const message = `Another process still indexes ${repoId}.`;
        throw new CoraError('LOCKED', message, { hint: 'Try again when it has ended.' });
      }
      await sleep(this.#lookMs);
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#book.settled();
    for (const { stop } of this.#running.values()) stop.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    this.#watchers.close();
  }

  /** Takes what may be begun, after a change. */
  async #claim(): Promise<void>;
  async #claim<T>(change: (book: JobBook) => T): Promise<T>;
  async #claim<T>(change?: (book: JobBook) => T): Promise<T | undefined> {
    const canDo = await this.#canDo();
    const take = (book: JobBook): { result: T | undefined; claimed: StoredJob[] } => {
      const result = change?.(book);
      if (this.#isClosing) return { result, claimed: [] };
      for (const { id, repoId, status } of reclaimJobs(book, this.#isLost, now()))
        this.#log.warn(`Job ${id} of ${repoId} was left by a process that is gone: it is ${status}.`);
      return { result, claimed: claimJobs(book, this.#owner(), canDo) };
    };
    const { result } = await this.#book.change(take, ({ claimed }) => {
      for (const job of claimed) this.#begin(job);
    });
    return result;
  }

  async #canDo(): Promise<(repoId: string) => boolean> {
    const served = (await this.#served?.()) ?? null;
    return (repoId) => served === null || served.has(repoId);
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
        const isOurs = await this.#book.change(settle, () => this.#running.delete(job.id));
        if (!isOurs) this.#log.warn(`Job ${job.id} of ${job.repoId} is another process's now, or gone.`);
        return await this.#claim();
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

  /** Every book, in order: tells the watchers, and ends what somebody took for dead or wants to end. */
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
      if ((await this.#book.isNew()) || this.#hasOthers) {
        const book = structuredClone(await this.#book.read());
        const lost = reclaimJobs(book, this.#isLost, now());
        const claimed = claimJobs(book, this.#owner(), await this.#canDo());
        if (lost.length + claimed.length > 0) await this.#claim();
      }
      this.#complaint = '';
    } catch (error) {
      this.#complain(error);
    } finally {
      this.#isLooking = false;
    }
  }

  async #giveSigns(): Promise<void> {
    const time = Date.now();
    const due = [...this.#running.values()]
      .filter(({ progress, noted }) => progress !== noted.progress || time - noted.at >= SIGN_MS)
      .map((running) => ({ running, progress: running.progress }));
    if (due.length === 0) return;
    await this.#book.change((book) => {
      for (const { running, progress } of due) noteProgress(book, running.id, this.#owner(), progress);
    });
    for (const { running, progress } of due) running.noted = { progress, at: time };
  }

  #owner(): JobOwner {
    return { token: this.#token, ...this.#mark, seen: now() };
  }

  /** The same trouble is said once. */
  #complain(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (message !== this.#complaint) this.#log.warn(`Index jobs: ${message}`);
    this.#complaint = message;
  }
}

function now(): string {
  return new Date().toISOString();
}

// Who wants to know how index jobs go. A slow reader gets the latest state of each job, never a pile of old ones.

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
