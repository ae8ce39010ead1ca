/** What a build leaves behind and says: repo_state.json and the report. */
import type { ViewSettings } from '../git/selectFiles.ts';
import type { BuildPlan } from '../plan.ts';
import type { StoredOutcomes } from '../store/outcomes.ts';
import type { ViewRecord } from '../storePort.ts';
import type { BlobKey, EmbedderInfo, IndexReport, RedactedCount, RepoState, SkippedFile, View } from '../types.ts';
import type { Computed } from './computeRows.ts';
export interface StateRequest {
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
export declare function reportOf(state: RepoState, plan: BuildPlan, computed: Computed, outcomes: StoredOutcomes, view: View, started: number): IndexReport;
export declare function byPath(a: SkippedFile, b: SkippedFile): number;
