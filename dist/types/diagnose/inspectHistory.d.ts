/**
 * What is wrong with commits.lance, and its repair: it goes, and the next index run writes it again. That it is not there
 * is no finding: an older index has none, and it can be switched off.
 */
import type { Finding } from '../store/finding.ts';
import type { Log } from '../types.ts';
export interface HistoryFinding extends Omit<Finding, 'code'> {
    code: 'broken-history' | 'stale-lock' | 'temp-files';
}
/** @param root the folder that holds the stores of all embedders */
export declare function inspectHistory(root: string): Promise<HistoryFinding[]>;
/** @throws CoraError LOCKED when a writer is at work */
export declare function repairHistory(root: string, findings: readonly HistoryFinding[], log: Log): Promise<void>;
