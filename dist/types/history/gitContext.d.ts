/**
 * A question about the history gets this beside the code: the newest commits, those that fit, and what the best of them did. Whether
 * it is such a question, readHistoryQuestion.ts decides.
 */
import type { GitContext } from '../base/historyTypes.ts';
import { type ViewSettings } from '../git/treeFiles.ts';
import { type HistoryContext } from './readHistory.ts';
interface GitContextRequest extends HistoryContext {
    settings: ViewSettings;
    /** What "last week" counts from, milliseconds. */
    now: number;
}
/**
 * @returns null where the question is not about the history
 * @throws CoraError GIT
 */
export declare function gitContextOf(request: GitContextRequest, text: string): Promise<GitContext | null>;
export {};
