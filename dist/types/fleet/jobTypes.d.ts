/** Index jobs of a server: asked for over HTTP, done one after another for each repository, kept over restarts. Types only. */
/**
 * `full`: everything is computed again. `incremental`: what is new, which the first time is everything. `file`: the same, and how one
 * file of it came out.
 */
export type JobKind = 'full' | 'incremental' | 'file';
export type JobStatus = 'pending' | 'processing' | 'completed' | 'failed';
export interface JobProgress {
    /** What it is doing, for a person: `Fetching`, `Chunking`. */
    phase: string;
    done: number;
    /** 0 where it is not known yet. */
    total: number;
}
/** Counts of the index after the job. */
export interface JobResult {
    commit: string | null;
    files: number;
    chunks: number;
    /** Blobs that were chunked, vectors that were computed, blobs whose rows were there. */
    computed: number;
    embedded: number;
    reused: number;
    /** Of `file`: the chunks of that file, as a query finds them. */
    fileChunks: number | null;
}
/** Times are ISO 8601. */
export interface Job {
    id: string;
    /** As who asks calls it: of the file in the home, the id of a clone or the absolute directory of what is indexed where it lies. */
    repoId: string;
    kind: JobKind;
    /** Of `file`: repository-relative. */
    targetPath: string | null;
    status: JobStatus;
    createdAt: string;
    startedAt: string | null;
    completedAt: string | null;
    progress: JobProgress | null;
    result: JobResult | null;
    /** For a person; of `failed` only. */
    error: string | null;
    /** How often it was begun: more than once where a process died over it. One that was stopped in order does not count. */
    attempts: number;
}
/** Does one job. @throws CoraError; anything after `signal`, which leaves the job pending for the next process */
export type RunJob = (job: Job, report: (progress: JobProgress) => void, signal: AbortSignal) => Promise<JobResult>;
export interface JobRequest {
    repoId: string;
    kind: JobKind;
    targetPath: string | null;
}
export interface JobQueue {
    /** @returns the new job, or an equal one that is still pending. @throws CoraError LOCKED where too many wait */
    add(request: JobRequest): Promise<Job>;
    /** Newest first. */
    list(repoId?: string): Promise<Job[]>;
    get(id: string): Promise<Job | null>;
    /** The jobs of a repository (all without one) whenever one of them changes, the present ones first. Ends with the signal. */
    watch(repoId: string | null, signal: AbortSignal): AsyncIterable<Job>;
    /** A pending job is `failed` at once, one that runs when it has ended. @returns it as it is now, null where there is none */
    cancel(id: string): Promise<Job | null>;
    /** Of a repository that is removed: what is pending is dropped, what runs is ended before this returns. */
    forget(repoId: string): Promise<void>;
    /** Running jobs are ended and stay pending for the next process. */
    close(): Promise<void>;
}
