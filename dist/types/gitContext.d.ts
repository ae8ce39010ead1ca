/**
 * What a question about the history gets beside the code: the newest commits, those that fit, and what the best of them did.
 * Nothing for a question about the code as it is: query/readHistoryQuestion.ts decides.
 */
import { type ViewSettings } from './git/selectFiles.ts';
import { type HistoryContext } from './history.ts';
import type { GitContext } from './historyTypes.ts';
export interface GitContextRequest extends HistoryContext {
    settings: ViewSettings;
    /** What "last week" counts from, milliseconds. */
    now: number;
}
/**
 * @returns null where the question is not about the history
 * @throws CoraError GIT
 */
export declare function gitContextOf(request: GitContextRequest, text: string): Promise<GitContext | null>;
