/** What is wrong with commentary.lance, and its repair: it goes, because what cannot be read cannot be shown. */
import type { Finding } from '../store/finding.ts';
import type { Log } from '../types.ts';
export interface CommentaryFinding extends Omit<Finding, 'code'> {
    code: 'broken-commentary' | 'old-commentary' | 'stale-lock';
}
/** @param dir the folder of one fingerprint */
export declare function inspectCommentary(dir: string): Promise<CommentaryFinding[]>;
/** @throws CoraError LOCKED when a writer is at work */
export declare function repairCommentary(dir: string, findings: readonly CommentaryFinding[], log: Log): Promise<void>;
