/**
 * Index jobs of all servers on one home. The file is the truth (jobFile.ts): who changes it holds its lock, who claims a job
 * writes himself into it, and whoever lives does what the dead have left. This process's own changes are pushed to those who
 * watch; those of others are seen by a look at the file's times, once a second.
 */
import type { Log } from '../types.ts';
import type { JobQueue, RunJob } from './jobTypes.ts';
export interface QueueRequest {
    /** Of the fleet. */
    home: string;
    run: RunJob;
    log: Log;
    /** Repositories that this process can index now; all without it. What others ask for is theirs to do. */
    served?(): Promise<ReadonlySet<string>>;
    /** Milliseconds between two looks at the file; for tests. */
    lookMs?: number;
}
/** Begins what is pending at once. @throws CoraError STORE where the home cannot be written, INCOMPATIBLE_INDEX */
export declare function openJobQueue(request: QueueRequest): Promise<JobQueue>;
