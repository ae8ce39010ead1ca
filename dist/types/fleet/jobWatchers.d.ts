/** Who wants to know how index jobs go. A slow reader gets the latest state of each job, never a pile of old ones. */
import type { Job } from './jobTypes.ts';
export declare class JobWatchers {
    #private;
    /** @param jobs all that there are now: whoever waits for one that is gone is told that it ended */
    update(jobs: readonly Job[]): void;
    note(job: Job): void;
    /** @param present the jobs that are there now, asked for when the first one is wanted */
    watch(repoId: string | null, present: () => Promise<Job[]>, signal: AbortSignal): AsyncGenerator<Job>;
    close(): void;
}
