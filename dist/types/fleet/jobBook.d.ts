/**
 * What index jobs may become: functions that change a book of them in place. Time, and who is alive, are arguments.
 *
 *     pending ──► processing ──► completed | failed
 *        ▲            │
 *        └────────────┘  its process stopped in order, or died over it (the third time: failed)
 */
import type { Job, JobProgress, JobRequest, JobResult } from './jobTypes.ts';
export interface JobBook {
    version: 1;
    /** In the order in which they were asked for. */
    jobs: StoredJob[];
}
export interface StoredJob extends Job {
    /** Of `processing` only. */
    owner: JobOwner | null;
    /** Somebody wants a running job to end: see Ended. */
    ending: Ended | null;
}
/** `cancelled`: it stays, as failed. `forgotten`: its repository was removed, and it goes too. */
export type Ended = 'cancelled' | 'forgotten';
export interface JobOwner {
    /** Of one queue: a process may have several, and a later process may have its number. */
    token: string;
    pid: number;
    host: string;
    started: string | null;
    /** When it last said that it lives, ISO 8601. */
    seen: string;
}
/** What a job came to. `stopped`: it was ended from outside before it was done. */
export type Outcome = {
    result: JobResult;
} | {
    error: string;
} | {
    stopped: true;
};
/** Builds use all cores by themselves. */
export declare const AT_ONCE = 2;
/** Of finished jobs that are remembered. */
export declare const MOST_FINISHED = 200;
export declare const MOST_PENDING = 1000;
/** A job that ends its process each time must not be begun for ever. */
export declare const MOST_ATTEMPTS = 3;
/** The error of a job that was cancelled. */
export declare const CANCELLED = "Cancelled.";
/** @throws CoraError LOCKED */
export declare function addJob(book: JobBook, { repoId, kind, targetPath }: JobRequest, id: string, now: string): StoredJob;
/**
 * Takes what may be begun now: the oldest of each repository that none is running for.
 * @returns the jobs that are now the owner's to do
 */
export declare function claimJobs(book: JobBook, owner: JobOwner, canDo?: (repoId: string) => boolean): StoredJob[];
/** What the dead were doing is pending again, or given up. @returns those jobs */
export declare function reclaimJobs(book: JobBook, isLost: (job: StoredJob) => boolean, now: string): StoredJob[];
/** @returns whether the job was still the owner's: what another one took over meanwhile is not to be touched */
export declare function settleJob(book: JobBook, id: string, token: string, outcome: Outcome, now: string): boolean;
/** A sign of life. @returns whether the job is still the owner's */
export declare function noteProgress(book: JobBook, id: string, owner: JobOwner, progress: JobProgress | null): boolean;
/** Of a job that is finished, nothing changes. @returns null where there is none */
export declare function cancelJob(book: JobBook, id: string, now: string): StoredJob | null;
/** @returns how many of its jobs still run */
export declare function forgetJobs(book: JobBook, repoId: string): number;
export declare function publicJob({ owner: _owner, ending: _ending, ...job }: StoredJob): Job;
