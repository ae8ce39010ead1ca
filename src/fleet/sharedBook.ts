/**
 * The book of index jobs as one queue sees it: its reads and changes happen in order, so that no older book comes after a newer
 * one, and each book that it sees is shown to the queue before anybody else gets it.
 */

import { stat } from 'node:fs/promises';
import { createGate } from '../base/parallel.ts';
import type { Log } from '../base/types.ts';
import { jobsPath } from '../settings/fleetHome.ts';
import type { JobBook } from './jobBook.ts';
import { readJobs, updateJobs } from './jobFile.ts';

export class SharedBook {
  readonly #home: string;
  readonly #log: Log;
  readonly #see: (book: JobBook) => void;
  readonly #inOrder = createGate(1);
  /** Of the file when it was last read. */
  #stamp = '';
  /** What was read then; nobody changes it. */
  #last: JobBook | null = null;

  constructor(home: string, log: Log, see: (book: JobBook) => void) {
    this.#home = home;
    this.#log = log;
    this.#see = see;
  }

  /** @returns not to be changed */
  read(): Promise<JobBook> {
    return this.#inOrder(async () => {
      const stamp = await this.#stampNow();
      if (this.#last !== null && stamp === this.#stamp) return this.#last;
      this.#stamp = stamp;
      // What is broken is put aside under the lock.
      const book = (await readJobs(this.#home)) ?? (await updateJobs(this.#home, this.#log, () => null)).book;
      this.#last = book;
      this.#see(book);
      return book;
    });
  }

  /** @param then what the change means for this queue, before anybody sees the book */
  change<T>(change: (book: JobBook) => T, then: (result: T) => void = () => undefined): Promise<T> {
    return this.#inOrder(async () => {
      const { result, book } = await updateJobs(this.#home, this.#log, change);
      then(result);
      this.#see(book);
      return result;
    });
  }

  /** Settles when all that was begun so far is done. */
  settled(): Promise<void> {
    return this.#inOrder(async () => undefined);
  }

  /** Whether the file is another one than was read last; true after a change, too. */
  async isNew(): Promise<boolean> {
    return (await this.#stampNow()) !== this.#stamp;
  }

  async #stampNow(): Promise<string> {
    const found = await stat(jobsPath(this.#home)).catch(() => null);
    return found === null ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
  }
}
