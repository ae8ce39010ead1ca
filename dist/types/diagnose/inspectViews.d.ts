/**
 * What is wrong with the views of a store, and its repair: what is torn or left over goes, and the next build counts again.
 * Rows and state are not looked at here.
 */
import type { Finding } from '../store/finding.ts';
import type { Log } from '../types.ts';
export interface ViewFinding extends Omit<Finding, 'code'> {
    code: 'missing-view' | 'torn-view' | 'shard' | 'temp-files';
}
/** @returns nothing where all views can be read, and the last build's is among them and whole */
export declare function inspectViews(dir: string): Promise<ViewFinding[]>;
/** @throws CoraError LOCKED when a writer is at work */
export declare function repairViews(dir: string, log: Log): Promise<void>;
