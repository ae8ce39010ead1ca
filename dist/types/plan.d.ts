/** What a build has to do: the view that is wanted against the rows that are there. Pure. */
import type { BlobKey, SkippedFile, SkipReason, ViewFile } from './types.ts';
/** What is known of blobs that are not simply rows: binary or empty ones, and those that a fallback chunked. */
export type Outcomes = Readonly<Record<BlobKey, {
    skipped?: SkipReason;
    note?: string;
}>>;
export interface PlanInput {
    /** The wanted view's files, sorted by path. */
    files: readonly ViewFile[];
    /** Rows of each blob in the table. */
    known: ReadonlyMap<BlobKey, number>;
    outcomes: Outcomes;
    /** Blobs of the last built view. */
    previous: ReadonlySet<BlobKey>;
    /** Compute everything again. */
    full: boolean;
}
export interface BuildPlan {
    /** Blobs to read and chunk, each once, in the order of their first path. */
    compute: ViewFile[];
    /** Blobs whose rows are there. */
    reuse: BlobKey[];
    /** Blobs of `compute` whose rows are there and give way to new ones (`--full`). */
    replace: BlobKey[];
    /** Blobs of the last view that this one lacks. Their rows stay until gc: other branches may need them. */
    remove: BlobKey[];
    /** Files whose blobs are known to hold nothing to index. */
    skipped: SkippedFile[];
}
export declare function planBuild({ files, known, outcomes, previous, full }: PlanInput): BuildPlan;
