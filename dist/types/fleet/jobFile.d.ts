/** state/jobs.json: read at any time, changed under a lock of its own that is held for milliseconds, replaced atomically. */
import type { Log } from '../types.ts';
import type { JobBook } from './jobBook.ts';
/**
 * @returns null for a file that holds no jobs: the next change puts it aside
 * @throws CoraError INCOMPATIBLE_INDEX for one of a newer Cora, STORE where it cannot be read
 */
export declare function readJobs(home: string): Promise<JobBook | null>;
/**
 * @param change changes the book that is there now, whoever wrote it, in place
 * @returns what `change` returned, and the book as it is then
 */
export declare function updateJobs<T>(home: string, log: Log, change: (book: JobBook) => T): Promise<{
    result: T;
    book: JobBook;
}>;
