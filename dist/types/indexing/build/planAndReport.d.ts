/** Before a build there is a plan: the wanted view against the rows that are there. After it there are repo_state.json and a report. */
import type { BlobKey, EmbedderInfo, FailedFile, IndexReport, RedactedCount, RepoState, SkippedFile, SkipReason, View, ViewFile } from '../../base/types.ts';
import type { ViewSettings } from '../../git/treeFiles.ts';
import type { StoredOutcomes } from '../../store/state.ts';
import type { ViewRecord } from '../../store/storePort.ts';
import type { Computed } from '../../view/computeRows.ts';
/** What is known of blobs that are not simply rows: binary or empty ones, and those that a fallback chunked. */
type Outcomes = Readonly<Record<BlobKey, {
    skipped?: SkipReason;
    note?: string;
}>>;
interface PlanInput {
    /** The wanted view's files, sorted by path. */
    files: readonly ViewFile[];
    /** Rows of each blob in the table. */
    known: ReadonlyMap<BlobKey, number>;
    outcomes: Outcomes;
    /** Blobs of the last built view. */
    previous: ReadonlySet<BlobKey>;
    /** Of those in the table, what has to be made once more. */
    doubtful?: ReadonlySet<BlobKey>;
    /** Compute everything again. */
    full: boolean;
}
export interface BuildPlan {
    /** Blobs to read and chunk, each once, in the order of their first path. */
    compute: ViewFile[];
    /** Blobs whose rows are there. */
    reuse: BlobKey[];
    /** Blobs of `compute` whose rows are there and give way to new ones (`--full`, or they are doubtful). */
    replace: BlobKey[];
    /** Blobs of the last view that this one lacks. Their rows stay until gc: other branches may need them. */
    remove: BlobKey[];
    /** Files whose blobs are known to hold nothing to index. */
    skipped: SkippedFile[];
}
export declare function planBuild({ files, known, outcomes, previous, doubtful, full }: PlanInput): BuildPlan;
interface StateRequest {
    embedder: EmbedderInfo;
    settings: ViewSettings;
    view: View;
    record: ViewRecord;
    redacted: RedactedCount;
    chunkIds: ReadonlyMap<BlobKey, string[]>;
    outcomes: StoredOutcomes;
    computed: Computed;
    started: number;
}
export declare function stateOf({ embedder, settings, view, record, redacted, chunkIds, outcomes, computed, started, }: StateRequest): RepoState;
/** Files whose objects a damaged repository has lost were not left out: they failed. */
export declare function partLost(files: readonly SkippedFile[]): {
    skipped: SkippedFile[];
    failed: FailedFile[];
};
export declare function reportOf(state: RepoState, plan: BuildPlan, computed: Computed, outcomes: StoredOutcomes, view: View, started: number): IndexReport;
export {};
