/**
 * The commits of a history, into commits.lance: what is not there yet is read from git and appended in one LanceDB commit.
 * Where nothing is new, nothing is read. What is searched in them is history.ts.
 */
import type { HistoryReport, Log } from '../base/types.ts';
import type { Repository } from '../git/repository.ts';
export interface HistoryIndexRequest {
    repository: Repository;
    /** The folder that holds the stores of all embedders. */
    root: string;
    /** The newest so many commits are kept; 0: none. */
    limit: number;
    /** Whose history, by object name. */
    commit: string;
    full: boolean;
    log: Log;
    signal?: AbortSignal;
}
/** @throws CoraError */
export declare function indexHistory(request: HistoryIndexRequest): Promise<HistoryReport>;
