/**
 * commits.json: whose history is in the table of commits, so that a run that finds nothing new reads nothing. An
 * accelerator only: without it, or where it is torn, the table is asked.
 */
export interface HistoryTip {
    /** The newest `limit` commits of its history are rows. */
    commit: string;
    limit: number;
    /** What it takes as its history: names the cut of a shallow clone. */
    boundary: string;
}
export declare function readTips(root: string): Promise<HistoryTip[]>;
/** Newest first. */
export declare function writeTips(root: string, tips: readonly HistoryTip[]): Promise<void>;
export declare function removeTips(root: string): Promise<void>;
