/**
 * state/jobs.json holds the index jobs of a home. It is read at any time and changed under a lock
 * of its own, held for milliseconds.
 */

import { rename, stat } from 'node:fs/promises';
import { createGate } from '../base/concurrency.ts';
import type { Log } from '../base/types.ts';
import { replaceFile } from '../disk/replaceFile.ts';
import { jobsPath, stateDir } from '../settings/userFolders.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import type { JobBook, StoredJob } from './indexJobs.ts';
import { readStateFile } from './manifest.ts';

const VERSION = 1;
const WAIT_MS = 15_000;
const STATUSES: readonly unknown[] = ['pending', 'processing', 'completed', 'failed'];

/**
 * @returns null for a file that holds no jobs: the next change puts it aside
 * @throws CoraError INCOMPATIBLE_INDEX for one of a newer Cora, STORE where it cannot be read
 */
export async function readJobs(home: string): Promise<JobBook | null> {
  const value = await readStateFile(jobsPath(home), VERSION, 'STORE');
  if (value === undefined) return { version: VERSION, jobs: [] };
  return isBook(value) ? value : null;
}

function isBook(value: { version: number } | null): value is JobBook {
  return value?.version === VERSION && 'jobs' in value && Array.isArray(value.jobs) && value.jobs.every(isJob);
}

function isJob(value: unknown): value is StoredJob {
  if (typeof value !== 'object' || value === null) return false;
  const { id, repoId, status, attempts } = value as Partial<Record<keyof StoredJob, unknown>>;
  return (
    typeof id === 'string' && typeof repoId === 'string' && typeof attempts === 'number' && STATUSES.includes(status)
  );
}

/**
 * The book of jobs as one queue sees it: its reads and changes happen in order, so that no older
 * book comes after a newer one, and each is shown to the queue before anybody else gets it.
 */
export class JobFile {
  readonly #home: string;
  readonly #log: Log;
  readonly #see: (book: JobBook) => void;
  readonly #inOrder = createGate(1);
  /** The stamp of the file, and its book, at the last look. Nobody changes that book. */
  #last: { stamp: string; book: JobBook } | null = null;

  constructor(home: string, log: Log, see: (book: JobBook) => void) {
    this.#home = home;
    this.#log = log;
    this.#see = see;
  }

  /** @returns not to be changed */
  read(): Promise<JobBook> {
    return this.#inOrder(async () => {
      const stamp = await this.#stamp();
      if (this.#last?.stamp === stamp) return this.#last.book;
      // What is broken is put aside under the lock.
      const book = (await readJobs(this.#home)) ?? (await this.#update(() => undefined)).book;
      this.#last = { stamp, book };
      this.#see(book);
      return book;
    });
  }

  /**
   * @param change changes the book that is there now, whoever wrote it, in place
   * @param then what the change means for this queue, before anybody sees the book
   */
  change<T>(change: (book: JobBook) => T, then: (result: T) => void = () => undefined): Promise<T> {
    return this.#inOrder(async () => {
      const { result, book, stamp } = await this.#update(change);
      this.#last = { stamp, book };
      then(result);
      this.#see(book);
      return result;
    });
  }

  /** Settles when all that was begun so far is done. */
  settled(): Promise<void> {
    return this.#inOrder(async () => undefined);
  }

  /** True where somebody else has written since the last look. */
  async isNew(): Promise<boolean> {
    return (await this.#stamp()) !== this.#last?.stamp;
  }

  #update<T>(change: (book: JobBook) => T): Promise<{ result: T; book: JobBook; stamp: string }> {
    return withWriteLock(stateDir(this.#home), { waitMs: WAIT_MS, log: this.#log, lock: 'jobs' }, async (lock) => {
      const book = (await readJobs(this.#home)) ?? (await this.#putAside());
      const before = JSON.stringify(book);
      const result = change(book);
      const after = JSON.stringify(book);
      lock.ensureOwned();
      if (after !== before) await replaceFile(jobsPath(this.#home), `${after}\n`);
      return { result, book, stamp: await this.#stamp() };
    });
  }

  /** @returns an empty book in its place */
  async #putAside(): Promise<JobBook> {
    const file = jobsPath(this.#home);
    const aside = `${file}.broken-${Date.now()}`;
    await rename(file, aside);
    this.#log.warn(`${file} holds no list of jobs. It is kept as ${aside}; the list begins anew.`);
    return { version: VERSION, jobs: [] };
  }

  async #stamp(): Promise<string> {
    const found = await stat(jobsPath(this.#home)).catch(() => null);
    return found === null ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
  }
}
