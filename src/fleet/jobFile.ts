/** state/jobs.json: read at any time, changed under a lock of its own that is held for milliseconds, replaced atomically. */

import { readFile, rename } from 'node:fs/promises';
import { CoraError } from '../errors.ts';
import { replaceFile } from '../store/replaceFile.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import type { Log } from '../types.ts';
import { jobsPath, stateDir } from './fleetHome.ts';
import type { JobBook, StoredJob } from './jobBook.ts';

const VERSION = 1;
const WAIT_MS = 15_000;
const STATUSES: readonly unknown[] = ['pending', 'processing', 'completed', 'failed'];

/**
 * @returns null for a file that holds no jobs: the next change puts it aside
 * @throws CoraError INCOMPATIBLE_INDEX for one of a newer Cora, STORE where it cannot be read
 */
export async function readJobs(home: string): Promise<JobBook | null> {
  const file = jobsPath(home);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CoraError('STORE', `${file} cannot be read (${error.code}).`, { cause: error });
  });
  if (text === null) return { version: VERSION, jobs: [] };
  const value = parse(text);
  if (typeof value?.version === 'number' && value.version > VERSION) {
    throw new CoraError('INCOMPATIBLE_INDEX', `${file} was written by a newer Cora.`, {
      hint: 'update cora: npm install cora-query@latest',
    });
  }
  const isBook = value?.version === VERSION && Array.isArray(value.jobs) && value.jobs.every(isJob);
  return isBook ? (value as JobBook) : null;
}

function parse(text: string): { version?: unknown; jobs?: unknown } | null {
  try {
    return JSON.parse(text) as { version?: unknown; jobs?: unknown } | null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isJob(value: unknown): value is StoredJob {
  if (typeof value !== 'object' || value === null) return false;
  const { id, repoId, status, attempts } = value as Partial<Record<keyof StoredJob, unknown>>;
  return (
    typeof id === 'string' && typeof repoId === 'string' && typeof attempts === 'number' && STATUSES.includes(status)
  );
}

/**
 * @param change changes the book that is there now, whoever wrote it, in place
 * @returns what `change` returned, and the book as it is then
 */
export function updateJobs<T>(
  home: string,
  log: Log,
  change: (book: JobBook) => T,
): Promise<{ result: T; book: JobBook }> {
  return withWriteLock(stateDir(home), { waitMs: WAIT_MS, log, lock: 'jobs' }, async (lock) => {
    const book = (await readJobs(home)) ?? (await putAside(home, log));
    const before = JSON.stringify(book);
    const result = change(book);
    const after = JSON.stringify(book);
    lock.ensureOwned();
    if (after !== before) await replaceFile(jobsPath(home), `${after}\n`);
    return { result, book };
  });
}

/** @returns an empty book in its place */
async function putAside(home: string, log: Log): Promise<JobBook> {
  const file = jobsPath(home);
  const aside = `${file}.broken-${Date.now()}`;
  await rename(file, aside);
  log.warn(`${file} holds no list of jobs. It is kept as ${aside}; the list begins anew.`);
  return { version: VERSION, jobs: [] };
}
