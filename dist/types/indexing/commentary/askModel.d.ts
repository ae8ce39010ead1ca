/**
 * Asks a language model about one chunk after the other: not faster than the rate allows, not beyond the tokens, and each
 * answer on the disk before the next question. Goes on behind a chunk that fails, and ends where one after the other does.
 */
import { type ChunkContext } from '../../ask/commentary.ts';
import type { CommentaryStop, LanguageModel } from '../../base/answerTypes.ts';
import type { Log } from '../../base/types.ts';
import type { Answered } from '../../store/commentaryTable.ts';
export interface AskRequest {
    model: LanguageModel;
    chunks: AsyncIterable<{
        contentHash: string;
        path: string;
        context: ChunkContext;
    }>;
    /** Between the starts of two requests. */
    intervalMs: number;
    /** Of questions and answers together. */
    mostTokens: number;
    /** On the disk when it settles. */
    keep(answer: Answered): Promise<void>;
    onProgress(done: number, usedTokens: number): void;
    wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
    now(): number;
    log: Log;
    signal: AbortSignal | undefined;
}
export interface Asked {
    answered: number;
    empty: number;
    failed: number;
    usedTokens: number;
    stopped: Extract<CommentaryStop, 'tokens' | 'failures'> | null;
    problem: string | null;
}
/** @throws CoraError ABORTED, and what `keep` throws */
export declare function askModel(request: AskRequest): Promise<Asked>;
