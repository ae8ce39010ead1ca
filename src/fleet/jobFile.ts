/** state/jobs.json: read at any time, changed under a lock of its own that is held for milliseconds, replaced atomically. */

import { rename } from 'node:fs/promises';
import type { Log } from '../base/types.ts';
import { jobsPath, stateDir } from '../settings/fleetHome.ts';
import { replaceFile } from '../store/replaceFile.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import type { JobBook, StoredJob } from './jobBook.ts';
import { readStateFile } from './readStateFile.ts';

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
