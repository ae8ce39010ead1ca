/**
 * The end of a pull: the view of HEAD over the rows that are in the search file. Nothing is
 * chunked, embedded or put into a table. Where no index can be built here, files without rows are
 * named as missing: questions read them as they read edits.
 */
import type { BlobKey, Embedder, EmbedderInfo, IndexReport, Log, RepoState, View } from '../base/types.ts';
import type { Commit } from '../git/repository.ts';
import { type ViewRecord } from '../store/views.ts';
import type { ViewStatistics } from '../view/statistics.ts';
import { type Workspace } from '../view/workspace.ts';
interface ViewRequest {
    workspace: Workspace;
    embedder: Embedder;
    /** Rows that have just come, counted already. */
    seed: {
        statistics: ViewStatistics;
        rowCounts: Map<BlobKey, number>;
    };
    /** The files of a commit that was HEAD before the rows came. */
    listed: ListedFiles;
    /** True to write the view also where files have no rows. */
    mayLack: boolean;
    log: Log;
}
/**
 * Makes the view of HEAD over rows that were pulled.
 * @returns null where files lack rows, and may not.
 * @throws CoraError GIT, LOCKED, STORE, …
 */
export declare function viewOfPulled(request: ViewRequest): Promise<IndexReport | null>;
/** A state without what is counted in the rows. */
export type StateOfView = Omit<RepoState, 'redacted'>;
interface IndexedState {
    state: StateOfView;
    record: ViewRecord;
    /** The paths of files that are in no row. */
    lacking: string[];
}
/** Returns view and state of an indexed commit, perhaps not the last; null where it is not kept. */
export declare function indexedStateOf(workspace: Workspace, embedder: EmbedderInfo, target: Commit): Promise<IndexedState | null>;
/** The files of a tree that are indexed. */
export interface ListedFiles {
    tree: string;
    whole: View;
}
/** Lists the files of HEAD. Git takes a while, which a pull need not wait for. */
export declare function listHead(workspace: Workspace): Promise<ListedFiles>;
export {};
